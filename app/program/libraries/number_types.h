// Numbers whose types are arguments of a call, as <library_types.h> numbers them: read and written as double.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace warpwise::number_types {

enum NumberType { kFloat = 0, kDouble = 1, kHalf = 2, kByte = 3, kInt = 10, kBfloat16 = 14 };

inline std::size_t bytes_of(int type) {
    switch (type) {
        case kFloat:
        case kInt: return 4;
        case kDouble: return 8;
        case kHalf:
        case kBfloat16: return 2;
        case kByte: return 1;
        default: return 0;  // not one of these
    }
}

template <typename T>
T load(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

inline double number_at(const std::byte* from, int type, std::size_t i) {
    from += i * bytes_of(type);
    switch (type) {
        case kFloat: return static_cast<double>(load<float>(from));
        case kDouble: return load<double>(from);
        case kHalf: return static_cast<double>(load<_Float16>(from));
        case kByte: return static_cast<double>(load<std::int8_t>(from));
        case kInt: return static_cast<double>(load<std::int32_t>(from));
        default: return static_cast<double>(std::bit_cast<float>(std::uint32_t{load<std::uint16_t>(from)} << 16));
    }
}

// To the nearest, ties to even.
inline std::uint16_t bfloat16_of(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (std::isnan(value)) return 0x7fff;
    return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

inline void store(std::byte* to, int type, std::size_t i, double value) {
    to += i * bytes_of(type);
    const auto put = [&](auto rounded) { std::memcpy(to, &rounded, sizeof rounded); };
    switch (type) {
        case kFloat: put(static_cast<float>(value)); break;
        case kDouble: put(value); break;
        case kHalf: put(static_cast<_Float16>(value)); break;
        case kByte: put(static_cast<std::int8_t>(value)); break;
        case kInt: put(static_cast<std::int32_t>(value)); break;
        default: put(bfloat16_of(static_cast<float>(value)));
    }
}

}  // namespace warpwise::number_types
