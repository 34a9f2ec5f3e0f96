#include "experiment/check/be_the_warp.h"

#include <fmt/format.h>

#include <utility>

#include "experiment/run/debug_run.h"
#include "lesson/kernel_files.h"

namespace warpwise {
namespace {

constexpr int kMostInstructionsOfALine = 500;

std::string shown_line(const std::string& marker) { return fmt::format("the line marked \"{}\"", marker); }

bool is_over(const DebugState& state) {
    return state.frames.empty() || state.fault || state.reason == StopReason::end || state.reason == StopReason::fault ||
           state.reason == StopReason::budget || state.reason == StopReason::cancelled;
}

std::uint64_t active_lanes(const DebugState& state) {
    std::uint64_t lanes = 0;
    for (std::size_t i = 0; i < state.lanes.size(); ++i)
        if (state.lanes[i] == LaneStatus::active) lanes |= std::uint64_t{1} << i;
    return lanes;
}

std::uint64_t bit(std::size_t place) { return std::uint64_t{1} << place; }

// Steps one block from its start to each stop in turn.
class Walker {
  public:
    Walker(DebugSession& session, std::string source, const std::stop_token& stop)
        : session_(session), source_(std::move(source)), stop_(stop) {}

    // From the block's start, until the warp is about to execute the line for the asked time.
    template <typename Moment>
    Result<DebugState> come_to(const Moment& asked) {
        const int line = marked_line(source_, asked.line);
        if (line == 0) return failure(fmt::format("the kernel has no line marked \"{}\"", asked.line));
        if (const auto start = run(DebugGo::back_to_start, asked.warp); !start) return std::unexpected(start.error());
        auto state = run(DebugGo::stay, asked.warp);
        for (int visit = 1; state; ++visit) {
            if (visit > 1 || state->frames.empty() || state->frames.front().line != line) state = to_line(asked.warp, line);
            if (!state || is_over(*state))
                return failure(fmt::format("warp {} reaches {} {}", asked.warp, shown_line(asked.line),
                                           visit == 1 ? "never" : fmt::format("{} times, not {}", visit - 1, asked.visit)));
            if (visit == asked.visit) break;
        }
        return state;
    }

    Result<SeenStop> go(const WarpStop& asked) {
        const auto state = come_to(asked);
        if (!state) return std::unexpected(state.error());
        SeenStop seen{.line = state->frames.front().line, .choosable = 0, .right = 0, .warps = state->warps};
        return asked.choose == WarpStop::Choose::lanes ? lanes(asked, std::move(seen), *state) : warps(asked, std::move(seen));
    }

  private:
    Result<DebugState> run(DebugGo go, std::uint32_t warp) {
        return session_.run({.go = go, .warp = warp, .breakpoints = {}, .look_ahead = false}, stop_);
    }
    Result<DebugState> to_line(std::uint32_t warp, int line) {
        return session_.run({.go = DebugGo::to_line, .warp = warp, .line = line, .breakpoints = {}, .look_ahead = false}, stop_);
    }

    // None where the warp never comes to the second line.
    Result<SeenStop> lanes(const WarpStop& asked, SeenStop seen, const DebugState& at) {
        const int next = marked_line(source_, asked.next);
        if (next == 0) return failure(fmt::format("the kernel has no line marked \"{}\"", asked.next));
        seen.choosable = active_lanes(at);
        const auto there = to_line(asked.warp, next);
        if (!there) return std::unexpected(there.error());
        if (there->fault) return failure(fmt::format("the block ends in a fault: {}", there->fault->message));
        if (!is_over(*there)) seen.right = active_lanes(*there);
        return seen;
    }

    Result<SeenStop> warps(const WarpStop& asked, SeenStop seen) {
        auto state = run(DebugGo::instruction, asked.warp);
        const auto waits = [&] { return state->warps[asked.warp].activity == WarpActivity::at_barrier; };
        for (int i = 0; state && i < kMostInstructionsOfALine; ++i) {
            if (is_over(*state) || waits() || state->frames.front().line != seen.line) break;
            state = run(DebugGo::instruction, asked.warp);
        }
        if (!state) return std::unexpected(state.error());
        if (state->fault) return failure(fmt::format("the block ends in a fault: {}", state->fault->message));
        for (std::size_t i = 0; i < state->warps.size() && i < 64; ++i) {
            if (seen.warps[i].activity != WarpActivity::done) seen.choosable |= bit(i);
            if (state->warps[i].activity == WarpActivity::ready) seen.right |= bit(i);
        }
        return seen;
    }

    DebugSession& session_;
    std::string source_;
    const std::stop_token& stop_;
};

// The kernel of a puzzle, opened at the start of its block.
struct Opened {
    std::string marked;  // its source, with markers
    DebugRun run;
};

template <typename Puzzle>
Result<Opened> open(const Lesson& lesson, const Puzzle& puzzle, DeviceSet& devices, const std::stop_token& stop) {
    const KernelSpec* kernel = lesson.find_kernel(puzzle.kernel);
    if (kernel == nullptr) return failure(fmt::format("there is no kernel '{}'", puzzle.kernel));
    auto marked = read_kernel_file(lesson, *kernel);
    if (!marked) return std::unexpected(marked.error());
    ExperimentRequest request;
    request.lesson = lesson.id;
    request.kernel = puzzle.kernel;
    request.device = kind_that(&DeviceTraits::has_debugger);
    request.parameters = puzzle.values;
    request.parameters.merge(lesson.defaults());
    DebugOptions options;
    options.block = puzzle.block;
    auto opened = open_debug_run(lesson, request, devices, options, stop, [](const std::string&) {});
    if (!opened) return failure(opened.error().fault ? opened.error().fault->message : opened.error().error.text());
    return Opened{std::move(*marked), std::move(*opened)};
}

}  // namespace

Result<SeenWalk> walk(const Lesson& lesson, const BeTheWarp& puzzle, DeviceSet& devices, const std::stop_token& stop) {
    const auto opened = open(lesson, puzzle, devices, stop);
    if (!opened) return std::unexpected(opened.error());
    SeenWalk seen{opened->run.source.text, {}};
    Walker walker(*opened->run.session, opened->marked, stop);
    for (const WarpStop& asked : puzzle.stops) {
        auto reached = walker.go(asked);
        if (!reached) return std::unexpected(reached.error());
        seen.stops.push_back(std::move(*reached));
    }
    return seen;
}

Result<int> reach(const Lesson& lesson, const ShownStep& step, DeviceSet& devices, const std::stop_token& stop) {
    const auto opened = open(lesson, step, devices, stop);
    if (!opened) return std::unexpected(opened.error());
    const auto state = Walker(*opened->run.session, opened->marked, stop).come_to(step);
    if (!state) return std::unexpected(state.error());
    return state->frames.front().line;
}

}  // namespace warpwise
