// The CPU's answers to kernels/patterns/sum and dot: total[0] += the sum of n elements, or of the products of n pairs.
#include <algorithm>
#include <atomic>

#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise::routines {
namespace {

// The type that many elements are added up in: a float stops growing when an element is smaller than its last place.
template <typename T>
using Total = std::conditional_t<std::is_integral_v<T>, T, double>;

template <typename T>
Total<T> sum_plain(const T* a, std::int64_t n) {
    Total<T> total{};
    for (std::int64_t i = 0; i < n; ++i) total = wrapping_add(total, static_cast<Total<T>>(a[i]));
    return total;
}

// What the lanes add up in: f32 for a stretch that is short enough for it, else the total's type.
template <typename T>
using Part = std::conditional_t<std::is_same_v<T, float> || std::is_same_v<T, f16>, float, Total<T>>;

// term(i) is of type Part<T>. 64 sums side by side make the additions independent: in vectors, several of them in flight at
// once.
template <typename T, typename Term>
WARPWISE_INLINE inline Total<T> sum_side_by_side(std::int64_t n, const Term& term) {
    constexpr std::int64_t lanes = 64, stretch = 256 * lanes;
    Total<T> totals[lanes] = {};
    for (std::int64_t start = 0; start < n; start += stretch) {
        Part<T> parts[lanes] = {};
        const std::int64_t end = std::min(n, start + stretch), whole = start + (end - start) / lanes * lanes;
        for (std::int64_t i = start; i < whole; i += lanes)
            for (std::int64_t lane = 0; lane < lanes; ++lane) parts[lane] = wrapping_add(parts[lane], term(i + lane));
        for (std::int64_t i = whole; i < end; ++i) parts[i - whole] = wrapping_add(parts[i - whole], term(i));
        // still side by side: one sum of 64 would wait for each addition
        for (std::int64_t lane = 0; lane < lanes; ++lane)
            totals[lane] = wrapping_add(totals[lane], static_cast<Total<T>>(parts[lane]));
    }
    Total<T> total{};
    for (const Total<T> part : totals) total = wrapping_add(total, part);
    return total;
}

template <typename T>
Total<T> sum_with_isa(const T* a, std::int64_t n) {
    Total<T> total{};
    with_vector_isa([=, &total] WARPWISE_INLINE {
        total = sum_side_by_side<T>(n, [a](std::int64_t i) WARPWISE_INLINE { return static_cast<Part<T>>(a[i]); });
    });
    return total;
}

template <typename T>
Total<T> dot_plain(const T* a, const T* b, std::int64_t n) {
    Total<T> total{};
    for (std::int64_t i = 0; i < n; ++i)
        total = wrapping_add(total, wrapping_multiply(static_cast<Total<T>>(a[i]), static_cast<Total<T>>(b[i])));
    return total;
}

template <typename T>
Total<T> dot_with_isa(const T* a, const T* b, std::int64_t n) {
    Total<T> total{};
    with_vector_isa([=, &total] WARPWISE_INLINE {
        total = sum_side_by_side<T>(n, [a, b](std::int64_t i) WARPWISE_INLINE {
            return wrapping_multiply(static_cast<Part<T>>(a[i]), static_cast<Part<T>>(b[i]));
        });
    });
    return total;
}

// f(a, n) gives the sum, which is added to the total.
template <typename F>
void add_to_total(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T* a = call.array<T>(0).data();
        if (call.array<T>(1).empty()) return;
        T& total = call.array<T>(1)[0];
        total = static_cast<T>(wrapping_add(static_cast<Total<T>>(total), f(a, call.scalar<std::int64_t>(2))));
    });
}

// f(a, b, n) gives the sum of products, which is added to the total.
template <typename F>
void add_dot_to_total(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T *a = call.array<T>(0).data(), *b = call.array<T>(1).data();
        if (call.array<T>(2).empty()) return;
        T& total = call.array<T>(2)[0];
        total = static_cast<T>(wrapping_add(static_cast<Total<T>>(total), f(a, b, call.scalar<std::int64_t>(3))));
    });
}

// part(first, last) gives the sum of a range.
template <typename T, typename F>
Total<T> sum_of_threads(std::int64_t n, std::int64_t bytes_an_item, int threads, const F& part) {
    std::atomic<Total<T>> total{};
    parallel_for_ranges(n, bytes_an_item, threads, [&](std::int64_t first, std::int64_t last) {
        const Total<T> mine = part(first, last);
        for (Total<T> seen = total; !total.compare_exchange_weak(seen, wrapping_add(seen, mine));) {
        }
    });
    return total.load();
}

}  // namespace

void sum_serial(const RoutineCall& call) {
    add_to_total(call, [](const auto* a, std::int64_t n) { return sum_plain(a, n); });
}

void sum_vector(const RoutineCall& call) {
    add_to_total(call, [](const auto* a, std::int64_t n) { return sum_with_isa(a, n); });
}

void sum_threads(const RoutineCall& call) {
    add_to_total(call, [&]<typename T>(const T* a, std::int64_t n) {
        return sum_of_threads<T>(n, sizeof(T), call.threads,
                                 [=](std::int64_t first, std::int64_t last) { return sum_with_isa(a + first, last - first); });
    });
}

void dot_serial(const RoutineCall& call) {
    add_dot_to_total(call, [](const auto* a, const auto* b, std::int64_t n) { return dot_plain(a, b, n); });
}

void dot_vector(const RoutineCall& call) {
    add_dot_to_total(call, [](const auto* a, const auto* b, std::int64_t n) { return dot_with_isa(a, b, n); });
}

void dot_threads(const RoutineCall& call) {
    add_dot_to_total(call, [&]<typename T>(const T* a, const T* b, std::int64_t n) {
        return sum_of_threads<T>(n, 2 * sizeof(T), call.threads, [=](std::int64_t first, std::int64_t last) {
            return dot_with_isa(a + first, b + first, last - first);
        });
    });
}

}  // namespace warpwise::routines
