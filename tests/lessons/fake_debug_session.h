// A debugger's session over a list of states, one per statement of warp 0: for what is told of a session, without an emulator.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "debug/debug_expression.h"
#include "device/interface/debug_session.h"
#include "unit/debug_values.h"

namespace warpwise::test {

class FakeDebugSession : public DebugSession {
  public:
    // Of the kernel below: i, n and a value for each lane, as of a saxpy whose last warp has a tail of 4 elements.
    explicit FakeDebugSession(std::vector<DebugState> states) : states_(std::move(states)) {}

    Result<DebugState> run(const DebugCommand& command, const std::stop_token& stop) override {
        const std::lock_guard lock(mutex_);
        commands.push_back(command);
        if (is_lost) return failure("the emulator's process has ended");
        switch (command.go) {
            case DebugGo::stay: begun_ = true; return at(command, at_ == 0 ? StopReason::entry : StopReason::step);
            case DebugGo::back_to_start: at_ = 0; return at(command, StopReason::entry);
            case DebugGo::instruction:
            case DebugGo::line:
            case DebugGo::over:
            case DebugGo::out: return forward(command, [](const DebugState&) { return true; }, StopReason::step, stop);
            case DebugGo::to_end: return forward(command, [](const DebugState&) { return false; }, StopReason::end, stop);
            case DebugGo::to_breakpoint:
                return forward(
                    command, [&](const DebugState& state) { return hits(command, state); }, StopReason::breakpoint, stop);
            case DebugGo::back_to_breakpoint:
                return back(command, [&](const DebugState& state) { return hits(command, state); }, StopReason::breakpoint);
            default: return back(command, [](const DebugState&) { return true; }, StopReason::step);
        }
    }
    // Two instructions of each line, 2 to 6, and those of a function that is not the kernel's text in front of them.
    Result<DebugOverview> overview(std::uint64_t most_steps, const std::stop_token&) override {
        overviews.push_back(most_steps);
        DebugOverview overview;
        overview.code = {{"helper", 0, 0, "add_32 r1 <- r1, #1"}, {"helper", 1, 0, "return"}};
        for (const int line : {2, 4, 5, 6})
            for (const char* half : {"a", "b"})
                overview.code.push_back(
                    {"saxpy", static_cast<std::uint32_t>(overview.code.size() - 2), line, "line" + std::to_string(line) + half});
        return overview;
    }
    Result<std::vector<std::string>> variable_names() override { return std::vector<std::string>(); }
    Result<std::vector<std::byte>> read_in_thread(std::uint32_t, std::uint64_t address, std::uint64_t bytes) override {
        return read(address, bytes);
    }
    Result<DebugBlockAccesses> accesses(const DebugAccessesWanted&, const std::stop_token&) override {
        return DebugBlockAccesses();
    }
    Result<std::vector<DebugArray>> arrays() override { return std::vector<DebugArray>{}; }
    Result<std::vector<std::byte>> read(std::uint64_t address, std::uint64_t bytes) override {
        std::vector<std::byte> zeros(address >= 0x1000 && address < 0x2000 ? bytes : 0);
        return zeros;
    }

    std::vector<DebugCommand> commands;  // so far
    std::vector<std::uint64_t> overviews;
    bool is_lost = false;
    std::atomic<bool> is_endless = false;  // whatever runs on ends by a stop alone

  private:
    bool hits(const DebugCommand& command, const DebugState& state) const {
        return std::ranges::any_of(command.breakpoints, [&](const DebugBreakpoint& one) {
            if (state.frames.empty() || one.line != state.frames.front().line) return false;
            if (one.warp && *one.warp != state.warp) return false;
            const auto condition = DebugExpression::parse(one.condition.empty() ? "true" : one.condition);
            return condition && condition->holds({.state = state, .shape = {{4, 1, 1}, {32, 1, 1}}, .read = {}});
        });
    }
    template <typename F>
    Result<DebugState> forward(const DebugCommand& command, F&& is_there, StopReason reason, const std::stop_token& stop) {
        while (is_endless && !stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (stop.stop_requested()) return at(command, StopReason::cancelled);
        if (!std::exchange(begun_, true) && is_there(states_[0])) return at(command, reason);
        while (at_ + 1 < states_.size())
            if (is_there(states_[++at_]) || states_[at_].fault) break;
        const DebugState& state = states_[at_];
        if (state.fault) return at(command, StopReason::fault);
        return at(command, state.frames.empty() ? StopReason::end : reason);
    }
    template <typename F>
    Result<DebugState> back(const DebugCommand& command, F&& is_there, StopReason reason) {
        while (at_ > 0)
            if (is_there(states_[--at_])) return at(command, reason);
        return at(command, StopReason::start);
    }
    DebugState at(const DebugCommand& command, StopReason reason) const {
        DebugState state = states_[at_];
        state.reason = reason;
        state.line_step = at_;
        state.position = 3 * at_;
        state.warp = command.warp;
        if (reason == StopReason::breakpoint) state.breakpoint = state.frames.front().line;
        return state;
    }

    std::mutex mutex_;
    std::vector<DebugState> states_;
    std::size_t at_ = 0;
    bool begun_ = false;  // else it stands before its first statement
};

// Lane i of the fourth block of 32 threads is element 96 + i of 100: the guard leaves 4 lanes.
//   1 __global__ void saxpy(float a, const float* x, float* y, int n) {
//   2     int i = blockIdx.x * blockDim.x + threadIdx.x;
//   3     // the tail
//   4     if (i < n)
//   5         y[i] = a * x[i] + y[i];
//   6 }
inline std::vector<DebugState> saxpy_states() {
    const auto access = [](const char* array, bool is_store) {
        DebugAccess made{.line = 5, .column = 9, .is_store = is_store, .array = array, .bytes = 4, .element_bytes = 4, .mask = 0xf};
        for (std::size_t lane = 0; lane < kDebugLanes; ++lane) {
            made.elements[lane] = 96 + static_cast<std::int64_t>(lane);
            made.addresses[lane] = 0x1000 + 4 * (96 + lane);
        }
        made.sectors = 1;
        made.useful_bytes = 16;
        made.wavefronts = 1;
        return made;
    };
    std::vector<DebugState> states;
    for (const int line : {2, 4, 5, 6, 0}) {
        DebugState state;
        state.block = {3, 0, 0};
        state.lanes.fill(line == 0 ? LaneStatus::exited : LaneStatus::active);
        if (line == 5) std::fill(state.lanes.begin() + 4, state.lanes.end(), LaneStatus::waiting);
        if (line != 0)
            state.frames = {{.function = "saxpy",
                             .line = line,
                             .column = 5,
                             .instruction = static_cast<std::uint32_t>(line == 2 ? 2 : 2 * line - 4)}};
        state.variables = {lanes_value("n", "int", ValueKind::signed_integer, 4, [](int) { return 100; }),
                           lanes_value("a", "float", ValueKind::floating, 4, [](int) { return bits_of(0.1f); }),
                           lanes_value("x", "const float *", ValueKind::pointer, 8, [](int) { return 0x1000; }),
                           lanes_value("i", "int", ValueKind::signed_integer, 4, [](int lane) { return 96 + lane; })};
        state.variables[2].targets.assign(kDebugLanes, "&x[0]");
        if (line == 2) state.variables[3].known = 0;
        if (line == 5) state.next = {access("x", false), access("y", false), access("y", true)};
        if (line == 6) state.last = {access("x", false), access("y", false), access("y", true)};
        DebugWarp warp{.function = "saxpy", .line = line, .column = 5};
        warp.active = line == 5 ? 0xf : 0xffffffff;
        if (line == 0) warp.activity = WarpActivity::done;
        state.warps = {warp};
        if (line == 6) state.printed = "the tail\n";
        states.push_back(std::move(state));
    }
    states.back().printed = "the tail\n";
    return states;
}

}  // namespace warpwise::test
