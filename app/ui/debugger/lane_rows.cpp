#include "ui/debugger/lane_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/number_text.h"
#include "base/shared_memory_groups.h"
#include "debug/debug_expression.h"
#include "ui/debugger/access_pattern.h"

namespace warpwise::ui {
namespace {

std::string path_of_child(const std::string& parent, const DebugValue& child) {
    return child.name.starts_with('[') ? parent + child.name : parent + "." + child.name;
}

void add_value(std::vector<LaneRow>& rows, const DebugValue& value, const std::string& path, int depth, std::uint32_t frame,
               const LaneRowChoices& choices) {
    LaneRow row{.name = value.name, .path = path, .key = fmt::format("{}:{}", frame, path), .depth = depth, .value = &value};
    row.changed = value.changed;
    row.can_expand = !value.children.empty();
    row.is_expanded = row.can_expand && choices.expanded.contains(row.key);
    rows.push_back(row);
    if (!row.is_expanded) return;
    for (const DebugValue& child : value.children) add_value(rows, child, path_of_child(path, child), depth + 1, frame, choices);
    if (value.count > value.children.size()) {
        const std::uint64_t left = value.count - value.children.size();
        rows.push_back({.kind = LaneRow::Kind::more, .name = fmt::format("{} more", with_separators(left)), .depth = depth + 1});
    }
}

bool any_changed(const DebugValue& value) {
    return value.changed != 0 || std::ranges::any_of(value.children, [](const DebugValue& child) { return any_changed(child); });
}

std::vector<const DebugValue*> ordered(const DebugState& state, std::uint32_t frame, VariableOrder order) {
    std::vector<const DebugValue*> values;
    for (const DebugValue& value : state.variables)
        if (value.frame == frame) values.push_back(&value);
    const auto put_first = [&](const auto& is_first) {
        std::vector<const DebugValue*> first, rest;
        for (const DebugValue* value : values) (is_first(*value) ? first : rest).push_back(value);
        values = first;
        values.insert(values.end(), rest.begin(), rest.end());
    };
    // Arguments rarely change and are often the same in all lanes: what the kernel computes comes before them.
    if (order == VariableOrder::declared) put_first([](const DebugValue& value) { return !value.is_argument; });
    if (order == VariableOrder::by_name)
        std::ranges::sort(values, [](const DebugValue* a, const DebugValue* b) {
            return a->name != b->name ? a->name < b->name : a->line < b->line;
        });
    if (order == VariableOrder::changed_first) put_first(any_changed);
    return values;
}

LaneRow pin_of(const DebugState& state, const LaneRowChoices& choices, const std::string& text) {
    LaneRow row{.name = text, .path = text, .is_pin = true};
    const auto expression = DebugExpression::parse(text);
    if (!expression) {
        row.problem = expression.error();
        return row;
    }
    const DebugScope scope{.state = state, .shape = choices.shape, .read = {}};
    row.value = expression->variable(scope);
    if (row.value != nullptr) {
        row.changed = row.value->changed;
        return row;
    }
    std::array<std::string, kDebugLanes> results;
    if (choices.evaluated) {  // by the session, which has the memory; it comes a moment later
        const DebugEvaluation* const found = choices.evaluated(text);
        if (found != nullptr) {
            for (std::size_t lane = 0; lane < std::min(results.size(), found->texts.size()); ++lane)
                results[lane] = found->texts[lane];
            row.problem = found->problem;
            row.changed = found->changed;
        }
        row.results = std::make_shared<const std::array<std::string, kDebugLanes>>(std::move(results));
        return row;
    }
    bool any = false;
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        const auto number = expression->evaluate(scope, lane);
        if (!number) continue;
        results[static_cast<std::size_t>(lane)] = number->text();
        any = true;
    }
    row.results = std::make_shared<const std::array<std::string, kDebugLanes>>(std::move(results));
    for (int lane = 0; lane < kDebugLanes && !any && row.problem.empty(); ++lane) row.problem = expression->problem(scope, lane);
    return row;
}

void add_threads(std::vector<LaneRow>& rows, const Dim3& block) {
    const std::uint32_t extents[] = {block.x, block.y, block.z};
    for (std::uint32_t axis = 0; axis < 3; ++axis)
        if (axis == 0 || extents[axis] > 1)
            rows.push_back({.kind = LaneRow::Kind::thread, .name = fmt::format("threadIdx.{}", "xyz"[axis]), .axis = axis});
}

// An operand's value, once for a read, and before and after for a write.
void add_operand(std::vector<LaneRow>& rows, const Operand& operand, std::size_t number, std::uint64_t start) {
    const DebugAccess& access = *operand.access;
    LaneRow row{.kind = LaneRow::Kind::operand,
                .name = operand.name,
                .path = operand.name,
                .access = &access,
                .operand = number,
                .start = start};
    const bool writes = operand.writes();
    if (operand.when == Operand::When::not_reached) {
        row.role = writes ? "after" : "read";
        row.part = writes ? LaneRow::Part::after : LaneRow::Part::read;
        row.problem = writes ? "not written" : "not reached";
        rows.push_back(std::move(row));
        return;
    }
    row.role = writes ? "before" : "read";
    row.part = writes ? LaneRow::Part::before : LaneRow::Part::read;
    row.value = access.before ? &*access.before : nullptr;
    if (row.value == nullptr) row.problem = fmt::format("values are shown for the first {} accesses of a line", kMostValues);
    rows.push_back(row);
    if (!writes || row.value == nullptr) return;
    row.name.clear();
    row.role = "after";
    row.part = LaneRow::Part::after;
    row.value = access.after ? &*access.after : nullptr;
    row.changed = access.changes();
    if (row.value == nullptr) row.problem = "not written";
    rows.push_back(std::move(row));
}

void add_places(std::vector<LaneRow>& rows, const Operand& operand, std::size_t number, std::uint64_t start, bool addresses) {
    const DebugAccess& access = *operand.access;
    LaneRow row{.kind = LaneRow::Kind::strip, .access = &access, .operand = number, .start = start};
    if (!addresses) {
        if (access.space == MemorySpace::global || access.space == MemorySpace::shared) rows.push_back(std::move(row));
        return;
    }
    row.kind = LaneRow::Kind::address;
    row.name = access.array.empty() ? std::string("address, hex") : fmt::format("{} +, hex", access.array);
    rows.push_back(row);
    row.kind = access.space == MemorySpace::shared ? LaneRow::Kind::bank : LaneRow::Kind::sector;
    row.name = access.space == MemorySpace::shared ? "bank" : "sector";
    if (access.space == MemorySpace::global || access.space == MemorySpace::shared) rows.push_back(std::move(row));
}

std::string access_text(const LaneRow& row, std::size_t lane) {
    const DebugAccess& access = *row.access;
    if ((access.mask >> lane & 1) == 0) return {};
    const std::uint64_t address = access.addresses[lane];
    if (row.kind == LaneRow::Kind::bank) return std::to_string(address / kBytesPerBankWord % kBankCount);
    if (row.kind == LaneRow::Kind::address) return fmt::format("{:x}", address - row.start);
    return std::to_string(address / kSectorBytes - row.start / kSectorBytes);
}

// "[12]" for "in[12]": the row's other lanes and its tooltip name the array.
std::string_view place_in_array(const LaneRow& row, std::string_view text) {
    if (row.value == nullptr || row.value->kind != ValueKind::pointer) return text;
    const std::size_t bracket = text.find('[');
    return bracket == std::string_view::npos ? text : text.substr(bracket);
}

std::string capitalised(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

// "1e-4" of "1.0e-04"
std::string short_exponent(std::string text) {
    if (const std::size_t sign = text.find("e-0"); sign != std::string::npos) text.erase(sign + 2, 1);
    if (const std::size_t sign = text.find("e+"); sign != std::string::npos) text.erase(sign + 1, text[sign + 2] == '0' ? 2 : 1);
    return text;
}

// "0.33" for "0.333333343", "-.97" where a sign takes the room of its second digit, "-0.0" where no digit has room; nothing where
// not even that has.
std::optional<std::string> rounded(const std::string& text, std::size_t characters) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    for (int digits = 8; digits > 0; --digits) {
        std::string shorter = short_exponent(fmt::format("{:.{}g}", number, digits));
        if (shorter.size() > characters && shorter.starts_with("-0.")) shorter.erase(1, 1);
        if (shorter.size() <= characters) return shorter;
    }
    if (std::string power = short_exponent(fmt::format("{:.0e}", number)); power.size() <= characters) return power;
    const std::string near_zero = fmt::format("{:.1f}", number);
    return std::abs(number) < 1 && near_zero.size() <= characters ? std::optional(near_zero) : std::nullopt;
}

}  // namespace

std::vector<LaneRow> lane_rows(const DebugState& state, const LaneRowChoices& choices) {
    std::vector<LaneRow> rows;
    for (const std::string& text : choices.pinned) rows.push_back(pin_of(state, choices, text));
    add_threads(rows, choices.shape.block);
    for (std::uint32_t frame = 0; frame < std::max<std::size_t>(state.frames.size(), 1); ++frame) {
        const std::vector<const DebugValue*> values = ordered(state, frame, choices.order);
        if (values.empty()) continue;
        if (frame > 0)
            rows.push_back({.kind = LaneRow::Kind::heading,
                            .name = fmt::format("{}, line {}", state.frames[frame].function, state.frames[frame].line)});
        for (const DebugValue* value : values) add_value(rows, *value, value->name, 0, frame, choices);
    }
    return rows;
}

std::vector<LaneRow> operand_rows(std::span<const Operand> operands, std::span<const DebugArray> arrays, bool addresses) {
    std::vector<LaneRow> rows;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const DebugAccess& access = *operands[i].access;
        const std::uint64_t start = array_start(access, arrays).value_or(0);
        add_operand(rows, operands[i], i, start);
        if (access.mask != 0) add_places(rows, operands[i], i, start, addresses);
    }
    return rows;
}

std::string cell_text(const LaneRow& row, const DebugState& state, const LaunchShape& shape, int lane) {
    const auto i = static_cast<std::size_t>(lane);
    switch (row.kind) {
        case LaneRow::Kind::heading:
        case LaneRow::Kind::strip:
        case LaneRow::Kind::more: return {};
        case LaneRow::Kind::thread: {
            const auto thread = thread_index({.state = state, .shape = shape}, lane);
            if (!thread) return {};
            return std::to_string(row.axis == 0 ? thread->x : row.axis == 1 ? thread->y : thread->z);
        }
        case LaneRow::Kind::operand: return row.value != nullptr ? text_of(*row.value, lane) : std::string();
        case LaneRow::Kind::value:
            if (row.value != nullptr) return text_of(*row.value, lane);
            return row.results ? (*row.results)[i] : std::string();
        case LaneRow::Kind::address:
        case LaneRow::Kind::sector:
        case LaneRow::Kind::bank: break;
    }
    return access_text(row, i);
}

LaneTexts cell_texts(const LaneRow& row, const DebugState& state, const LaunchShape& shape) {
    LaneTexts texts;
    for (int lane = 0; lane < kDebugLanes; ++lane) texts[static_cast<std::size_t>(lane)] = cell_text(row, state, shape, lane);
    return texts;
}

std::string short_cell_text(const LaneRow& row, const DebugState& state, const LaunchShape& shape, int lane, int characters) {
    std::string text = cell_text(row, state, shape, lane);
    const auto most = static_cast<std::size_t>(std::max(characters, 1));
    if (text.size() <= most) return text;
    if (row.results || (row.value != nullptr && row.value->kind == ValueKind::floating))
        if (const auto shorter = rounded(text, most)) return *shorter;
    if (const std::string_view place = place_in_array(row, text); place.size() <= most) return std::string(place);
    if (text.starts_with('{')) return most >= 3 ? "{\u2026}" : "\u2026";
    return text.substr(0, most - 1) + "\u2026";
}

std::string cut_in_the_middle(std::string_view text, int characters) {
    const auto most = static_cast<std::size_t>(std::max(characters, 1));
    if (text.size() <= most) return std::string(text);
    const std::size_t end = most / 2, begin = most - 1 - end;
    return fmt::format("{}\u2026{}", text.substr(0, begin), text.substr(text.size() - end));
}

std::optional<std::string> whole_row_text(const LaneRow& row, const DebugState& state, const LaunchShape& shape, int characters) {
    if (!row.problem.empty()) return row.is_pin ? capitalised(row.problem) : row.problem;
    if (!row.can_expand) return std::nullopt;
    for (int lane = 0; lane < kDebugLanes; ++lane)
        if (cell_text(row, state, shape, lane).size() > static_cast<std::size_t>(std::max(characters, 0))) return row.value->type;
    return std::nullopt;
}

std::string strip_text(const DebugAccess& access, int lane) {
    const bool takes_part = (access.mask >> lane & 1) != 0, faults = (access.faulting >> lane & 1) != 0;
    const auto sector_of = [&](int one) { return access.addresses[static_cast<std::size_t>(one)] / kSectorBytes; };
    std::set<std::uint64_t> sectors;
    for (const int one : lanes_of(access.mask & ~access.faulting)) sectors.insert(sector_of(one));
    std::string text = fmt::format("Lane {}: ", lane);
    if (!takes_part)
        text += "makes no access, and has no colour";
    else if (faults)
        text += "no such element";
    else if (access.space == MemorySpace::shared)
        text += fmt::format("bank {}", access.addresses[static_cast<std::size_t>(lane)] / kBytesPerBankWord % kBankCount);
    else
        text += fmt::format("sector {} of {}", std::distance(sectors.begin(), sectors.find(sector_of(lane))) + 1, sectors.size());
    if (access.space == MemorySpace::shared)
        return text + "\nRed: another lane needs another word of the same bank. Green: no conflict.";
    text += "\nLanes above the same colour access the same 32-byte sector.";
    return sectors.size() > kSectorColours ? text + " The colours repeat." : text;
}

}  // namespace warpwise::ui
