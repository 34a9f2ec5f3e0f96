// A session of the debugger that does by the kind of a command what a session may do, wrong things included.
#pragma once

#include <unistd.h>

#include <stdexcept>
#include <thread>

#include "debug/debug_json.h"
#include "device/interface/debug_session.h"

class ScriptedSession : public warpwise::DebugSession {
  public:
    // Keeps the bytes of the arrays, and what was asked for.
    ScriptedSession(const std::vector<warpwise::KernelArgument>& arguments, const warpwise::DebugOptions& options)
        : options_(options) {
        for (const warpwise::KernelArgument& argument : arguments) {
            if (argument.array == nullptr) continue;
            arrays_.push_back({.name = argument.name,
                               .space = warpwise::MemorySpace::shared,
                               .argument = static_cast<std::size_t>(&argument - arguments.data()),
                               .address = ~std::uint64_t{0} - arrays_.size(),
                               .bytes = argument.array->size_bytes(),
                               .element_bytes = static_cast<std::uint32_t>(size_of(argument.array->dtype()))});
            bytes_.emplace_back(argument.array->bytes().begin(), argument.array->bytes().end());
        }
    }

    warpwise::Result<warpwise::DebugState> run(const warpwise::DebugCommand& command, const std::stop_token& stop) override {
        using warpwise::DebugGo;
        warpwise::DebugState state{.reason = warpwise::StopReason::step, .position = command.position, .block = options_.block};
        switch (command.go) {
            case DebugGo::back_to_start: _exit(7);
            case DebugGo::out: throw std::runtime_error("out of something");
            case DebugGo::over: return warpwise::failure("there is nothing to step over", "Step");
            case DebugGo::back_to_write: state.printed.assign(std::size_t{70} << 20, 'x'); break;
            case DebugGo::to_barrier:
                while (true) pause();
            case DebugGo::to_end:
                while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                state.reason = warpwise::StopReason::cancelled;
                break;
            default: state.printed = warpwise::to_json(command).dump();
        }
        return state;
    }
    warpwise::Result<warpwise::DebugOverview> overview(std::uint64_t most_steps, const std::stop_token&) override {
        warpwise::DebugOverview overview{.length = options_.step_budget, .complete = true};
        for (std::uint64_t i = 0; i < most_steps; ++i)
            overview.timeline.push_back({warpwise::TimelineSpan::Kind::barrier, static_cast<std::uint32_t>(i % 32), i, i + 1});
        overview.lines = {{.function = "k", .line = 3}};
        return overview;
    }
    warpwise::Result<warpwise::DebugBlockAccesses> accesses(const warpwise::DebugAccessesWanted&, const std::stop_token&) override {
        return warpwise::DebugBlockAccesses();
    }
    warpwise::Result<std::vector<warpwise::DebugArray>> arrays() override { return arrays_; }
    warpwise::Result<std::vector<std::byte>> read(std::uint64_t address, std::uint64_t bytes) override {
        std::vector<std::byte> found = bytes_.at(~std::uint64_t{0} - address);
        found.resize(std::min<std::size_t>(bytes, found.size()));
        return found;
    }
    warpwise::Result<std::vector<std::byte>> read_in_thread(std::uint32_t, std::uint64_t address, std::uint64_t bytes) override {
        return read(address, bytes);
    }
    warpwise::Result<std::vector<std::string>> variable_names() override { return std::vector<std::string>(); }

  private:
    warpwise::DebugOptions options_;
    std::vector<warpwise::DebugArray> arrays_;
    std::vector<std::vector<std::byte>> bytes_;
};
