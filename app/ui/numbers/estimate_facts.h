// An estimate from random samples: what it is after each number of them, how far it is off, and how far is to be expected.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lesson/estimate_view.h"
#include "ui/kit/plot_helpers.h"

namespace warpwise {
class Array;
}

namespace warpwise::ui {

// The samples of one run, as its arrays have them.
struct Samples {
    std::vector<std::uint8_t> hits;     // 1 or 0
    std::vector<CurvePoint> points;     // where the first ones are in the unit square; empty: the kernel has no array of points
    std::vector<std::uint32_t> before;  // the hits among the first i samples: one more than there are samples
    std::string label;                  // of the run: "seed = 1"

    std::uint64_t count() const { return hits.size(); }
};
inline constexpr std::size_t kMostSamplePoints = 1 << 13;  // that are drawn
// `points` may be null, and is left out where it holds fewer points than there are samples.
Samples samples_of(const Array& hits, const Array* points);
// One is the beginning of the other.
bool same_samples(const Samples&, const Samples&);

double estimate_after(const EstimateView&, const Samples&, std::uint64_t count);
double error_after(const EstimateView&, const Samples&, std::uint64_t count);  // without its sign
// Of scale * hits / count, where each sample is a hit with the exact probability p: scale * sqrt(p (1 - p) / count).
double standard_error(const EstimateView&, double count);
inline constexpr double kErrorsOfBand = 2;  // the band ends at this many standard errors

// The error after each number of samples up to `count`, with no more points than `columns` show on a logarithmic axis that ends at
// `most`. An error of 0, which that axis lacks, is at `lowest`.
std::vector<CurvePoint> error_curve(const EstimateView&, const Samples&, std::uint64_t count, double most, double lowest,
                                    int columns);
// The ends of the error's axis, whole powers of ten around the band and the largest error.
struct ErrorRange {
    double low = 0, high = 0;
};
ErrorRange error_range(const EstimateView&, const Samples&);

// "3,219 of 4,096 samples are hits: 4 * 3,219 / 4,096 = 3.1436. The error is 0.0020, and 2 standard errors are 0.0513."
std::string estimate_sentence(const EstimateView&, const Samples&, std::uint64_t count);

}  // namespace warpwise::ui
