#include "ui/kit/plot_helpers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace warpwise::ui {
namespace {

bool is_power_of_two(std::uint64_t n) { return n != 0 && (n & (n - 1)) == 0; }

// The smallest of 1, 2, 5 times a power of ten that is at least `wanted`.
double round_step(double wanted) {
    const double decade = std::pow(10.0, std::floor(std::log10(wanted)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= wanted * (1 - 1e-9)) return factor * decade;
    return 10 * decade;
}

template <typename T>
std::vector<T> every(const std::vector<T>& all, int most) {
    const std::size_t step =
        (all.size() + static_cast<std::size_t>(std::max(1, most)) - 1) / static_cast<std::size_t>(std::max(1, most));
    std::vector<T> kept;
    for (std::size_t i = 0; i < all.size(); i += std::max<std::size_t>(1, step)) kept.push_back(all[i]);
    return kept;
}

struct Pair {
    double x = 0, ours = 0, theirs = 0;
};

// Both curves at the sizes that both have.
std::vector<Pair> common_sizes(std::span<const CurvePoint> ours, std::span<const CurvePoint> theirs) {
    std::vector<Pair> pairs;
    for (const CurvePoint& a : ours)
        for (const CurvePoint& b : theirs)
            if (a.x == b.x && a.y > 0 && b.y > 0 && a.x > 0) pairs.push_back({a.x, a.y, b.y});
    std::ranges::sort(pairs, {}, &Pair::x);
    return pairs;
}

Crossover crossing_between(const Pair& a, const Pair& b) {
    const double da = std::log(a.ours / a.theirs), db = std::log(b.ours / b.theirs);  // da >= 0 > db
    const double t = da / (da - db);
    return {std::exp(std::log(a.x) + t * std::log(b.x / a.x)), std::exp(std::log(a.ours) + t * std::log(b.ours / a.ours)), a.x,
            b.x};
}

}  // namespace

std::vector<std::int64_t> element_ticks(std::uint64_t elements, int most) {
    if (elements == 0) return {};
    const auto count = static_cast<double>(elements);
    double step = std::max(1.0, round_step(count / std::max(1, most)));
    if (is_power_of_two(elements) && elements >= 64) step = std::exp2(std::ceil(std::log2(count / std::max(1, most))));
    std::vector<std::int64_t> ticks;
    for (double at = 0; at < count - 0.5 * step; at += step) ticks.push_back(static_cast<std::int64_t>(at));
    if (const auto last = static_cast<std::int64_t>(elements) - 1; ticks.empty() || ticks.back() < last) ticks.push_back(last);
    return ticks;
}

std::string size_text(double n) {
    const auto whole = static_cast<std::int64_t>(std::llround(n));
    if (whole >= 1024 && is_power_of_two(static_cast<std::uint64_t>(whole))) return fmt::format("2^{}", std::llround(std::log2(n)));
    return with_separators(whole);
}

std::vector<double> power_of_two_ticks(double low, double high, int most) {
    if (!(low > 0) || !(high >= low)) return {};
    std::vector<double> all;
    for (double e = std::floor(std::log2(low)); e <= std::ceil(std::log2(high)); ++e) all.push_back(std::exp2(e));
    return every(all, most);
}

std::vector<double> decade_ticks(double low_ms, double high_ms, int most) {
    if (!(low_ms > 0) || !(high_ms >= low_ms)) return {};
    std::vector<double> all;
    for (double e = std::floor(std::log10(low_ms)); e <= std::ceil(std::log10(high_ms)); ++e) all.push_back(std::pow(10.0, e));
    return every(all, most);
}

std::vector<double> linear_ticks(double high, int most) {
    if (!(high > 0) || !std::isfinite(high)) return {0};
    const double step = round_step(high / std::max(1, most));
    std::vector<double> ticks;
    for (int i = 0; (i == 0 || ticks.back() < high * (1 - 1e-9)) && i <= most + 1; ++i) ticks.push_back(i * step);
    return ticks;
}

std::vector<CurvePoint> reduce_to_columns(std::span<const CurvePoint> points, double x_low, double x_high, int columns,
                                          bool logarithmic) {
    if (columns < 1 || points.size() <= static_cast<std::size_t>(columns) * 4 || !(x_high > x_low) || (logarithmic && !(x_low > 0)))
        return {points.begin(), points.end()};
    auto column_of = [&](double x) {
        const double t = logarithmic ? std::log(x / x_low) / std::log(x_high / x_low) : (x - x_low) / (x_high - x_low);
        return std::clamp(static_cast<int>(t * columns), -1, columns);
    };
    std::vector<CurvePoint> kept;
    auto keep = [&](const CurvePoint& p) {
        if (kept.empty() || kept.back() != p) kept.push_back(p);
    };
    for (std::size_t first = 0; first < points.size();) {
        std::size_t end = first + 1, low = first, high = first;
        const int column = column_of(points[first].x);
        for (; end < points.size() && column_of(points[end].x) == column; ++end) {
            if (points[end].y < points[low].y) low = end;
            if (points[end].y > points[high].y) high = end;
        }
        keep(points[first]);
        keep(points[std::min(low, high)]);
        keep(points[std::max(low, high)]);
        keep(points[end - 1]);
        first = end;
    }
    return kept;
}

Comparison compare_curves(std::span<const CurvePoint> ours, std::span<const CurvePoint> theirs) {
    const std::vector<Pair> pairs = common_sizes(ours, theirs);
    if (pairs.size() < 2) return {};
    // "for good": the last size at which ours does not win ends the losing part
    std::size_t wins_from = pairs.size();
    while (wins_from > 0 && pairs[wins_from - 1].ours < pairs[wins_from - 1].theirs) --wins_from;
    if (wins_from == 0) return {Winner::ours_everywhere, std::nullopt};
    if (wins_from == pairs.size()) {
        const bool ever = std::ranges::any_of(pairs, [](const Pair& p) { return p.ours < p.theirs; });
        return {ever ? Winner::neither : Winner::theirs_everywhere, std::nullopt};
    }
    return {Winner::crosses, crossing_between(pairs[wins_from - 1], pairs[wins_from])};
}

std::string crossover_text(const Comparison& c, const std::string& ours, const std::string& theirs, const std::string& parameter) {
    switch (c.winner) {
        case Winner::neither: return {};
        case Winner::ours_everywhere: return fmt::format("{} beats {} at every measured size", ours, theirs);
        case Winner::theirs_everywhere: return fmt::format("{} beats {} at every measured size", theirs, ours);
        case Winner::crosses: break;
    }
    return fmt::format("{} beats {} from about {} = {} on (between the measured sizes {} and {})", ours, theirs, parameter,
                       with_separators(round_to_three_digits(c.crossover->x)), with_separators(std::llround(c.crossover->below)),
                       with_separators(std::llround(c.crossover->above)));
}

std::int64_t round_to_three_digits(double value) {
    if (!(value > 0) || !std::isfinite(value) || value > 9e18) return 0;
    const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(value)) - 2));
    return std::llround(std::round(value / unit) * unit);
}

}  // namespace warpwise::ui
