// A launch with textures, for tests of what they read.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "simt/code/texture.h"
#include "simt/compile/compile.h"
#include "simt/execute/execute.h"

namespace warpwise::simt {

// A kernel of one block with textures; its arguments are added one after the other.
class Launch {
  public:
    explicit Launch(const std::string& text) {
        auto kernel = compile(text, "k", "kernel.cu");
        if (!kernel) throw std::runtime_error(text_of(kernel.error()));
        kernel_ = std::move(*kernel);
        EXPECT_TRUE(prepare_memory(kernel_.program, memory_));
    }
    template <typename T>
    std::uint64_t array(const std::vector<T>& values) {
        const std::uint64_t address = memory_.allocate("array", values.size() * sizeof(T), sizeof(T)).value();
        std::memcpy(memory_.host(address, values.size() * sizeof(T)), values.data(), values.size() * sizeof(T));
        return address;
    }
    template <typename T>
    Texture texture(Texture as, const std::vector<T>& values) {
        as.name = "t";
        as.address = array(values);
        lay_out(as);
        EXPECT_EQ(mistake_in(as), "");
        EXPECT_EQ(bytes_of(as), values.size() * sizeof(T));
        return as;
    }
    template <typename T>
    void argument(T value) {
        ArgumentBytes bytes(sizeof value);
        std::memcpy(bytes.data(), &value, sizeof value);
        arguments_.push_back(std::move(bytes));
    }
    void object(const Texture& texture) { argument(memory_.textures().add(texture)); }
    ExecuteOutcome run(std::uint32_t threads, TraceLevel trace = TraceLevel::full) {
        ExecuteOptions options;
        options.trace = trace;
        options.threads = 1;
        return execute(kernel_.program, kernel_.program.functions[kernel_.entry], {{1, 1, 1}, {threads, 1, 1}, 0}, arguments_,
                       memory_, options);
    }
    template <typename T>
    std::vector<T> read(std::uint64_t address, std::size_t count) const {
        std::vector<T> out(count);
        std::memcpy(out.data(), memory_.host(address, count * sizeof(T)), count * sizeof(T));
        return out;
    }
    TextureTable& textures() { return memory_.textures(); }

  private:
    CompiledKernel kernel_;
    Memory memory_;
    std::vector<ArgumentBytes> arguments_;
};

}  // namespace warpwise::simt
