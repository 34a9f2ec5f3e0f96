// A random program's launch: its arrays, and what they hold after it, beside what the oracle says.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "random_program.h"
#include "simt/compile/compile.h"
#include "simt/execute/execute.h"

namespace warpwise::test {

using Shape = std::array<std::uint32_t, 2>;

inline constexpr std::int32_t parameter = 5;
inline constexpr int shares = 10;  // of the programs, so that they run side by side

inline LaunchShape launch_of(Shape shape) { return {{grid_blocks, 1, 1}, {shape[0], shape[1], 1}, 0}; }

template <typename T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
    std::vector<std::byte> out(values.size() * sizeof(T));
    std::memcpy(out.data(), values.data(), out.size());
    return out;
}
inline std::vector<std::byte> packed(const std::vector<std::uint64_t>& values, std::size_t size) {
    std::vector<std::byte> out(values.size() * size);
    for (std::size_t i = 0; i < values.size(); ++i) std::memcpy(out.data() + i * size, &values[i], size);
    return out;
}
inline std::size_t size_of(Type type) {
    static constexpr std::array<std::size_t, 8> sizes{1, 1, 4, 4, 8, 2, 4, 8};
    return sizes[static_cast<std::size_t>(type)];
}

// The arrays of a launch, in memory of its own.
struct LaunchMemory {
    std::unique_ptr<simt::Memory> memory = std::make_unique<simt::Memory>();
    std::vector<simt::ArgumentBytes> arguments;
    std::array<std::uint64_t, 3> results{};  // out, words, wides
    std::size_t out_count = 0;

    LaunchMemory(const simt::CompiledKernel& kernel, const RandomProgram& program, Shape shape) {
        EXPECT_TRUE(simt::prepare_memory(kernel.program, *memory));
        out_count = std::size_t{grid_blocks} * shape[0] * shape[1] * words_per_thread(program);
        std::vector<std::uint32_t> words;
        for (std::uint32_t i = 0; i < result_words; ++i)
            words.push_back(static_cast<std::uint32_t>(start_of(static_cast<Atomic>(i / 4))));
        results[0] = add(kernel, std::vector<std::byte>(out_count * 8), 8);
        results[1] = add(kernel, bytes_of(words), 4);
        results[2] = add(kernel, std::vector<std::byte>(result_wides * 8), 8);
        arguments.push_back(bytes_of(std::vector{parameter}));
        for (const Type type : value_types) add(kernel, packed(inputs_of(program, type), size_of(type)), size_of(type));
    }
    std::uint64_t add(const simt::CompiledKernel& kernel, const std::vector<std::byte>& from, std::size_t element) {
        const std::size_t index = arguments.size();
        const auto base = memory->allocate(kernel.parameters[index].name, from.size(), element, index);
        std::memcpy(memory->host(*base, from.size()), from.data(), from.size());
        arguments.push_back(bytes_of(std::vector{*base}));
        return *base;
    }
};

// `read` gives the bytes at an address.
template <typename Read>
ProgramResult result_of(const LaunchMemory& launch, const Read& read) {
    ProgramResult out{std::vector<std::uint64_t>(launch.out_count), std::vector<std::uint32_t>(result_words),
                      std::vector<std::uint64_t>(result_wides)};
    read(launch.results[0], out.out.data(), out.out.size() * 8);
    read(launch.results[1], out.words.data(), out.words.size() * 4);
    read(launch.results[2], out.wides.data(), out.wides.size() * 8);
    return out;
}

// A difference in words, or nothing.
inline std::optional<std::string> difference(const RandomProgram& program, const ProgramResult& expected,
                                             const ProgramResult& got) {
    const std::uint32_t each = words_per_thread(program);
    for (std::size_t i = 0; i < expected.out.size(); ++i) {
        if (expected.out[i] == got.out[i]) continue;
        const std::size_t thread = i / each, which = i % each, variables = program.kernel.variables.size();
        return fmt::format("thread {} of the launch, {}{}: expected {:#x}, got {:#x}", thread, which < variables ? "v" : "array a",
                           which < variables ? which : which - variables, expected.out[i], got.out[i]);
    }
    for (std::size_t i = 0; i < expected.words.size(); ++i)
        if (expected.words[i] != got.words[i])
            return fmt::format("words[{}]: expected {:#x}, got {:#x}", i, expected.words[i], got.words[i]);
    for (std::size_t i = 0; i < expected.wides.size(); ++i)
        if (expected.wides[i] != got.wides[i])
            return fmt::format("wides[{}]: expected {:#x}, got {:#x}", i, expected.wides[i], got.wides[i]);
    return std::nullopt;
}

// A number that the environment gives.
inline std::uint64_t asked(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace warpwise::test
