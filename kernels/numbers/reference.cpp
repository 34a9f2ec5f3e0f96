// The CPU's answers to kernels/numbers: which numbers are prime, and how many random points lie within the quarter circle.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise::routines {
namespace {

bool is_prime(std::uint32_t number) {
    if (number < 3 || number % 2 == 0) return number == 2;
    for (std::uint32_t d = 3; static_cast<std::uint64_t>(d) * d <= number; d += 2)
        if (number % d == 0) return false;
    return true;
}

// An odd number is a multiple of odd d just when its product with the inverse of d modulo 2^32 is at most `most` (Granlund and
// Montgomery 1994): no division.
struct Divisor {
    std::uint32_t inverse, most, square;
};

std::vector<Divisor> odd_prime_divisors(std::uint32_t largest) {
    std::vector<Divisor> divisors;
    for (std::uint32_t d = 3; static_cast<std::uint64_t>(d) * d <= largest; d += 2) {
        if (!is_prime(d)) continue;
        std::uint32_t inverse = d;
        for (int step = 0; step < 4; ++step) inverse *= 2 - d * inverse;
        divisors.push_back({inverse, 0xffffffffu / d, d * d});
    }
    return divisors;
}

constexpr int kPrimeLanes = 32;

// Whether first, first + 2, ... (odd) have no divisor of the list but themselves.
WARPWISE_INLINE inline void primes_of_lanes(std::uint32_t first, const Divisor* divisor, const Divisor* end, std::uint8_t* prime) {
    std::uint32_t multiple[kPrimeLanes] = {};
    for (; divisor < end && divisor->square <= first + 2 * (kPrimeLanes - 1); ++divisor)
        for (std::uint32_t lane = 0; lane < kPrimeLanes; ++lane) {
            const std::uint32_t quotient = (first + 2 * lane) * divisor->inverse;
            multiple[lane] |= (quotient <= divisor->most ? 1u : 0u) & (quotient != 1 ? 1u : 0u);
        }
    for (std::uint32_t lane = 0; lane < kPrimeLanes; ++lane) prime[lane] = multiple[lane] == 0 && first + 2 * lane != 1;
}

template <typename T>
void primes_with_isa(T* prime, std::int64_t first, std::int64_t last, const std::vector<Divisor>& divisors) {
    const Divisor *begin = divisors.data(), *end = begin + divisors.size();
    with_vector_isa([=] WARPWISE_INLINE {
        for (std::int64_t i = first; i < last; ++i)
            if (i % 2 == 0) prime[i] = static_cast<T>(i == 2);
        for (std::int64_t odd = first | 1; odd < last; odd += 2 * kPrimeLanes) {
            std::uint8_t found[kPrimeLanes];
            primes_of_lanes(static_cast<std::uint32_t>(odd), begin, end, found);
            for (int lane = 0; lane < kPrimeLanes && odd + 2 * lane < last; ++lane)
                prime[odd + 2 * lane] = static_cast<T>(found[lane]);
        }
    });
}

// f(prime, n); numbers have 32 bits here, so there are at most 2^31 of them.
template <typename F>
void with_numbers(const RoutineCall& call, const F& f) {
    const std::int64_t n = std::min<std::int64_t>(call.scalar<std::int64_t>(1), std::int64_t{1} << 31);
    visit_dtype(call.dtype(0), [&]<typename T>() { f(call.array<T>(0).data(), n); });
}

std::vector<Divisor> divisors_below(std::int64_t n) {
    return odd_prime_divisors(static_cast<std::uint32_t>(std::max<std::int64_t>(n, 1) + 2 * kPrimeLanes));
}

// Philox 4x32-10 (Salmon, Moraes, Dror, Shaw 2011) of a place and a seed, for several places at once. A number is the lower half
// of its 64 bits; what is above is never read, so nothing has to be cut off.
template <int count>
struct Numbers {
    std::uint64_t a[count], b[count], c[count], d[count];
};

template <int count>
WARPWISE_INLINE inline void philox(std::uint64_t place, std::uint32_t seed, Numbers<count>& x) {
    constexpr std::uint64_t low = 0xffffffff;
    for (int lane = 0; lane < count; ++lane)
        x.a[lane] = place + static_cast<std::uint64_t>(lane), x.b[lane] = 0, x.c[lane] = 0, x.d[lane] = 0;
    std::uint32_t key0 = seed, key1 = 0;
    for (int round = 0; round < 10; ++round) {
        for (int lane = 0; lane < count; ++lane) {
            const std::uint64_t first = (x.a[lane] & low) * 0xD2511F53u, second = (x.c[lane] & low) * 0xCD9E8D57u;
            x.a[lane] = (second >> 32) ^ x.b[lane] ^ key0;
            x.c[lane] = (first >> 32) ^ x.d[lane] ^ key1;
            x.b[lane] = second;
            x.d[lane] = first;
        }
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
}

// 31 bits of each: the sum of their squares fits 64 bits, and the answer is exact.
WARPWISE_INLINE inline std::uint64_t is_inside(std::uint64_t x, std::uint64_t y) {
    const std::uint64_t u = (x & 0xffffffff) >> 1, v = (y & 0xffffffff) >> 1;
    return u * u + v * v < std::uint64_t{1} << 62 ? 1 : 0;
}

// Of the two points that each place from `first` to `last` has.
template <int count>
WARPWISE_INLINE inline std::uint64_t inside_of(std::int64_t first, std::int64_t last, std::uint32_t seed) {
    std::uint64_t inside[count] = {};
    Numbers<count> x;
    std::int64_t place = first;
    for (; place + count <= last; place += count) {
        philox(static_cast<std::uint64_t>(place), seed, x);
        for (int lane = 0; lane < count; ++lane) inside[lane] += is_inside(x.a[lane], x.b[lane]) + is_inside(x.c[lane], x.d[lane]);
    }
    std::uint64_t total = 0;
    for (const std::uint64_t part : inside) total += part;
    Numbers<1> rest;
    for (; place < last; ++place) {
        philox(static_cast<std::uint64_t>(place), seed, rest);
        total += is_inside(rest.a[0], rest.b[0]) + is_inside(rest.c[0], rest.d[0]);
    }
    return total;
}

std::uint64_t inside_with_isa(std::int64_t first, std::int64_t last, std::uint32_t seed) {
    std::uint64_t total = 0;
    with_vector_isa([=, &total] WARPWISE_INLINE { total = inside_of<16>(first, last, seed); });
    return total;
}

// f(places, seed) counts the points of whole places; an odd last point is added here.
template <typename F>
void count_inside(const RoutineCall& call, const F& f) {
    const auto samples = call.scalar<std::int64_t>(1);
    const auto seed = call.scalar<std::uint32_t>(2);
    std::uint64_t total = f(samples / 2, seed);
    if (samples % 2 == 1) {
        Numbers<1> x;
        philox(static_cast<std::uint64_t>(samples / 2), seed, x);
        total += is_inside(x.a[0], x.b[0]);
    }
    visit_dtype(call.dtype(0), [&]<typename T>() {
        if (call.array<T>(0).empty()) return;
        T& inside = call.array<T>(0)[0];
        inside = wrapping_add(inside, static_cast<T>(total));
    });
}

}  // namespace

void primes_serial(const RoutineCall& call) {
    with_numbers(call, []<typename T>(T* prime, std::int64_t n) {
        for (std::int64_t i = 0; i < n; ++i) prime[i] = static_cast<T>(is_prime(static_cast<std::uint32_t>(i)));
    });
}

void primes_vector(const RoutineCall& call) {
    with_numbers(call, [](auto* prime, std::int64_t n) { primes_with_isa(prime, 0, n, divisors_below(n)); });
}

void primes_threads(const RoutineCall& call) {
    with_numbers(call, [&](auto* prime, std::int64_t n) {
        const std::vector<Divisor> divisors = divisors_below(n);
        // A number costs about as much as moving 128 bytes.
        parallel_for_ranges(n, 128, call.threads,
                            [&](std::int64_t first, std::int64_t last) { primes_with_isa(prime, first, last, divisors); });
    });
}

void pi_serial(const RoutineCall& call) {
    count_inside(call, [](std::int64_t places, std::uint32_t seed) { return inside_of<1>(0, places, seed); });
}

void pi_vector(const RoutineCall& call) {
    count_inside(call, [](std::int64_t places, std::uint32_t seed) { return inside_with_isa(0, places, seed); });
}

void pi_threads(const RoutineCall& call) {
    count_inside(call, [&](std::int64_t places, std::uint32_t seed) {
        std::atomic<std::uint64_t> total = 0;
        // A place costs about as much as moving 64 bytes.
        parallel_for_ranges(places, 64, call.threads,
                            [&](std::int64_t first, std::int64_t last) { total += inside_with_isa(first, last, seed); });
        return total.load();
    });
}

}  // namespace warpwise::routines
