#include "debug/debug_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "debug/debug_arithmetic.h"

namespace warpwise {
namespace {

constexpr std::size_t kMostPartsRead = 512;
constexpr int kMostNested = 6;

// Of numbers that were computed: wide enough for all lanes.
DebugTypeRef type_of_numbers(const DebugOperandLanes& found) {
    bool any_real = false, any_large = false, all_boolean = true, all_float = true;
    for (const auto& one : found) {
        if (!one) continue;
        const DebugNumber& number = one->number;
        any_real = any_real || number.is_floating();
        any_large = any_large || number.is_large();
        all_boolean = all_boolean && number.kind == DebugNumber::Kind::boolean;
        all_float = all_float && number.is_float;
    }
    if (any_real) return {.base = ValueKind::floating, .base_bytes = all_float ? 4u : 8u, .spelled = {}};
    if (any_large) return {.base = ValueKind::unsigned_integer, .base_bytes = 8, .spelled = {}};
    if (all_boolean) return {.base = ValueKind::boolean, .base_bytes = 1, .spelled = {}};
    return {.base = ValueKind::signed_integer, .base_bytes = 8, .spelled = {}};
}

bool is_aggregate(const DebugValue& value) { return value.kind == ValueKind::array || value.kind == ValueKind::structure; }

struct Part {
    std::string name;
    DebugTypeRef type;
    std::uint64_t offset = 0;
    const DebugType::Member* member = nullptr;
    const DebugValue* child = nullptr;  // as the state has it
};

// The members in their order, those of unnamed structures as the structure's own.
void append_members(std::vector<Part>& parts, DebugTypes types, std::uint32_t index, std::uint64_t offset, int level) {
    if (index >= types.size() || level > kMostNested) return;
    for (const DebugType::Member& member : types[index].members) {
        if (member.name.empty())
            append_members(parts, types, member.type, offset + member.offset, level + 1);
        else
            parts.push_back({member.name, type_at(types, member.type), offset + member.offset, &member, nullptr});
    }
}

std::vector<Part> members_of(DebugTypes types, const DebugValue& structure) {
    std::vector<Part> parts;
    append_members(parts, types, structure.type_index, 0, 0);
    for (Part& part : parts) {
        const auto child = std::ranges::find(structure.children, part.name, &DebugValue::name);
        if (child != structure.children.end()) part.child = &*child;
    }
    if (parts.empty())
        for (const DebugValue& child : structure.children) parts.push_back({child.name, {}, 0, nullptr, &child});
    return parts;
}

Part element_of(DebugTypes types, const DebugValue& array, std::uint64_t place) {
    Part part{fmt::format("[{}]", place), {}, 0, nullptr, nullptr};
    if (array.type_index < types.size()) part.type = type_at(types, types[array.type_index].element);
    part.offset = place * part.type.bytes();
    if (place < array.children.size()) part.child = &array.children[static_cast<std::size_t>(place)];
    return part;
}

DebugValue value_of(const DebugPlaces& places, const DebugScope& scope, const DebugValue& whole, const Part& part) {
    std::vector<std::uint64_t> addresses;
    const bool is_reference = part.type.index < places.types().size() && places.types()[part.type.index].is_reference;
    if (!whole.addresses.empty() && part.type.is_known() && !is_reference && (part.member == nullptr || part.member->bits == 0)) {
        addresses.assign(kDebugLanes, 0);
        for (std::size_t lane = 0; lane < whole.addresses.size() && lane < addresses.size(); ++lane)
            if (whole.addresses[lane] != 0) addresses[lane] = whole.addresses[lane] + part.offset;
    }
    if (part.child != nullptr) {
        DebugValue value = *part.child;
        value.type_index = part.type.pointers == 0 && !is_reference ? part.type.index : kNoDebugType;
        value.addresses = std::move(addresses);
        return value;
    }
    DebugOperandLanes found;
    for (std::size_t lane = 0; lane < whole.addresses.size() && lane < found.size(); ++lane) {
        if (whole.addresses[lane] == 0 || scope.state.lanes[lane] == LaneStatus::absent) continue;
        const DebugOperand owner{.type = type_at(places.types(), whole.type_index), .address = whole.addresses[lane]};
        auto one = part.member != nullptr ? places.member(owner, part.name, static_cast<int>(lane))
                                          : places.at(whole.addresses[lane] + part.offset, part.type, static_cast<int>(lane));
        if (one) found[lane] = std::move(*one);
    }
    DebugValue value = value_of_lanes(places, part.name, found);
    if (value.known == 0) {  // not set, or not readable
        value.kind = part.type.kind(), value.bytes = part.type.bytes();
        value.type = places.name_of_type(part.type);
    }
    if (!is_aggregate(value)) value.addresses = std::move(addresses);
    return value;
}

void read_levels(const DebugScope& scope, DebugValue& value, std::size_t& room, int level) {
    if (!is_aggregate(value) || level > kMostNested) return;
    if (value.children.empty()) {
        std::vector<DebugValue> parts = debug_parts(scope, value, 0, std::min<std::uint64_t>(kMostDebugChildren, room));
        room -= std::min(room, parts.size());
        value.children = std::move(parts);
        value.count = std::max(value.count, static_cast<std::uint32_t>(value.children.size()));
    }
    for (DebugValue& child : value.children) read_levels(scope, child, room, level + 1);
}

}  // namespace

DebugValue value_of_lanes(const DebugPlaces& places, std::string name, const DebugOperandLanes& found) {
    DebugValue value{.name = std::move(name)};
    std::optional<DebugTypeRef> type;
    bool same = true;
    for (std::size_t lane = 0; lane < found.size(); ++lane) {
        if (!found[lane]) continue;
        value.known |= 1u << lane;
        same = same && (!type || *type == found[lane]->type);
        if (!type) type = found[lane]->type;
    }
    if (!type) return value;
    if (!same || !type->is_known()) type = type_of_numbers(found);
    value.type = places.name_of_type(*type);
    value.kind = type->kind();
    value.bytes = type->bytes();
    value.type_index = type->pointers == 0 ? type->index : kNoDebugType;
    if (!is_aggregate(value)) {
        for (std::size_t lane = 0; lane < found.size(); ++lane)
            if (found[lane]) value.bits[lane] = bits_of_number(found[lane]->number, value.kind, value.bytes);
        return value;
    }
    value.addresses.assign(kDebugLanes, 0);
    for (std::size_t lane = 0; lane < found.size(); ++lane) {
        if (!found[lane]) continue;
        value.count = std::max(value.count, static_cast<std::uint32_t>(found[lane]->count));
        if (found[lane]->address) value.addresses[lane] = *found[lane]->address;
    }
    return value;
}

std::vector<DebugValue> debug_parts(const DebugScope& scope, const DebugValue& whole, std::uint64_t first, std::uint64_t count) {
    const DebugPlaces places(scope, false);
    std::vector<DebugValue> parts;
    const auto frame_of = [&](DebugValue value) {
        value.frame = whole.frame;
        return value;
    };
    if (whole.kind == ValueKind::structure) {
        const std::vector<Part> members = members_of(places.types(), whole);
        for (std::uint64_t i = first; i < members.size() && i - first < count; ++i)
            parts.push_back(frame_of(value_of(places, scope, whole, members[static_cast<std::size_t>(i)])));
    }
    if (whole.kind == ValueKind::array)
        for (std::uint64_t i = first; i < whole.count && i - first < count; ++i) {
            const Part part = element_of(places.types(), whole, i);
            if (part.child == nullptr && (whole.addresses.empty() || !part.type.is_known())) break;
            parts.push_back(frame_of(value_of(places, scope, whole, part)));
        }
    return parts;
}

void read_children(const DebugScope& scope, DebugValue& whole) {
    std::size_t room = kMostPartsRead;
    read_levels(scope, whole, room, 0);
}

}  // namespace warpwise
