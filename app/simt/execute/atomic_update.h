// What an atomic operation makes of a word, and the update itself. For execute_memory.cpp.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "simt/code/bytecode.h"
#include "simt/execute/block_run.h"

namespace warpwise::simt {

template <typename T>
T add_halves(T old, T value) {
    const auto sum = [](std::uint16_t x, std::uint16_t y) {
        return std::bit_cast<std::uint16_t>(static_cast<_Float16>(std::bit_cast<_Float16>(x) + std::bit_cast<_Float16>(y)));
    };
    if constexpr (sizeof(T) == 4) {
        const std::uint32_t low = sum(static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(value));
        const std::uint32_t high = sum(static_cast<std::uint16_t>(old >> 16), static_cast<std::uint16_t>(value >> 16));
        return high << 16 | low;
    } else {
        return value;
    }
}

// A bfloat16 is the upper half of a float: the float sum of two is rounded once more, to the nearest even.
inline std::uint16_t add_bfloat(std::uint16_t x, std::uint16_t y) {
    const auto value = [](std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); };
    const float sum = value(x) + value(y);
    if (sum != sum) return 0x7fff;
    const auto bits = std::bit_cast<std::uint32_t>(sum);
    return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
template <typename T>
T add_bfloats(T old, T value) {
    T out = 0;
    for (std::size_t at = 0; at < sizeof(T) * 8; at += 16)
        out = static_cast<T>(out | T{add_bfloat(static_cast<std::uint16_t>(old >> at), static_cast<std::uint16_t>(value >> at))}
                                       << at);
    return out;
}

template <typename T, typename F>
T new_float(AtomicOp op, T old, T value) {
    const F x = std::bit_cast<F>(old), y = std::bit_cast<F>(value);
    if (op == AtomicOp::fadd) return std::bit_cast<T>(static_cast<F>(x + y));
    return (op == AtomicOp::fmin ? y < x : x < y) ? value : old;
}

template <typename T>
[[gnu::always_inline]] inline T new_value(AtomicOp op, T old, T value) {
    using S = std::make_signed_t<T>;
    using F = std::conditional_t<sizeof(T) == 8, double, std::conditional_t<sizeof(T) == 4, float, _Float16>>;
    const S so = static_cast<S>(old), sv = static_cast<S>(value);
    switch (op) {
        case AtomicOp::exchange: return value;
        case AtomicOp::add: return static_cast<T>(old + value);
        case AtomicOp::sub: return static_cast<T>(old - value);
        case AtomicOp::and_: return static_cast<T>(old & value);
        case AtomicOp::or_: return static_cast<T>(old | value);
        case AtomicOp::xor_: return static_cast<T>(old ^ value);
        case AtomicOp::max: return so > sv ? old : value;
        case AtomicOp::min: return so < sv ? old : value;
        case AtomicOp::umax: return old > value ? old : value;
        case AtomicOp::umin: return old < value ? old : value;
        case AtomicOp::fadd:
        case AtomicOp::fmin:
        case AtomicOp::fmax: return new_float<T, F>(op, old, value);
        case AtomicOp::inc: return old >= value ? T{0} : static_cast<T>(old + 1);
        case AtomicOp::dec: return old == 0 || old > value ? value : static_cast<T>(old - 1);
        case AtomicOp::half2_add: return add_halves(old, value);
        case AtomicOp::bfloat_add: return add_bfloats(old, value);
    }
    return value;
}

// Blocks run on several host threads: an update of global memory must be one atomic step for them all. Shared memory is its
// block's.
template <typename T>
[[gnu::always_inline]] inline T update(AtomicOp op, std::byte* host, T value, bool is_shared) {
    T* at = reinterpret_cast<T*>(host);
    if (is_shared) return std::exchange(*at, new_value(op, *at, value));
    T old = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(at, &old, new_value(op, old, value), true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
    }
    return old;
}
// All lanes update one word, one after the other: in one atomic step, as if no other block had come between them. Gives what each
// lane found there.
template <typename T, AtomicOp op>
void update_one_word(std::byte* host, std::uint32_t mask, const T* values, std::uint64_t* old, bool is_shared) {
    T* at = reinterpret_cast<T*>(host);
    T before = is_shared ? *at : __atomic_load_n(at, __ATOMIC_RELAXED);
    for (;;) {
        T now = before;
        for_each_lane(mask, [&](int lane) {
            old[lane] = now;
            now = new_value(op, now, values[lane]);
        });
        if (is_shared) {
            *at = now;
            return;
        }
        if (__atomic_compare_exchange_n(at, &before, now, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return;
    }
}
// The operations that lanes do to one word together, with the operation known; false: it is another one.
template <typename T>
bool update_one_word(AtomicOp op, std::byte* host, std::uint32_t mask, const T* values, std::uint64_t* old, bool is_shared) {
    switch (op) {
        case AtomicOp::add: update_one_word<T, AtomicOp::add>(host, mask, values, old, is_shared); return true;
        case AtomicOp::sub: update_one_word<T, AtomicOp::sub>(host, mask, values, old, is_shared); return true;
        case AtomicOp::fadd: update_one_word<T, AtomicOp::fadd>(host, mask, values, old, is_shared); return true;
        case AtomicOp::and_: update_one_word<T, AtomicOp::and_>(host, mask, values, old, is_shared); return true;
        case AtomicOp::or_: update_one_word<T, AtomicOp::or_>(host, mask, values, old, is_shared); return true;
        case AtomicOp::max: update_one_word<T, AtomicOp::max>(host, mask, values, old, is_shared); return true;
        case AtomicOp::min: update_one_word<T, AtomicOp::min>(host, mask, values, old, is_shared); return true;
        case AtomicOp::umax: update_one_word<T, AtomicOp::umax>(host, mask, values, old, is_shared); return true;
        case AtomicOp::umin: update_one_word<T, AtomicOp::umin>(host, mask, values, old, is_shared); return true;
        default: return false;
    }
}

template <typename T>
T compare_and_swap(std::byte* host, T expected, T desired) {
    __atomic_compare_exchange_n(reinterpret_cast<T*>(host), &expected, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}

}  // namespace warpwise::simt
