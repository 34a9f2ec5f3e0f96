#include "ui/debugger/source_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "base/number_text.h"
#include "base/text.h"
#include "ui/debugger/debugger_text.h"
#include "ui/debugger/lanes_tooltip.h"
#include "ui/debugger/line_values.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr std::array kHeats{Heat::executions, Heat::sectors, Heat::conflicts};
constexpr int kNoHeat = static_cast<int>(kHeats.size());
// Below this share of useful bytes, the sectors of a line are shown as a cost. A partial warp may leave up to half of them unused.
constexpr double kUsefulShare = 0.5;

double ratio(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// What a line is compared by; 0: it has none of it.
double amount_of(const LineCounts& line, Heat heat) {
    switch (heat) {
        case Heat::executions: return static_cast<double>(line.visits);
        case Heat::sectors: return ratio(line.sectors, line.requests);
        case Heat::conflicts: return ratio(line.wavefronts, line.shared_requests);
    }
    return 0;
}

bool is_costly(const LineCounts& line, Heat heat) {
    if (heat == Heat::sectors) return ratio(line.useful_bytes, 32 * line.sectors) < kUsefulShare;
    return heat == Heat::conflicts && line.conflicts > 0;
}

std::string help_of(const LineCounts& line, Heat heat) {
    const std::string number = fmt::format("Line {}: ", line.line);
    switch (heat) {
        case Heat::executions:
            return number + fmt::format("warps reach it {} times; {} warp instructions, with {:.1f} active lanes on average.",
                                        with_separators(line.visits), with_separators(line.executions),
                                        ratio(line.lanes, line.executions));
        case Heat::sectors:
            return number + fmt::format(
                                "{} requests to global memory fetch or write {} sectors of 32 bytes, {:.1f} per request. "
                                "{:.0f} % of their bytes are used.",
                                with_separators(line.requests), with_separators(line.sectors), ratio(line.sectors, line.requests),
                                100 * ratio(line.useful_bytes, 32 * line.sectors));
        case Heat::conflicts:
            return number + fmt::format(
                                "{} requests to shared memory take {} wavefronts, {:.1f} per request; {} of them are bank "
                                "conflicts.",
                                with_separators(line.shared_requests), with_separators(line.wavefronts),
                                ratio(line.wavefronts, line.shared_requests), with_separators(line.conflicts));
    }
    return "";
}

std::string cell_text(double amount, Heat heat) {
    if (heat == Heat::executions) return short_count(amount);
    const std::string number = amount == std::floor(amount) ? fmt::format("{:.0f}", amount) : fmt::format("{:.1f}", amount);
    return heat == Heat::conflicts && amount > 1 ? number + "-way" : number;
}

// What the marks were made from.
struct MarksState {
    std::shared_ptr<const DebugState> now;
    std::shared_ptr<const DebugOverview> overview;
    std::shared_ptr<const DebugSubject> subject;
    std::vector<LineCounts> launch;  // empty: the block's
    Heat heat = Heat::executions;
    bool show_heat = true;
    int lane = -1;  // whose values the line says
};

void fill_heat(const DebuggerState& state, const std::vector<LineCounts>& launch, LineMarks& marks) {
    marks.heat.clear();
    marks.heat_of.clear();
    if (state.overview == nullptr || state.now == nullptr || state.subject == nullptr || !state.show_heat) return;
    if (!launch.empty()) {
        marks.heat = line_heat(launch, state.heat);
        marks.heat_of = fmt::format("{}, in the whole launch", heat_title(state.heat));
        return;
    }
    marks.heat = line_heat(state.overview->lines, state.heat);
    marks.heat_of = fmt::format("{}, in {} alone", heat_title(state.heat), block_text(state.now->block, state.subject->shape.grid));
    if (!state.overview->complete && !state.overview->fault)
        marks.heat_of += fmt::format(", first {} instructions", with_separators(state.overview->length));
}

void fill_line(const DebuggerState& state, LineMarks& marks) {
    const int before = marks.current;
    marks.current = 0;
    marks.faulted = false;
    if (state.now == nullptr || state.now->frames.empty()) return;
    marks.current = state.now->frames.front().line;
    marks.faulted = state.now->fault.has_value();
    marks.changed = marks.changed || marks.current != before;
}

// The lane that every view marks, else the first that runs the line; at a fault the one that caused it.
int lane_of_line(const DebuggerState& state) {
    if (const auto& fault = state.now->fault; fault && fault->thread && state.subject != nullptr) {
        const Dim3 &at = *fault->thread, &size = state.subject->shape.block;
        return static_cast<int>((at.x + size.x * (at.y + std::uint64_t{size.y} * at.z)) % kDebugLanes);
    }
    const auto active = [&](int lane) { return state.now->lanes[static_cast<std::size_t>(lane)] == LaneStatus::active; };
    if (const int lane = state.shown_lane(); lane >= 0 && active(lane)) return lane;
    for (int lane = 0; lane < kDebugLanes; ++lane)
        if (active(lane)) return lane;
    return -1;
}

void fill_values(const DebuggerState& state, MarksState& made, LineMarks& marks) {
    const int lane = state.now != nullptr && marks.current > 0 ? lane_of_line(state) : -1;
    if (made.now == state.now && made.lane == lane) return;
    made.lane = lane;
    marks.values.clear();
    if (lane < 0) return;
    const auto lines = lines_of(marks.text);
    const auto index = static_cast<std::size_t>(marks.current - 1);
    if (index >= lines.size()) return;
    const std::string values = values_in_line(lines[index], *state.now, state.subject->shape, lane);
    if (!values.empty()) marks.values = fmt::format("lane {}:  {}", lane, values);
}

}  // namespace

std::string short_count(double value) {
    if (value < 10'000) return with_separators(static_cast<std::int64_t>(std::llround(value)));
    constexpr std::array units{"k", "M", "G", "T"};
    std::size_t unit = 0;
    value /= 1000;
    while (value >= 999.5 && unit + 1 < units.size()) value /= 1000, ++unit;
    return fmt::format("{:.{}f}{}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, units[unit]);
}

const char* heat_title(Heat heat) {
    switch (heat) {
        case Heat::executions: return "times a warp reaches the line";
        case Heat::sectors: return "sectors per request";
        case Heat::conflicts: return "wavefronts per request";
    }
    return "";
}

const std::vector<LineCounts>* counts_of_launch(const RunRecord* latest, const DebugSubject& subject) {
    if (latest == nullptr || latest->lines.empty()) return nullptr;
    const ExperimentRequest& ran = latest->request;
    const bool same = ran.lesson == subject.lesson && ran.kernel == subject.kernel && ran.edited_source == subject.edited &&
                      ran.parameters == subject.request.parameters && ran.seed == subject.request.seed &&
                      latest->launch == subject.shape;
    return same ? &latest->lines : nullptr;
}

std::map<int, LineHeat> line_heat(const std::vector<LineCounts>& counted, Heat heat) {
    std::map<int, LineCounts> lines;
    for (const LineCounts& counts : counted) {
        if (counts.line <= 0) continue;
        LineCounts& sum = lines[counts.line];
        sum.line = counts.line;
        sum += counts;
    }
    double most = 0;
    for (const auto& [number, counts] : lines) most = std::max(most, amount_of(counts, heat));
    std::map<int, LineHeat> cells;
    for (const auto& [number, counts] : lines) {
        const double amount = amount_of(counts, heat);
        if (amount <= 0) continue;
        cells[number] = {.text = cell_text(amount, heat),
                         .share = static_cast<float>(amount / most),
                         .costly = is_costly(counts, heat),
                         .help = help_of(counts, heat)};
    }
    return cells;
}

void update_line_marks(Workbench& bench) {
    DebuggerState& state = bench.state<DebuggerState>();
    LineMarks& marks = bench.state<LineMarks>();
    MarksState& made = bench.state<MarksState>();
    marks.of_exercise = state.subject != nullptr && state.subject->exercise;
    marks.shown = state.is_open() || !state.breakpoints.empty();
    if (!marks.shown) {
        if (made.subject != nullptr || !marks.text.empty()) marks = {}, made = {};
        return;
    }
    if (marks.choices.empty()) {
        marks.choices = {"Executions", "Sectors", "Conflicts", "Off"};
        marks.chosen = state.show_heat ? static_cast<int>(state.heat) : kNoHeat;
    }
    state.show_heat = marks.chosen != kNoHeat;
    if (state.show_heat) state.heat = kHeats[static_cast<std::size_t>(marks.chosen)];
    marks.breakpoints.clear();
    for (const DebugBreakpoint& breakpoint : state.breakpoints) marks.breakpoints[breakpoint.line] = breakpoint.condition;
    if (made.subject != state.subject) marks.text = state.subject != nullptr ? state.subject->text : "";
    const auto* all = state.subject != nullptr
                          ? counts_of_launch(bench.results.latest(kind_that(&DeviceTraits::has_counts)), *state.subject)
                          : nullptr;
    marks.extents = all != nullptr ? std::vector<std::string>{"This block", "Whole launch"} : std::vector<std::string>();
    const std::vector<LineCounts> launch = all != nullptr && marks.extent == 1 ? *all : std::vector<LineCounts>();
    const bool same_heat =
        made.overview == state.overview && made.heat == state.heat && made.show_heat == state.show_heat && made.launch == launch;
    if (!same_heat) fill_heat(state, launch, marks);
    if (made.now != state.now) fill_line(state, marks);
    marks.code = state.is_open() ? state.overview : nullptr;
    fill_values(state, made, marks);
    made = {state.now, state.overview, state.subject, launch, state.heat, state.show_heat, made.lane};
    if (state.is_open() && !marks.show_lanes)
        marks.show_lanes = [&bench](const std::string& expression) { lanes_tooltip(bench, expression); };
    if (!state.is_open()) marks.show_lanes = nullptr;
    if (!state.is_open()) marks.choices.clear();  // nothing has been counted
}

}  // namespace warpwise::ui
