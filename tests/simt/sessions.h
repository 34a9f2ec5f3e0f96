// A kernel under the debugger's engine, in one call: what the tests of sessions share.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "simt/compile/compile.h"
#include "simt/debug/session.h"
#include "simt/execute/execute.h"

namespace warpwise::test {

// An argument of a launch: an array of 4-byte elements, or a scalar.
struct DebugArgument {
    std::vector<std::uint32_t> words;
    std::optional<std::int32_t> scalar;
};
inline DebugArgument words(std::vector<std::uint32_t> values) { return {std::move(values), std::nullopt}; }
inline DebugArgument floats(const std::vector<float>& values) {
    std::vector<std::uint32_t> bits(values.size());
    std::memcpy(bits.data(), values.data(), values.size() * 4);
    return {std::move(bits), std::nullopt};
}
inline DebugArgument number(std::int32_t value) { return {{}, value}; }

struct OpenSession {
    std::shared_ptr<simt::CompiledKernel> kernel;
    std::unique_ptr<simt::Session> session;
    std::vector<std::uint64_t> addresses;  // of the arrays, by argument; 0: a scalar

    DebugState run(DebugGo go, std::uint32_t warp = 0, int line = 0) {
        return session->run({.go = go, .warp = warp, .line = line, .look_ahead = false}, {});
    }
    std::vector<std::uint32_t> array(std::size_t argument, std::size_t count) const {
        const auto bytes = session->read(addresses[argument], count * 4);
        std::vector<std::uint32_t> out(bytes.size() / 4);
        std::memcpy(out.data(), bytes.data(), out.size() * 4);
        return out;
    }
};

inline OpenSession open_session(const std::string& text, const LaunchShape& shape, const std::vector<DebugArgument>& arguments,
                                const simt::SessionOptions& options = {}) {
    OpenSession open;
    auto compiled = simt::compile(text, "", "kernel.cu");
    if (!compiled) {
        ADD_FAILURE() << text_of(compiled.error());
        return open;
    }
    open.kernel = std::make_shared<simt::CompiledKernel>(std::move(*compiled));
    auto memory = std::make_unique<simt::Memory>();
    EXPECT_TRUE(simt::prepare_memory(open.kernel->program, *memory));
    std::vector<simt::ArgumentBytes> values;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        simt::ArgumentBytes bytes;
        if (arguments[i].scalar) {
            bytes.resize(4);
            std::memcpy(bytes.data(), &*arguments[i].scalar, 4);
            open.addresses.push_back(0);
        } else {
            const auto& from = arguments[i].words;
            const auto base = memory->allocate(open.kernel->parameters[i].name, from.size() * 4, 4, i);
            if (!from.empty()) std::memcpy(memory->host(*base, from.size() * 4), from.data(), from.size() * 4);
            bytes.resize(8);
            std::memcpy(bytes.data(), &*base, 8);
            open.addresses.push_back(*base);
        }
        values.push_back(std::move(bytes));
    }
    const std::shared_ptr<const simt::Bytecode> program(open.kernel, &open.kernel->program);
    auto session = simt::Session::open(program, program->functions[open.kernel->entry], shape, std::move(values), std::move(memory),
                                       options, {});
    if (session) {
        open.session = std::move(*session);
    } else {
        ADD_FAILURE() << text_of(session.error());
    }
    return open;
}

inline LaunchShape grid_of(std::uint32_t blocks, std::uint32_t threads) { return {{blocks, 1, 1}, {threads, 1, 1}}; }

}  // namespace warpwise::test
