// Numbers for axes, bars and curves: ticks that read, fewer points than pixels, and where two curves cross. No window library.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/number_text.h"

namespace warpwise::ui {

struct CurvePoint {
    double x = 0, y = 0;
    bool operator==(const CurvePoint&) const = default;
};

// Element numbers for an axis from 0 to `elements`: multiples of 1, 2 or 5 times a power of ten (or, for large powers of two,
// of a power of two), at most `most` of them.
std::vector<std::int64_t> element_ticks(std::uint64_t elements, int most);

// "2^10" for powers of two from 1,024 on, else with separators.
std::string size_text(double n);
// Powers of two from at most `low` to at least `high`, thinned to at most `most`.
std::vector<double> power_of_two_ticks(double low, double high, int most);

// Whole powers of ten of a millisecond that span low to high, thinned.
std::vector<double> decade_ticks(double low_ms, double high_ms, int most);
// 1, 2, 5 steps from 0 to at least `high`.
std::vector<double> linear_ticks(double high, int most);

// Keeps the first, lowest, highest and last point of each of `columns` columns between x_low and x_high, in order: the picture
// of the line stays the same. Points must be sorted by x.
std::vector<CurvePoint> reduce_to_columns(std::span<const CurvePoint>, double x_low, double x_high, int columns, bool logarithmic);

// Where `ours` falls below `theirs` for good: between two measured sizes, and the crossing of the straight lines between them
// on log axes. Nothing when one of them wins everywhere that both were measured.
struct Crossover {
    double x = 0, y = 0;          // estimated
    double below = 0, above = 0;  // measured sizes on either side
};
enum class Winner { neither, ours_everywhere, theirs_everywhere, crosses };
struct Comparison {
    Winner winner = Winner::neither;  // also with fewer than two common sizes
    std::optional<Crossover> crossover;
};
Comparison compare_curves(std::span<const CurvePoint> ours, std::span<const CurvePoint> theirs);
// "The GPU beats CPU serial from about n = 21,900 on (between the measured sizes 16,384 and 32,768)"
std::string crossover_text(const Comparison&, const std::string& ours, const std::string& theirs, const std::string& parameter);

// Three significant digits, as a count: 21,834 is 21,800
std::int64_t round_to_three_digits(double value);

}  // namespace warpwise::ui
