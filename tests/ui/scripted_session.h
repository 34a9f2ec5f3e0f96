// A debugger session with canned stops for tests of the window: three warps that run four lines in turn, two times over.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "device/interface/debug_session.h"
#include "experiment/run/debug_run.h"
#include "ui/debugger/debug_control.h"

namespace warpwise::ui {

// What the sessions of one test share: what they are to do, and what they were asked.
struct SessionScript {
    static constexpr std::uint64_t length = 24;
    static constexpr int lines[4] = {4, 5, 6, 7};  // of position 0, 1, 2, 3, 4, ...
    // The warp of a position: four positions each.
    static std::uint32_t warp_of(std::uint64_t position) { return static_cast<std::uint32_t>(position / 4 % 3); }

    std::optional<Fault> fault;                // in which the block ends, in place of its last position
    std::optional<DebugRefusal> refusal;       // no session can be opened
    std::atomic<bool> hangs = false;           // a command goes on until it is stopped
    std::atomic<bool> is_lost = false;         // the next command loses the session
    std::atomic<bool> is_always_lost = false;  // every command but the first of a session does

    std::vector<DebugCommand> commands() const {
        const std::lock_guard lock(mutex_);
        return commands_;
    }
    std::vector<DebugOptions> opened() const {
        const std::lock_guard lock(mutex_);
        return opened_;
    }
    void note(const DebugCommand& command) {
        const std::lock_guard lock(mutex_);
        commands_.push_back(command);
    }
    void note(const DebugOptions& options) {
        const std::lock_guard lock(mutex_);
        opened_.push_back(options);
    }

  private:
    mutable std::mutex mutex_;
    std::vector<DebugCommand> commands_;  // all but `stay`
    std::vector<DebugOptions> opened_;
};

class ScriptedSession : public DebugSession {
  public:
    ScriptedSession(std::shared_ptr<SessionScript> script, DebugOptions options) : script_(std::move(script)), options_(options) {}

    Result<DebugState> run(const DebugCommand& command, const std::stop_token& stop) override {
        if (command.go != DebugGo::stay) {
            script_->note(command);
            if (script_->is_always_lost || script_->is_lost.exchange(false))
                return failure("the emulator's process ended", "It is started again.");
        }
        chosen_ = command.warp;
        if (script_->hangs && command.go != DebugGo::stay) {
            std::mutex mutex;
            std::condition_variable_any wake;
            std::unique_lock lock(mutex);
            wake.wait(lock, stop, [] { return false; });
            return state(StopReason::cancelled);
        }
        return go(command);
    }
    Result<DebugOverview> overview(std::uint64_t, const std::stop_token&) override {
        DebugOverview overview{
            .length = SessionScript::length, .complete = true, .timeline = {}, .lines = {}, .fault = script_->fault};
        for (std::uint32_t warp = 0; warp < 3; ++warp)
            for (std::uint64_t at = 0; at < SessionScript::length; at += 4)
                if (SessionScript::warp_of(at) == warp)
                    overview.timeline.push_back(
                        {at < 12 ? TimelineSpan::Kind::running : TimelineSpan::Kind::extra, warp, at, at + 4});
        for (const int line : SessionScript::lines)
            overview.lines.push_back({.function = "vector_add",
                                      .line = line,
                                      .executions = 6,
                                      .visits = 6,
                                      .lanes = 192,
                                      .requests = line == 6 ? 6u : 0u,
                                      .sectors = line == 6 ? 192u : 0u,
                                      .useful_bytes = line == 6 ? 768u : 0u});
        return overview;
    }
    Result<DebugBlockAccesses> accesses(const DebugAccessesWanted&, const std::stop_token&) override {
        return DebugBlockAccesses();
    }
    Result<std::vector<DebugArray>> arrays() override {
        return std::vector<DebugArray>{{.name = "a", .argument = 0, .bytes = 400}};
    }
    Result<std::vector<std::byte>> read(std::uint64_t, std::uint64_t bytes) override { return std::vector<std::byte>(bytes); }
    Result<std::vector<std::byte>> read_in_thread(std::uint32_t, std::uint64_t address, std::uint64_t bytes) override {
        return read(address, bytes);
    }
    Result<std::vector<std::string>> variable_names() override { return std::vector<std::string>(); }

  private:
    Result<DebugState> go(const DebugCommand& command) {
        const bool forwards = command.go == DebugGo::instruction || command.go == DebugGo::line || command.go == DebugGo::over ||
                              command.go == DebugGo::out;
        const bool back =
            command.go == DebugGo::back_instruction || command.go == DebugGo::back_line || command.go == DebugGo::back_over;
        if (forwards) position_ = std::min(position_ + 1, SessionScript::length);
        if (back) position_ -= position_ > 0 ? 1 : 0;
        if (command.go == DebugGo::back_to_start || command.go == DebugGo::back_to_breakpoint) position_ = 0;
        if (command.go == DebugGo::to_position) position_ = std::min(command.position, SessionScript::length);
        if (command.go == DebugGo::to_end) position_ = SessionScript::length;
        if (command.go == DebugGo::to_line) return run_to([&](int line) { return line == command.line; }, StopReason::step);
        if (command.go == DebugGo::to_breakpoint)
            return run_to(
                [&](int line) {
                    return std::ranges::find(command.breakpoints, line, &DebugBreakpoint::line) != command.breakpoints.end();
                },
                StopReason::breakpoint);
        if (command.go == DebugGo::to_barrier) position_ = 12;
        return state(position_ == 0                       ? StopReason::start
                     : position_ == SessionScript::length ? StopReason::end
                     : command.go == DebugGo::to_barrier  ? StopReason::barrier
                                                          : StopReason::step);
    }
    Result<DebugState> run_to(const std::function<bool(int)>& here, StopReason reason) {
        do ++position_;
        while (position_ < SessionScript::length && !here(SessionScript::lines[position_ % 4]));
        return state(position_ >= SessionScript::length ? StopReason::end : reason);
    }
    DebugState state(StopReason reason) {
        DebugState told{.reason = reason, .position = position_, .block = options_.block, .warp = chosen_};
        if (reason == StopReason::end && script_->fault) told.reason = StopReason::fault, told.fault = script_->fault;
        const int line = SessionScript::lines[position_ % 4];
        if (reason != StopReason::end || told.fault) told.frames.push_back({"vector_add<float>", line, 5, false});
        if (reason == StopReason::breakpoint) told.breakpoint = line;
        for (std::uint32_t warp = 0; warp < 3; ++warp)
            told.warps.push_back({.activity = told.frames.empty() ? WarpActivity::done : WarpActivity::ready,
                                  .function = "vector_add",
                                  .line = line,
                                  .active = ~0u});
        if (line == 6) {
            DebugAccess read{.position = position_, .line = line, .array = "a", .bytes = 4, .element_bytes = 4, .mask = ~0u};
            read.sectors = 32, read.useful_bytes = 128;
            told.next.push_back(read);
        }
        return told;
    }

    std::shared_ptr<SessionScript> script_;
    DebugOptions options_;
    std::uint64_t position_ = 0;
    std::uint32_t chosen_ = 0;
};

// From then on the window's debugger opens scripted sessions.
inline void use_script(Workbench& bench, const std::shared_ptr<SessionScript>& script) {
    bench.state<DebugSource>().open = [script](const Lesson& lesson, const ExperimentRequest& request, const DebugOptions& options,
                                               const std::stop_token&, const auto&) -> std::expected<DebugRun, DebugRefusal> {
        script->note(options);
        if (script->refusal) return std::unexpected(*script->refusal);
        const KernelSpec& kernel = *lesson.find_kernel(request.kernel);
        DebugRun run;
        run.source = {request.edited_source ? *request.edited_source : *read_kernel_source(lesson, kernel), "vector_add<float>",
                      kernel.source};
        run.shape = {.grid = {4, 1, 1}, .block = {96, 1, 1}};
        run.parameters = {"a", "b", "c", "n"};
        run.session = std::make_unique<ScriptedSession>(script, options);
        return run;
    };
}

}  // namespace warpwise::ui
