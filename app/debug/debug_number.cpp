#include "debug/debug_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/text.h"

namespace warpwise {
namespace {

struct ScalarType {
    std::string_view name;
    ValueKind kind;
    std::uint32_t bytes;
};
constexpr auto s = ValueKind::signed_integer, u = ValueKind::unsigned_integer;
constexpr std::array scalar_types{ScalarType{"float", ValueKind::floating, 4},
                                  ScalarType{"double", ValueKind::floating, 8},
                                  ScalarType{"__half", ValueKind::floating, 2},
                                  ScalarType{"half", ValueKind::floating, 2},
                                  ScalarType{"_Float16", ValueKind::floating, 2},
                                  ScalarType{"bool", ValueKind::boolean, 1},
                                  ScalarType{"char", ValueKind::character, 1},
                                  ScalarType{"signed char", s, 1},
                                  ScalarType{"unsigned char", u, 1},
                                  ScalarType{"short", s, 2},
                                  ScalarType{"unsigned short", u, 2},
                                  ScalarType{"int", s, 4},
                                  ScalarType{"unsigned int", u, 4},
                                  ScalarType{"unsigned", u, 4},
                                  ScalarType{"long", s, 8},
                                  ScalarType{"unsigned long", u, 8},
                                  ScalarType{"long long", s, 8},
                                  ScalarType{"unsigned long long", u, 8},
                                  ScalarType{"int8_t", s, 1},
                                  ScalarType{"uint8_t", u, 1},
                                  ScalarType{"int16_t", s, 2},
                                  ScalarType{"uint16_t", u, 2},
                                  ScalarType{"int32_t", s, 4},
                                  ScalarType{"uint32_t", u, 4},
                                  ScalarType{"int64_t", s, 8},
                                  ScalarType{"uint64_t", u, 8},
                                  ScalarType{"size_t", u, 8}};

std::string without_qualifiers(std::string_view type) {
    std::string plain;
    while (!type.empty()) {
        const std::size_t blank = std::min(type.find(' '), type.size());
        const std::string_view word = type.substr(0, blank);
        type.remove_prefix(std::min(blank + 1, type.size()));
        if (word.empty() || word == "const" || word == "volatile") continue;
        plain += (plain.empty() ? "" : " ") + std::string(word);
    }
    return plain;
}

}  // namespace

bool DebugNumber::truth() const { return kind == Kind::floating ? floating != 0 : integer != 0; }

double DebugNumber::real() const {
    if (kind == Kind::floating) return floating;
    return kind == Kind::unsigned_integer ? static_cast<double>(static_cast<std::uint64_t>(integer)) : static_cast<double>(integer);
}

std::string DebugNumber::text() const {
    switch (kind) {
        case Kind::integer: return fmt::format("{}", integer);
        case Kind::unsigned_integer: return fmt::format("{}", static_cast<std::uint64_t>(integer));
        case Kind::boolean: return integer != 0 ? "true" : "false";
        case Kind::floating: break;
    }
    return is_float ? fmt::format("{}", static_cast<float>(floating)) : fmt::format("{}", floating);
}

std::optional<DebugNumber> number_of(const DebugValue& value, int lane) {
    if (lane < 0 || lane >= kDebugLanes || ((value.known | value.held) >> lane & 1) == 0) return std::nullopt;
    return number_of_bits(value.kind, value.bytes, value.bits[static_cast<std::size_t>(lane)]);
}

std::optional<DebugNumber> number_of_bits(ValueKind kind, std::uint32_t bytes, std::uint64_t bits) {
    switch (kind) {
        case ValueKind::signed_integer:
        case ValueKind::character: {
            const int unused = 64 - 8 * static_cast<int>(std::clamp<std::uint32_t>(bytes, 1, 8));
            return DebugNumber::of_integer(static_cast<std::int64_t>(bits << unused) >> unused);
        }
        case ValueKind::unsigned_integer:
        case ValueKind::pointer: return DebugNumber::of_unsigned(bits);
        case ValueKind::boolean: return DebugNumber::of_boolean((bits & 0xff) != 0);
        case ValueKind::floating:
            if (bytes == 2)
                return DebugNumber::of_floating(static_cast<double>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits))),
                                                true);
            if (bytes == 4) return DebugNumber::of_floating(std::bit_cast<float>(static_cast<std::uint32_t>(bits)), true);
            return DebugNumber::of_floating(std::bit_cast<double>(bits));
        case ValueKind::array:
        case ValueKind::structure:
        case ValueKind::other: break;
    }
    return std::nullopt;
}

std::optional<DebugValue> pointee_of(std::string_view type) {
    const std::size_t star = type.rfind('*');
    if (star == std::string_view::npos || type.find('(') != std::string_view::npos) return std::nullopt;
    DebugValue pointee;
    pointee.type = trimmed(type.substr(0, star));
    if (pointee.type.find('*') != std::string::npos) {
        pointee.kind = ValueKind::pointer, pointee.bytes = 8;
        return pointee;
    }
    const std::string plain = without_qualifiers(pointee.type);
    const auto* found = std::ranges::find(scalar_types, std::string_view(plain), &ScalarType::name);
    if (found == scalar_types.end()) return std::nullopt;
    pointee.kind = found->kind, pointee.bytes = found->bytes;
    return pointee;
}

}  // namespace warpwise
