#include "experiment/record/measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace warpwise {
namespace {

double median_of(std::vector<double> values) {
    if (values.empty()) return 0;
    const std::size_t middle = values.size() / 2;
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(middle));
    const double upper = values[middle];
    if (values.size() % 2 == 1) return upper;
    return (upper + *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle))) / 2;
}

}  // namespace

Measurement measure(std::vector<double> samples_ms) {
    Measurement m;
    m.samples_ms = std::move(samples_ms);
    if (m.samples_ms.empty()) return m;
    const auto count = static_cast<double>(m.samples_ms.size());
    m.median_ms = median_of(m.samples_ms);
    std::vector<double> deviations;
    for (double sample : m.samples_ms) deviations.push_back(std::abs(sample - m.median_ms));
    m.mad_ms = median_of(std::move(deviations));
    m.mean_ms = std::accumulate(m.samples_ms.begin(), m.samples_ms.end(), 0.0) / count;
    double squares = 0;
    for (double sample : m.samples_ms) squares += (sample - m.mean_ms) * (sample - m.mean_ms);
    m.std_ms = std::sqrt(squares / count);
    m.min_ms = *std::ranges::min_element(m.samples_ms);
    return m;
}

std::map<std::size_t, std::string> outliers_of(const Measurement& m) {
    constexpr double mads = 5, least_share = 0.02;
    std::map<std::size_t, std::string> outliers;
    if (m.too_few()) return outliers;
    const double allowed_ms = std::max(mads * m.mad_ms, least_share * m.median_ms);
    for (std::size_t i = 0; i < m.samples_ms.size(); ++i)
        if (std::abs(m.samples_ms[i] - m.median_ms) > allowed_ms) outliers[i] = "outlier";
    return outliers;
}

std::string timeit_text(const Measurement& m) {
    if (m.samples_ms.empty()) return "not measured";
    return fmt::format("{} ± {} per loop (mean ± std. dev. of {} run{})", duration_text(m.mean_ms), duration_text(m.std_ms),
                       m.samples_ms.size(), m.samples_ms.size() == 1 ? "" : "s");
}

}  // namespace warpwise
