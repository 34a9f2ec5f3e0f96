#include "simt/execute/execute_grids.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "simt/execute/execute_cooperative.h"
#include "simt/execute/execute_launch.h"

namespace warpwise::simt {
namespace {

// Of one launch, which CUDA does not limit: a recursion that branches out would take hours. A grid costs some 50 microseconds here.
constexpr std::uint64_t kMostGrids = std::uint64_t{1} << 18;

// In the order of their places in the text, whatever the host's threads did.
Diagnostics join_warnings(LaunchProgress& launch) {
    std::ranges::sort(launch.warnings, {}, [](const Warning& w) { return std::tuple(w.text.line, w.text.column, w.position); });
    Diagnostics all;
    for (Warning& warning : launch.warnings) {
        if (warning.position > launch.fault_position.load()) continue;  // as with what is printed
        const bool told = !all.empty() && all.back().line == warning.text.line && all.back().column == warning.text.column;
        if (!told) all.push_back(std::move(warning.text));
    }
    return all;
}

// In the order in which the blocks are dispatched; a place that the launch has already told of is not told again.
void join_passed_over(LaunchProgress& launch, std::vector<Fault>& told) {
    std::ranges::sort(launch.passed_over, {}, [](const PassedOver& p) { return std::tuple(p.position, p.order); });
    for (PassedOver& found : launch.passed_over) {
        const Fault& fault = found.fault;
        if (found.position > launch.fault_position.load()) break;
        const bool is_told = std::ranges::any_of(told, [&](const Fault& other) {
            return other.kind == fault.kind && other.file == fault.file && other.line == fault.line && other.column == fault.column;
        });
        if (!is_told) told.push_back(std::move(found.fault));
    }
    launch.passed_over.clear();
}

std::string join_printed(LaunchProgress& launch) {
    std::ranges::sort(launch.printed);
    std::string all;
    for (const auto& [position, text] : launch.printed) {
        if (position > launch.fault_position.load()) break;  // the others' blocks differ from run to run
        all += text;
    }
    if (all.size() > kPrintedBytes) {
        all.resize(kPrintedBytes);
        all += "\n... (the rest is not shown)\n";
    }
    return all;
}

void run_grid(const LaunchPlan& plan, LaunchProgress& launch, ExecuteOutcome& outcome) {
    if (plan.is_cooperative) {
        run_cooperative_launch(plan, launch);
    } else {
        run_launch(plan, launch, plan.options.blocks.empty() ? plan.shape.grid.count() : plan.options.blocks.size());
    }
    ++outcome.grids;
    outcome.printed += join_printed(launch);
    launch.printed.clear();
    launch.printed_bytes = 0;
    for (Diagnostic& warning : join_warnings(launch)) {
        const bool told = std::ranges::any_of(
            outcome.warnings, [&](const Diagnostic& d) { return d.line == warning.line && d.column == warning.column; });
        if (!told) outcome.warnings.push_back(std::move(warning));
    }
    launch.warnings.clear();
    join_passed_over(launch, outcome.passed_over);
}

// Ready for the next grid: what is kept over all of them stays.
void begin_grid(LaunchProgress& launch) {
    launch.next_position = 0;
    launch.finished_blocks = 0;
    launch.last_printing = ~std::uint64_t{0};
    if (launch.race) launch.race_rank = 0;  // an earlier grid's race is the one to tell
    launch.ordered_before = launch.last_interval + 1;
}

Fault too_many_grids(const LaunchPlan& plan, const ChildGrid& child) {
    return {.kind = FaultKind::step_budget,
            .file = plan.program.origin,
            .line = static_cast<int>(child.line),
            .message =
                fmt::format("the kernel does not end: it has launched {} grids, the most that the emulator runs, and '{}' is next",
                            kMostGrids, child.kernel->name),
            .hint = "Where each grid launches several others, their number grows exponentially: launch fewer, larger grids."};
}

}  // namespace

void run_grids(LaunchPlan& plan, LaunchProgress& launch, ExecuteOutcome& outcome) {
    run_grid(plan, launch, outcome);
    std::map<std::pair<bool, std::uint64_t>, std::vector<ChildGrid>>
        children;  // by block, those in the tail stream behind all others
    for (ChildGrid& child : std::exchange(launch.children, {}))
        children[{child.is_tail, child.position}].push_back(std::move(child));
    ExecuteOptions options = plan.options;
    options.watch_thread.reset();
    options.progress = {};
    options.blocks.clear();
    ++launch.depth;
    for (auto& child : children | std::views::values | std::views::join) {
        if (launch.fault || launch.cancelled) break;
        if (outcome.grids >= kMostGrids) {
            launch.fault = too_many_grids(plan, child);
            break;
        }
        --launch.pending;
        begin_grid(launch);
        LaunchPlan next(plan.program, *child.kernel, child.shape, child.arguments, plan.memory, options);
        next.launched_by = child.launched_by;
        const std::size_t told = outcome.passed_over.size();
        std::swap(next.shadows, plan.shadows);
        run_grids(next, launch, outcome);
        std::swap(next.shadows, plan.shadows);
        const auto name_grid = [&](Fault& fault) {
            if (!fault.message.contains("child grid"))
                fault.message += fmt::format(" (in the child grid '{}', launched in line {})", child.kernel->name, child.line);
        };
        if (launch.fault) name_grid(*launch.fault);
        std::for_each(outcome.passed_over.begin() + static_cast<std::ptrdiff_t>(told), outcome.passed_over.end(), name_grid);
    }
    --launch.depth;
}

}  // namespace warpwise::simt
