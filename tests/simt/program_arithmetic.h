// What the operators of a random program compute, on values as 64 bits. It shares nothing with the emulator.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "random_program.h"

namespace warpwise::test {

using u8 = std::uint8_t;
using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;

template <typename T>
T as(u64 bits) {
    if constexpr (sizeof(T) == 8) return std::bit_cast<T>(bits);
    if constexpr (sizeof(T) == 4) return std::bit_cast<T>(static_cast<u32>(bits));
    if constexpr (sizeof(T) == 1) return static_cast<T>(bits);
}
template <typename T>
u64 bits_of(T value) {
    if constexpr (sizeof(T) == 8) return std::bit_cast<u64>(value);
    if constexpr (sizeof(T) == 4) return std::bit_cast<u32>(value);
    if constexpr (sizeof(T) == 1) return static_cast<u64>(value);
}

// The bits of a value as a program stores them: one pattern for all that are not a number.
u64 word_of(Type, u64 bits);
bool compared(Op, Type, u64 a, u64 b);
u64 converted(Type from, Type to, u64 bits);
// The operator on up to three values of the type; `mistake` plants a wrong rule.
u64 computed(Type, Op, const std::array<u64, 3>&, Mistake);

}  // namespace warpwise::test
