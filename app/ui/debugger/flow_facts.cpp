#include "ui/debugger/flow_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <set>

#include "ui/debugger/access_pattern.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kMostReads = 1024;  // kept of a lane until it writes
constexpr std::size_t kMostToldArrows = 6;

struct Read {
    std::int64_t element = 0;
    int line = 0;
    std::string value;
};

bool is_of(const DebugAccess& access, const FlowArray& array) { return access.array == array.name && access.space == array.space; }

std::string value_text(const std::optional<DebugValue>& value, int lane) { return value ? text_of(*value, lane) : std::string(); }

void add_arrow(FlowRow& row, FlowArrow arrow) {
    const bool is_there = std::ranges::any_of(row.arrows, [&](const FlowArrow& other) {
        return other.lane == arrow.lane && other.from == arrow.from && other.to == arrow.to;
    });
    if (is_there) return;
    if (row.arrows.size() < kMostFlowArrows)
        row.arrows.push_back(std::move(arrow));
    else
        ++row.left_out;
}

// Takes from the lane's reads those that the write is made of.
void add_reads(FlowRow& row, const std::vector<Read>& reads, int lane, std::int64_t to) {
    const bool has_same_line = std::ranges::find(reads, row.line, &Read::line) != reads.end();
    for (const Read& read : reads)
        if (!has_same_line || read.line == row.line) add_arrow(row, {lane, read.line, read.element, to, read.value});
}

FlowColumns columns_of(const std::set<std::int64_t>& touched, std::int64_t whole) {
    FlowColumns columns;
    if (touched.empty()) return columns;
    std::int64_t first = *touched.begin(), last = *touched.rbegin();
    const auto most = static_cast<std::int64_t>(kMostFlowColumns);
    if (whole > 0 && whole <= most) first = std::min<std::int64_t>(first, 0), last = std::max(last, whole - 1);
    if (last - first < most) {
        for (std::int64_t element = first; element <= last; ++element) columns.elements.push_back(element);
        return columns;
    }
    for (const std::int64_t element : touched)
        if (columns.elements.size() < kMostFlowColumns)
            columns.elements.push_back(element);
        else
            ++columns.left_out;
    return columns;
}

// How far apart two equal parts of the elements are, where there are two; 0: there are not.
std::int64_t distance_of_halves(const std::set<std::int64_t>& touched) {
    const std::vector<std::int64_t> elements(touched.begin(), touched.end());
    const std::size_t count = elements.size() / 2;
    if (count < 2 || elements.size() % 2 != 0) return 0;
    const std::int64_t apart = elements[count] - elements[0];
    for (std::size_t i = 0; i < count; ++i)
        if (elements[count + i] - elements[i] != apart) return 0;
    return apart;
}

// Whether each row reads in one of the halves alone, and writes in one alone.
bool take_turns(const std::vector<FlowRow>& rows, std::int64_t second) {
    return std::ranges::all_of(rows, [&](const FlowRow& row) {
        const auto in_second = [&](std::int64_t element) { return element >= second; };
        const bool reads = !row.arrows.empty() && in_second(row.arrows.front().from),
                   writes = in_second(row.targets.front().element);
        return std::ranges::all_of(row.arrows, [&](const FlowArrow& arrow) { return in_second(arrow.from) == reads; }) &&
               std::ranges::all_of(row.targets, [&](const FlowTarget& target) { return in_second(target.element) == writes; });
    });
}

// "parts[5] = 3"
std::string with_value(const std::string& array, std::int64_t element, const std::string& value) {
    return fmt::format("{}[{}]{}", array, element, value.empty() ? "" : " = " + value);
}

}  // namespace

const FlowTarget* FlowRow::target(std::int64_t element) const {
    const auto found = std::ranges::lower_bound(targets, element, {}, &FlowTarget::element);
    return found != targets.end() && found->element == element ? &*found : nullptr;
}

std::size_t FlowRow::collisions() const {
    return static_cast<std::size_t>(std::ranges::count_if(targets, [](const FlowTarget& t) { return std::popcount(t.lanes) > 1; }));
}

int FlowColumns::column_of(std::int64_t element) const {
    if (half > 0 && !elements.empty() && element >= elements.front() + half) element -= half;
    const auto found = std::ranges::lower_bound(elements, element);
    return found != elements.end() && *found == element ? static_cast<int>(found - elements.begin()) : -1;
}

bool FlowColumns::has_gap_before(std::size_t column) const { return column > 0 && elements[column] != elements[column - 1] + 1; }

const FlowTarget* target_in(const FlowRow& row, const FlowColumns& columns, std::size_t column) {
    const FlowTarget* const first = row.target(columns.elements[column]);
    return first != nullptr || columns.half == 0 ? first : row.target(columns.elements[column] + columns.half);
}

const FlowArrow* arrow_from(const FlowRow& row, const FlowColumns& columns, std::size_t column) {
    const auto found = std::ranges::find_if(
        row.arrows, [&](const FlowArrow& arrow) { return columns.column_of(arrow.from) == static_cast<int>(column); });
    return found != row.arrows.end() ? &*found : nullptr;
}

Flow flow_of(std::span<const DebugAccess> accesses, const FlowArray& from, const FlowArray& to) {
    Flow flow{.from = from, .to = to};
    std::array<std::vector<Read>, kDebugLanes> reads;
    for (const DebugAccess& access : accesses) {
        const bool writes = is_of(access, to) && access.is_store;
        if (writes && flow.rows.size() == kMostFlowRows) {
            ++flow.rows_left_out;
            continue;
        }
        FlowRow row{.position = access.position, .line = access.line, .is_atomic = access.is_atomic};
        std::map<std::int64_t, FlowTarget> targets;
        for (const int lane : lanes_of(access.mask)) {
            const auto i = static_cast<std::size_t>(lane);
            const std::int64_t element = access.elements[i];
            if (!access.is_store && is_of(access, from) && reads[i].size() < kMostReads)
                reads[i].push_back({element, access.line, value_text(access.before, lane)});
            if (writes) {
                FlowTarget& target = targets[element];
                target.element = element;
                target.lanes |= 1u << lane;
                target.value = value_text(access.after, lane);
                add_reads(row, reads[i], lane, element);
                if (access.is_atomic && flow.is_one_array())
                    add_arrow(row, {lane, access.line, element, element, value_text(access.before, lane)});
            }
            // what is read for one array is not what the next write of another is made of
            if (writes || (access.is_store && flow.is_one_array())) reads[i].clear();
        }
        if (!writes) continue;
        for (auto& [element, target] : targets) row.targets.push_back(std::move(target));
        flow.rows.push_back(std::move(row));
    }
    std::set<std::int64_t> read, written;
    for (const FlowRow& row : flow.rows) {
        for (const FlowArrow& arrow : row.arrows) read.insert(arrow.from);
        for (const FlowTarget& target : row.targets) written.insert(target.element);
    }
    if (flow.is_one_array()) {
        read.insert(written.begin(), written.end());
        const std::int64_t half = distance_of_halves(read);
        const bool folds = half >= static_cast<std::int64_t>(kMostFlowColumns) && take_turns(flow.rows, *read.begin() + half);
        if (folds) read.erase(read.lower_bound(*read.begin() + half), read.end());
        flow.from_columns = columns_of(read, from.elements);
        flow.from_columns.half = folds ? half : 0;
        flow.to_columns = flow.from_columns;
        return flow;
    }
    flow.from_columns = columns_of(read, from.elements);
    flow.to_columns = columns_of(written, to.elements);
    return flow;
}

std::vector<FlowArray> written_arrays(std::span<const DebugAccess> accesses) {
    std::vector<FlowArray> arrays;
    for (const DebugAccess& access : accesses)
        if (access.is_store && access.mask != 0 && !access.array.empty() &&
            std::ranges::none_of(arrays, [&](const FlowArray& array) { return is_of(access, array); }))
            arrays.push_back({.name = access.array, .space = access.space});
    return arrays;
}

std::string flow_sentence(const Flow& flow, const FlowRow& row) {
    std::uint32_t lanes = 0;
    const FlowTarget* most = nullptr;
    for (const FlowTarget& target : row.targets) {
        lanes |= target.lanes;
        if (most == nullptr || std::popcount(target.lanes) > std::popcount(most->lanes)) most = &target;
    }
    const int count = std::popcount(lanes);
    std::string text = fmt::format("Line {}: {} lane{} {} {} element{} of {}", row.line, count, count == 1 ? "" : "s",
                                   row.is_atomic ? (count == 1 ? "updates" : "update") : (count == 1 ? "writes" : "write"),
                                   row.targets.size(), row.targets.size() == 1 ? "" : "s", flow.to.name);
    const std::size_t arrows = row.arrows.size() + row.left_out;
    if (arrows == 0 && flow.is_one_array()) text += ", and read none of it before";
    if (const std::size_t met = row.collisions(); met > 0) {
        text += fmt::format(". {} lanes meet in {}[{}]: ", std::popcount(most->lanes), flow.to.name, most->element);
        text += row.is_atomic ? "their updates are made one after another" : "one of their stores stays";
        if (met > 1) text += fmt::format(", and so in {} more element{}", met - 1, met == 2 ? "" : "s");
    }
    if (row.left_out > 0) text += fmt::format(". {} of {} arrows are drawn", row.arrows.size(), arrows);
    return text + ".";
}

std::string flow_text(const Flow& flow, const FlowRow& row, std::int64_t element) {
    const FlowTarget* const target = row.target(element);
    if (target == nullptr) return {};
    const int lanes = std::popcount(target->lanes);
    std::string text = fmt::format("{}, {} on line {} by {}", with_value(flow.to.name, element, target->value),
                                   row.is_atomic ? "updated" : "written", row.line, lanes_text(target->lanes));
    if (lanes > 1 && !row.is_atomic) text += fmt::format("\n{} lanes write it: one of their stores stays", lanes);
    if (lanes > 1 && row.is_atomic) text += fmt::format("\n{} lanes update it, one after another", lanes);
    std::size_t told = 0, all = 0;
    for (const FlowArrow& arrow : row.arrows) {
        if (arrow.to != element || ++all > kMostToldArrows) continue;
        ++told;
        text += fmt::format("\nLane {}, line {}: {} \u2192 {}[{}]", arrow.lane, arrow.line,
                            with_value(flow.from.name, arrow.from, arrow.value), flow.to.name, element);
    }
    if (all > told) text += fmt::format("\nand {} more", all - told);
    return text;
}

std::string flow_read_text(const Flow& flow, const FlowRow& row, std::int64_t element) {
    std::string text;
    std::size_t told = 0, all = 0;
    for (const FlowArrow& arrow : row.arrows) {
        if (arrow.from != element) continue;
        if (all++ == 0) text = with_value(flow.from.name, element, arrow.value);
        if (all > kMostToldArrows) continue;
        ++told;
        text += fmt::format("\nread by lane {} on line {}, for {}[{}]", arrow.lane, arrow.line, flow.to.name, arrow.to);
    }
    if (all > told) text += fmt::format("\nand {} more", all - told);
    return text;
}

}  // namespace warpwise::ui
