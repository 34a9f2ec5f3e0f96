// The same numbers added in several orders, each addition rounded to the type, beside their exact sum. No window library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/array.h"

namespace warpwise::ui {

enum class SumOrder { serial, negatives_first, shuffled, tree, kahan };
inline constexpr std::size_t kSumOrderCount = 5;
std::string_view name_of(SumOrder);  // "Kahan"
std::string_view help_of(SumOrder);  // what it does, a sentence
// The additions that must wait for one another, for n numbers: what a machine with any number of threads cannot avoid. A sum that
// numbers are added to begins at 0, so it takes n of them, as the kernels of a lesson do.
std::uint64_t longest_chain(SumOrder, std::uint64_t n);

struct SumPoint {
    std::uint64_t added = 0;  // numbers so far
    double sum = 0;           // in the type
    double exact = 0;         // of the numbers that this order has added, to double precision
    double error = 0;         // sum - exact, from the exact sum's own two parts
};

struct SumRace {
    DType dtype = DType::f16;
    std::uint64_t count = 0;                                   // numbers
    std::array<std::vector<SumPoint>, kSumOrderCount> points;  // by order; the last one is of all numbers
    const SumPoint& last(SumOrder order) const { return points[static_cast<std::size_t>(order)].back(); }
    // The newest point with at most `added` numbers; the first one where there is none.
    const SumPoint& at(SumOrder, std::uint64_t added) const;
};

inline constexpr std::uint64_t kMostSummed = std::uint64_t{1} << 18;

// Adds the first `most_summed` elements, as numbers of `dtype` (a float), and keeps about `samples` points. The same `shuffle` is
// the same random order.
SumRace race_of_sums(const Array& numbers, DType dtype, std::uint64_t shuffle, std::size_t samples = 240);

// The gap between neighbouring numbers of the type at `value`: 1 ulp.
double ulp_at(DType, double value);

}  // namespace warpwise::ui
