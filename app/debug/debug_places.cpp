#include "debug/debug_places.h"

#include <algorithm>
#include <vector>

namespace warpwise {
namespace {

constexpr int kMostUnnamedLevels = 8;  // of unnamed structures within each other

bool is_of_program(const DebugValue& value) {
    return value.type.starts_with("__shared__ ") || value.type.starts_with("__device__ ") ||
           value.type.starts_with("__constant__ ");
}

std::optional<std::uint64_t> address_in(const DebugValue& value, int lane) {
    const auto at = static_cast<std::size_t>(lane);
    if (at >= value.addresses.size() || value.addresses[at] == 0) return std::nullopt;
    return value.addresses[at];
}

}  // namespace

const DebugValue* DebugPlaces::variable(std::string_view name) const {
    const std::vector<DebugValue>& all = scope_.state.variables;
    auto found = std::ranges::find_if(all, [&](const DebugValue& v) { return v.frame == scope_.frame && v.name == name; });
    if (found == all.end())  // every function sees them; they are told with the kernel's own
        found = std::ranges::find_if(all, [&](const DebugValue& v) { return v.name == name && is_of_program(v); });
    return found == all.end() ? nullptr : &*found;
}

DebugFound DebugPlaces::variable_in(const DebugValue& value, int lane) const {
    return of(value, lane, type_of(types_, value), address_in(value, lane));
}

DebugFound DebugPlaces::of(const DebugValue& value, int lane, DebugTypeRef type, std::optional<std::uint64_t> address) const {
    if (type.pointers == 0 && type.index < types_.size() && types_[type.index].is_reference) {  // told as what it refers to
        type = type_at(types_, types_[type.index].element);
        address.reset();
    }
    if (!type.is_known()) type = type_of(types_, value);
    DebugOperand operand{.type = type, .address = address, .count = value.count};
    if (value.kind == ValueKind::array || value.kind == ValueKind::structure) {
        operand.part = &value;
        if (!operand.is_aggregate()) operand.type = {.base = value.kind, .spelled = value.type};
        return operand;
    }
    // A bfloat16 is told as a float.
    if (operand.type.index != kNoDebugType && operand.type.pointers == 0 && types_[operand.type.index].is_bfloat)
        operand.type = {.base = ValueKind::floating, .base_bytes = 4, .spelled = value.type};
    if (const auto scalar = number_of(value, lane)) {
        operand.number = *scalar;
        return operand;
    }
    const bool has_value = ((value.known | value.held) >> lane & 1) != 0;
    if (value.kind == ValueKind::other && has_value) return fail("'{}' is of another kind, not a number", value.name);
    return fail("'{}' has no value in lane {}", value.name, lane);
}

std::optional<std::uint64_t> DebugPlaces::read(std::uint64_t address, std::uint32_t bytes, int lane) const {
    if (scope_.read_in_lane) return scope_.read_in_lane(address, bytes, lane);
    return scope_.read ? scope_.read(address, bytes) : std::nullopt;
}

DebugFound DebugPlaces::unreadable(std::uint64_t address, std::uint32_t bytes) const {
    if (!scope_.read && !scope_.read_in_lane) return fail("memory cannot be read here");
    if (address == 0) return fail("the pointer is null");
    if (scope_.read_in_lane && scope_.read && scope_.read(address, bytes))
        return fail("no thread has written to the address {:#x}", address);
    return fail("no array holds the address {:#x}", address);
}

DebugFound DebugPlaces::at(std::uint64_t address, const DebugTypeRef& type, int lane) const {
    DebugOperand operand{.type = type, .address = address};
    if (operand.is_aggregate()) {
        if (type.kind() == ValueKind::array) operand.count = type.index < types_.size() ? types_[type.index].count : 0;
        return operand;
    }
    const DebugType* entry = type.pointers == 0 && type.index < types_.size() ? &types_[type.index] : nullptr;
    if (type.kind() == ValueKind::other || type.bytes() == 0 || type.bytes() > 8)
        return fail("a value of the type '{}' cannot be read here", name_of(types_, type));
    auto bits = read(address, type.bytes(), lane);
    if (!bits) return unreadable(address, type.bytes());
    if (entry != nullptr && entry->is_reference) {
        const DebugTypeRef referred = type_at(types_, entry->element);
        if (referred.is_known() && *bits != address) return at(*bits, referred, lane);
    }
    if (entry != nullptr && entry->is_bfloat) {
        *bits <<= 16;
        operand.type = {.base = ValueKind::floating, .base_bytes = 4, .spelled = entry->name};
    }
    operand.number = number_of_bits(operand.type.kind(), operand.type.bytes(), *bits).value_or(DebugNumber{});
    return operand;
}

DebugFound DebugPlaces::element(const DebugOperand& base, std::int64_t place, int lane) const {
    if (base.is_pointer()) return pointed_at(base, place, lane);
    if (base.type.kind() != ValueKind::array) return fail("'[{}]' must follow an array or a pointer", place);
    return array_element(base, place, lane);
}

DebugFound DebugPlaces::array_element(const DebugOperand& array, std::int64_t place, int lane) const {
    const std::string name = explain_ ? array.part != nullptr ? array.part->name : name_of(types_, array.type) : std::string();
    if (array.count > 0 && (place < 0 || static_cast<std::uint64_t>(place) >= array.count))
        return fail("index {} is outside '{}', which has {} elements", place, name, array.count);
    const DebugTypeRef type = array.type.index < types_.size() ? type_at(types_, types_[array.type.index].element) : DebugTypeRef{};
    std::optional<std::uint64_t> address;
    if (array.address && type.is_known())
        address = *array.address + static_cast<std::uint64_t>(place) * type_at(types_, types_[array.type.index].element).bytes();
    if (array.part != nullptr && static_cast<std::uint64_t>(place) < array.part->children.size())
        return of(array.part->children[static_cast<std::size_t>(place)], lane, type, address);
    if (address) return at(*address, type, lane);
    if (array.part != nullptr)
        return fail("only the first {} of the {} elements of '{}' are shown", array.part->children.size(), array.part->count, name);
    return fail("the elements of '{}' cannot be read here", name);
}

DebugFound DebugPlaces::pointed_at(const DebugOperand& pointer, std::int64_t place, int lane) const {
    const auto type = pointee_of(types_, pointer.type);
    if (!type || type->bytes() == 0) return fail("what a '{}' points to cannot be read here", name_of(types_, pointer.type));
    return at(static_cast<std::uint64_t>(pointer.number.integer) + static_cast<std::uint64_t>(place) * type->bytes(), *type, lane);
}

DebugFound DebugPlaces::bit_field(std::uint64_t address, const DebugType::Member& field, int lane) const {
    const std::uint32_t bytes = (field.first_bit + field.bits + 7) / 8;
    const DebugTypeRef type = type_at(types_, field.type);
    if (bytes > 8 || field.bits > 64) return fail("'{}' cannot be read here", field.name);
    const auto all = read(address, bytes, lane);
    if (!all) return unreadable(address, bytes);
    const std::uint64_t ones = field.bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << field.bits) - 1;
    std::uint64_t bits = *all >> field.first_bit & ones;
    const bool is_negative = type.kind() == ValueKind::signed_integer && (bits >> (field.bits - 1) & 1) != 0;
    if (is_negative) bits |= ~ones;
    const DebugTypeRef whole{.base = type.kind(), .base_bytes = 8, .spelled = {}};
    DebugOperand operand{.number = number_of_bits(whole.kind(), 8, bits).value_or(DebugNumber{}), .type = type};
    return operand;
}

DebugFound DebugPlaces::member_in_memory(const DebugOperand& owner, std::uint32_t index, const std::string& name, int lane) const {
    struct Place {
        std::uint32_t type = 0;
        std::uint64_t offset = 0;
    };
    std::vector<Place> waiting{{index, 0}};
    for (std::size_t i = 0; i < waiting.size() && i < kMostUnnamedLevels; ++i) {
        const Place here = waiting[i];
        if (here.type >= types_.size()) continue;
        for (const DebugType::Member& member : types_[here.type].members) {
            if (member.name.empty()) waiting.push_back({member.type, here.offset + member.offset});
            if (member.name != name) continue;
            const std::uint64_t address = *owner.address + here.offset + member.offset;
            return member.bits > 0 ? bit_field(address, member, lane) : at(address, type_at(types_, member.type), lane);
        }
    }
    return fail("'{}' has no member '{}'", name_of(types_, owner.type), name);
}

DebugFound DebugPlaces::member(const DebugOperand& owner, const std::string& name, int lane) const {
    if (owner.type.kind() != ValueKind::structure) return fail("'.{}' must follow a structure", name);
    if (owner.part != nullptr) {
        const auto found = std::ranges::find(owner.part->children, name, &DebugValue::name);
        if (found != owner.part->children.end()) {
            std::optional<std::uint64_t> address;
            DebugTypeRef type;
            if (owner.type.index < types_.size())
                for (const DebugType::Member& one : types_[owner.type.index].members) {
                    if (one.name != name) continue;
                    type = type_at(types_, one.type);
                    if (owner.address && one.bits == 0) address = *owner.address + one.offset;
                }
            return of(*found, lane, type, address);
        }
    }
    if (owner.address && owner.type.index < types_.size()) return member_in_memory(owner, owner.type.index, name, lane);
    return fail("'{}' has no member '{}'", owner.part != nullptr ? owner.part->name : name_of(types_, owner.type), name);
}

DebugFound DebugPlaces::address_of(const DebugOperand& operand) const {
    if (!operand.address) return fail("'&' must precede something that lies in memory: variables in registers have no address");
    DebugOperand pointer{.number = DebugNumber::of_unsigned(*operand.address), .type = operand.type};
    ++pointer.type.pointers;
    return pointer;
}

std::optional<DebugOperand> DebugPlaces::as_pointer(const DebugOperand& operand) const {
    if (operand.is_pointer()) return operand;
    if (operand.type.kind() != ValueKind::array || !operand.address || operand.type.index >= types_.size()) return std::nullopt;
    DebugOperand pointer{.number = DebugNumber::of_unsigned(*operand.address),
                         .type = type_at(types_, types_[operand.type.index].element)};
    if (!pointer.type.is_known()) return std::nullopt;
    ++pointer.type.pointers;
    return pointer;
}

DebugFound DebugPlaces::moved(DebugOperand pointer, std::int64_t elements) const {
    const auto type = pointee_of(types_, pointer.type);
    if (!type || type->bytes() == 0) return fail("what a '{}' points to cannot be read here", name_of(types_, pointer.type));
    const std::uint64_t distance = static_cast<std::uint64_t>(elements) * type->bytes();
    pointer.number = DebugNumber::of_unsigned(static_cast<std::uint64_t>(pointer.number.integer) + distance);
    pointer.address.reset();
    return pointer;
}

}  // namespace warpwise
