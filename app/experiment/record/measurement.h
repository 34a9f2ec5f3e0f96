// Timing samples and what they say. Every sample is kept.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/number_text.h"

namespace warpwise {

struct Measurement {
    std::vector<double> samples_ms;
    double median_ms = 0, mad_ms = 0;  // median absolute deviation, not scaled
    double mean_ms = 0, std_ms = 0;    // population std, as %timeit prints it
    double min_ms = 0;
    bool too_few() const { return samples_ms.size() < 5; }
};

Measurement measure(std::vector<double> samples_ms);
// Samples that lie apart from the others, by their place: more than 5 MAD and more than 2 % away from the median. Nothing is left
// out for it; fewer than five samples have no outliers.
std::map<std::size_t, std::string> outliers_of(const Measurement&);
// "5.02 ms ± 0.11 ms per loop (mean ± std. dev. of 7 runs)"
std::string timeit_text(const Measurement&);

}  // namespace warpwise
