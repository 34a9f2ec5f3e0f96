#include "cli/debug_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <vector>

#include "debug/debug_expression.h"

namespace warpwise {

using nlohmann::json;

namespace {

bool has(std::uint32_t lanes, int lane) { return (lanes >> lane & 1) != 0; }

// A float's shortest text as a double: 0.1f is 0.1 in the JSON, and reads as the same float.
json json_of(const DebugNumber& number) {
    switch (number.kind) {
        case DebugNumber::Kind::integer: return number.integer;
        case DebugNumber::Kind::unsigned_integer: return static_cast<std::uint64_t>(number.integer);
        case DebugNumber::Kind::boolean: return number.integer != 0;
        case DebugNumber::Kind::floating: break;
    }
    if (!std::isfinite(number.floating)) return number.text();
    return number.is_float ? std::strtod(number.text().c_str(), nullptr) : number.floating;
}

std::string address_text(std::uint64_t address) { return address == 0 ? "null" : fmt::format("{:#x}", address); }

struct LaneNumber {
    int lane = 0;
    DebugNumber number;
};

// "0..31", "0..62 in steps of 2": whole numbers that grow evenly from lane to lane. Of two lanes any two numbers would.
std::optional<std::string> even_steps(const std::vector<LaneNumber>& all) {
    if (all.size() < 3) return std::nullopt;
    std::optional<std::int64_t> slope;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].number.kind != DebugNumber::Kind::integer || std::abs(all[i].number.integer) > std::int64_t{1} << 53)
            return std::nullopt;
        if (i == 0) continue;
        const std::int64_t rise = all[i].number.integer - all[i - 1].number.integer, lanes = all[i].lane - all[i - 1].lane;
        if (rise == 0 || rise % lanes != 0 || (slope && *slope != rise / lanes)) return std::nullopt;
        slope = rise / lanes;
    }
    std::string text = fmt::format("{}..{}", all.front().number.text(), all.back().number.text());
    if (std::abs(*slope) != 1) text += fmt::format(" in steps of {}", *slope);
    return text;
}

std::string numbers_text(const std::vector<LaneNumber>& all) {
    if (const auto even = even_steps(all)) return *even;
    std::set<std::string> different;
    for (const LaneNumber& one : all) different.insert(one.number.text());
    std::vector<LaneNumber> sorted = all;
    std::erase_if(sorted, [](const LaneNumber& one) { return std::isnan(one.number.real()); });
    if (different.size() <= 2 || sorted.empty()) return fmt::format("{}", fmt::join(different, ", "));
    const auto [least, most] = std::ranges::minmax_element(sorted, {}, [](const LaneNumber& one) { return one.number.real(); });
    return fmt::format("{} to {}, {} different values", least->number.text(), most->number.text(), different.size());
}

// Whether it, or a part of it, has a value in a lane.
bool is_set(const DebugValue& value, int lane) {
    if (value.kind != ValueKind::array && value.kind != ValueKind::structure) return has(value.known | value.held, lane);
    return std::ranges::any_of(value.children, [&](const DebugValue& child) { return is_set(child, lane); });
}

}  // namespace

std::uint32_t lanes_with(const DebugState& state, LaneStatus status) {
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < kDebugLanes; ++lane)
        if (state.lanes[static_cast<std::size_t>(lane)] == status) lanes |= 1u << lane;
    return lanes;
}

json json_of(const DebugValue& value, int lane) {
    if (value.kind == ValueKind::structure) {
        json object = json::object();
        for (const DebugValue& member : value.children) object[member.name] = json_of(member, lane);
        return object;
    }
    if (value.kind == ValueKind::array) {
        json array = json::array();
        for (const DebugValue& element : value.children) array.push_back(json_of(element, lane));
        return array;
    }
    if (!is_set(value, lane)) return nullptr;
    if (value.kind == ValueKind::pointer) return text_of(value, lane);
    const auto number = number_of(value, lane);
    return number ? json_of(*number) : json(text_of(value, lane));
}

json json_of_lanes(const DebugValue& value, std::uint32_t lanes) {
    json array = json::array();
    for (int lane = 0; lane < kDebugLanes; ++lane)
        array.push_back(has(lanes, lane) && is_set(value, lane) ? json_of(value, lane) : json(nullptr));
    return array;
}

json json_of(const DebugAccess& access) {
    json elements = json::array();
    for (int lane = 0; lane < kDebugLanes; ++lane)
        elements.push_back(has(access.mask, lane) && !access.array.empty() ? json(access.elements[static_cast<std::size_t>(lane)])
                                                                           : json(nullptr));
    return {{"space", name_of(access.space)}, {"array", access.array.empty() ? json(nullptr) : json(access.array)},
            {"store", access.is_store},       {"atomic", access.is_atomic},
            {"bytes", access.bytes},          {"elements", std::move(elements)},
            {"sectors", access.sectors},      {"wavefronts", access.wavefronts}};
}

std::string summary_of(const DebugValue& value, std::uint32_t lanes) {
    std::vector<LaneNumber> numbers;
    std::vector<std::string> texts;
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        if (!has(lanes, lane) || !is_set(value, lane)) continue;
        texts.push_back(text_of(value, lane));
        if (const auto number = number_of(value, lane); number && value.kind != ValueKind::pointer)
            numbers.push_back({lane, *number});
    }
    if (texts.empty()) return "not set";
    const bool all_same = std::ranges::all_of(texts, [&](const std::string& text) { return text == texts.front(); });
    std::string text;
    if (all_same)
        text = texts.front();
    else if (numbers.size() == texts.size() && value.kind != ValueKind::boolean && value.kind != ValueKind::character)
        text = numbers_text(numbers);
    else if (const std::set<std::string> different(texts.begin(), texts.end()); different.size() <= 2)
        text = fmt::format("{}", fmt::join(different, ", "));
    else
        text = fmt::format("{}..{}", texts.front(), texts.back());
    const auto wanted = static_cast<std::size_t>(std::popcount(lanes));
    if (texts.size() == wanted) return all_same && wanted > 1 ? text + " (all lanes)" : text;
    return fmt::format("{} ({} lane{})", text, texts.size(), texts.size() == 1 ? "" : "s");
}

std::string places_of(const DebugAccess& access) {
    DebugValue places{.name = {}, .type = {}, .kind = ValueKind::signed_integer, .bytes = 8, .known = access.mask};
    for (std::size_t lane = 0; lane < kDebugLanes; ++lane)
        places.bits[lane] = access.array.empty() ? access.addresses[lane] : static_cast<std::uint64_t>(access.elements[lane]);
    std::vector<LaneNumber> numbers;
    for (int lane = 0; lane < kDebugLanes; ++lane)
        if (const auto number = number_of(places, lane)) numbers.push_back({lane, *number});
    if (numbers.empty()) return access.array;
    const auto one = [&](const LaneNumber& at) {
        return access.array.empty() ? address_text(static_cast<std::uint64_t>(at.number.integer))
                                    : fmt::format("{}[{}]", access.array, at.number.integer);
    };
    const auto [least, most] = std::ranges::minmax_element(numbers, {}, [](const LaneNumber& at) { return at.number.integer; });
    if (least->number == most->number) return one(*least) + (numbers.size() > 1 ? fmt::format(" by {} lanes", numbers.size()) : "");
    const auto span = static_cast<std::uint64_t>(most->number.integer) - static_cast<std::uint64_t>(least->number.integer);
    if (span + 1 == numbers.size() || numbers.size() == 2 || even_steps(numbers))
        return one(numbers.front()) + ".." + one(numbers.back());
    return fmt::format("{} locations from {} to {}", numbers.size(), one(*least), one(*most));
}

std::string text_of(const DebugAccess& access) {
    std::string text = fmt::format("{} {}", access.is_atomic ? "atomic" : access.is_store ? "store" : "load", places_of(access));
    const auto counted = [](std::uint32_t count, const char* what) {
        return fmt::format(", {} {}{}", count, what, count == 1 ? "" : "s");
    };
    if (access.space == MemorySpace::global) text += counted(access.sectors, "sector");
    if (access.space == MemorySpace::shared) text += counted(access.wavefronts, "wavefront");
    if (access.space == MemorySpace::local || access.space == MemorySpace::constant)
        text += fmt::format(", {}", name_of(access.space));
    return text;
}

std::string index_text(const Dim3& index) { return fmt::format("({}, {}, {})", index.x, index.y, index.z); }

}  // namespace warpwise
