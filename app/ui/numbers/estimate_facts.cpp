#include "ui/numbers/estimate_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/array.h"
#include "lesson/formula.h"

namespace warpwise::ui {

Samples samples_of(const Array& hits, const Array* points) {
    Samples samples;
    const std::size_t count = hits.size();
    samples.hits.reserve(count);
    samples.before.reserve(count + 1);
    samples.before.push_back(0);
    for (std::size_t i = 0; i < count; ++i) {
        samples.hits.push_back(hits.value(i) != 0 ? 1 : 0);
        samples.before.push_back(samples.before.back() + samples.hits.back());
    }
    if (points == nullptr || points->dtype() != DType::f32 || points->size() < 2 * count) return samples;
    const std::span<const float> places = points->as<float>();
    for (std::size_t i = 0; i < std::min(count, kMostSamplePoints); ++i)
        samples.points.push_back({static_cast<double>(places[2 * i]), static_cast<double>(places[2 * i + 1])});
    return samples;
}

bool same_samples(const Samples& a, const Samples& b) {
    const std::size_t both = std::min(a.hits.size(), b.hits.size());
    return std::equal(a.hits.begin(), a.hits.begin() + static_cast<std::ptrdiff_t>(both), b.hits.begin());
}

double estimate_after(const EstimateView& view, const Samples& samples, std::uint64_t count) {
    return count == 0 ? 0 : view.scale * samples.before[count] / static_cast<double>(count);
}

double error_after(const EstimateView& view, const Samples& samples, std::uint64_t count) {
    return std::fabs(estimate_after(view, samples, count) - view.exact);
}

double standard_error(const EstimateView& view, double count) {
    const double p = view.probability();
    return std::fabs(view.scale) * std::sqrt(p * (1 - p) / count);
}

std::vector<CurvePoint> error_curve(const EstimateView& view, const Samples& samples, std::uint64_t count, double most,
                                    double lowest, int columns) {
    std::vector<CurvePoint> all;
    all.reserve(count);
    for (std::uint64_t i = 1; i <= std::min(count, samples.count()); ++i)
        all.push_back({static_cast<double>(i), std::max(error_after(view, samples, i), lowest)});
    return reduce_to_columns(all, 1, std::max(most, 2.0), columns, true);
}

ErrorRange error_range(const EstimateView& view, const Samples& samples) {
    double high = kErrorsOfBand * standard_error(view, 1);
    for (std::uint64_t i = 1; i <= samples.count(); ++i) high = std::max(high, error_after(view, samples, i));
    // few errors are below a tenth of the standard error, most of them where the error changes its sign
    const double low = standard_error(view, static_cast<double>(std::max<std::uint64_t>(samples.count(), 1))) / 10;
    return {std::pow(10, std::floor(std::log10(low))), std::pow(10, std::ceil(std::log10(high)))};
}

std::string estimate_sentence(const EstimateView& view, const Samples& samples, std::uint64_t count) {
    if (count == 0) return "No samples yet.";
    const std::string hits = with_separators(samples.before[count]), of = with_separators(count);
    const std::string product = view.scale == 1 ? hits : fmt::format("{} × {}", number_text(view.scale), hits);
    return fmt::format("{} of {} samples are hits: {} / {} = {:#.6g}. The error is {:#.2g}; {:g} standard errors are {:#.2g}.",
                       hits, of, product, of, estimate_after(view, samples, count), error_after(view, samples, count),
                       kErrorsOfBand, kErrorsOfBand * standard_error(view, static_cast<double>(count)));
}

}  // namespace warpwise::ui
