#include "experiment/run/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

#include "experiment/run/edge_values.h"
#include "experiment/run/galaxies.h"
#include "experiment/run/life_patterns.h"
#include "experiment/run/random_bits.h"

namespace warpwise {
namespace {

std::optional<double> parse_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// Integers saturate at their limits: a conversion out of range is undefined in C++.
template <typename T>
T converted(double value) {
    if constexpr (std::is_integral_v<T>) {
        if (std::isnan(value)) return 0;
        if (value <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
        if (value >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    }
    return static_cast<T>(value);
}

void fill_constant(Array& array, double value) {
    visit_dtype(array.dtype(), [&]<typename T>() {
        for (T& element : array.as<T>()) element = converted<T>(value);
    });
}

void fill_iota(Array& array) {
    visit_dtype(array.dtype(), [&]<typename T>() {
        std::uint64_t i = 0;
        for (T& element : array.as<T>()) element = static_cast<T>(i++);
    });
}

void fill_mix(Array& array) {
    std::uint64_t i = 0;
    for (std::byte& byte : array.bytes()) byte = static_cast<std::byte>((i++ * 2654435761u) >> 13);
}

void fill_uniform(Array& array, double low, double high, std::uint64_t seed, std::uint64_t stream) {
    visit_dtype(array.dtype(), [&]<typename T>() {
        std::uint64_t i = 0;
        for (T& element : array.as<T>()) {
            // 24 bits fill the significand of every float type but f64, which gets 53; a float never rounds up to `high`.
            const std::uint64_t bits = random_bits(seed, stream, i++);
            if constexpr (std::is_integral_v<T>) {
                const double count = std::floor(high) - std::ceil(low) + 1;
                element = converted<T>(std::ceil(low) + std::floor(std::ldexp(static_cast<double>(bits >> 11), -53) * count));
            } else {
                constexpr int digits = sizeof(T) == 8 ? 53 : sizeof(T) == 4 ? 24 : 11;
                element = static_cast<T>(low + std::ldexp(static_cast<double>(bits >> (64 - digits)), -digits) * (high - low));
            }
        }
    });
}

// Each element one of `values`, in random order.
void fill_from(Array& array, const std::vector<double>& values, std::uint64_t seed, std::uint64_t stream) {
    visit_dtype(array.dtype(), [&]<typename T>() {
        std::uint64_t i = 0;
        for (T& element : array.as<T>()) element = converted<T>(values[(random_bits(seed, stream, i++) >> 11) % values.size()]);
    });
}

// One random value everywhere: what depends on comparing elements meets nothing but ties.
void fill_equal(Array& array, double low, double high, std::uint64_t seed, std::uint64_t stream) {
    fill_uniform(array, low, high, seed, stream);
    visit_dtype(array.dtype(),
                [&]<typename T>() { std::ranges::fill(array.as<T>(), array.as<T>().empty() ? T() : array.as<T>()[0]); });
}

// From `high` down to `low` in even steps.
void fill_descending(Array& array, double low, double high) {
    const auto last = static_cast<double>(std::max<std::size_t>(array.size(), 2) - 1);
    visit_dtype(array.dtype(), [&]<typename T>() {
        double i = 0;
        for (T& element : array.as<T>()) element = converted<T>(high - (high - low) * (i++ / last));
    });
}

struct Bounds {
    double low, high;
};

// "-1..1"
std::optional<Bounds> parse_bounds(std::string_view text) {
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos) return std::nullopt;
    const auto low = parse_number(text.substr(0, dots)), high = parse_number(text.substr(dots + 2));
    if (!low || !high || !(*low <= *high)) return std::nullopt;
    return Bounds{*low, *high};
}

// The same three discs for every size, placed by shares of the shorter edge.
void fill_spots(Array& array) {
    struct Spot {
        double x, y, radius;  // in edges, radius in shorter edges
    };
    constexpr Spot spots[] = {{0.3, 0.35, 0.14}, {0.68, 0.3, 0.07}, {0.6, 0.7, 0.1}};
    fill_constant(array, 0);
    const auto& shape = array.shape();
    const std::int64_t width = shape.empty() ? 1 : shape.back();
    const std::int64_t height = width > 0 ? static_cast<std::int64_t>(array.size()) / width : 0;
    const auto shorter = static_cast<double>(std::min(width, height));
    visit_dtype(array.dtype(), [&]<typename T>() {
        for (std::int64_t i = 0; i < width * height; ++i)
            for (const Spot& spot : spots) {
                const double dx = static_cast<double>(i % width) + 0.5 - spot.x * static_cast<double>(width);
                const double dy = static_cast<double>(i / width) + 0.5 - spot.y * static_cast<double>(height);
                if (std::hypot(dx, dy) <= spot.radius * shorter) array.as<T>()[static_cast<std::size_t>(i)] = converted<T>(1);
            }
    });
}

Result<void> fill_life(Array& array, std::string_view pattern, std::uint64_t seed) {
    const bool packed = array.dtype() == DType::u32;
    const std::int64_t cells_per_element = packed ? 32 : 1;
    const auto& shape = array.shape();
    const std::int64_t elements = shape.empty() ? 1 : shape.back(), width = elements * cells_per_element;
    const std::int64_t height = elements > 0 ? static_cast<std::int64_t>(array.size()) / elements : 0;
    const auto cells = life_cells(pattern, width, height, seed);
    if (!cells) return std::unexpected(cells.error());
    fill_constant(array, 0);
    visit_dtype(array.dtype(), [&]<typename T>() {
        for (std::size_t i = 0; i < cells->size(); ++i) {
            if (packed)
                array.as<std::uint32_t>()[i / 32] |= std::uint32_t{(*cells)[i]} << (i % 32);
            else
                array.as<T>()[i] = converted<T>((*cells)[i]);
        }
    });
    return {};
}

}  // namespace

Result<void> fill_array(Array& array, const std::string& fill, std::uint64_t seed, std::uint64_t stream) {
    const std::size_t equals = fill.find('=');
    const std::string_view name = std::string_view(fill).substr(0, equals);
    const std::string_view value = equals == std::string::npos ? std::string_view{} : std::string_view(fill).substr(equals + 1);
    const auto unknown = [&] {
        return usage_error(fmt::format("there is no fill '{}'", fill),
                           "The fills are zeros, ones, iota, uniform, uniform=LOW..HIGH, constant=V, equal, equal=LOW..HIGH, "
                           "descending, descending=LOW..HIGH, edges, edges=LOW..HIGH, edges=all, mix, spots, life=PATTERN, "
                           "galaxies, galaxies_velocity and unset");
    };
    // LOW..HIGH after the equals sign, or `usual` where there is none
    const auto range_or = [&](Bounds usual) { return equals == std::string::npos ? std::optional(usual) : parse_bounds(value); };
    const Bounds usual{0, is_float(array.dtype()) ? 1.0 : 99.0};
    if (name == "constant") {
        const auto number = parse_number(value);
        if (!number) return unknown();
        fill_constant(array, *number);
    } else if (name == "uniform" || name == "equal") {
        const auto range = range_or(usual);
        if (!range) return unknown();
        (name == "equal" ? fill_equal : fill_uniform)(array, range->low, range->high, seed, stream);
    } else if (name == "descending") {
        const auto range = range_or({0, static_cast<double>(array.size()) - 1});
        if (!range && array.size() > 0) return unknown();
        if (range) fill_descending(array, range->low, range->high);
    } else if (name == "edges") {
        std::vector<double> values = edge_values(array.dtype());
        if (value == "all") {
            const std::vector<double> special = special_values(array.dtype());
            values.insert(values.end(), special.begin(), special.end());
        } else if (equals != std::string::npos) {
            const auto range = parse_bounds(value);
            if (!range) return unknown();
            values = edge_values_between(array.dtype(), range->low, range->high);
        }
        fill_from(array, values, seed, stream);
    } else if (name == "life" && equals != std::string::npos) {
        return fill_life(array, value, seed);
    } else if (equals != std::string::npos) {
        return unknown();
    } else if (name == "zeros" || name == "unset" || name == "ones") {
        fill_constant(array, name == "ones" ? 1 : 0);
    } else if (name == "iota") {
        fill_iota(array);
    } else if (name == "mix") {
        fill_mix(array);
    } else if (name == "galaxies" || name == "galaxies_velocity") {
        return fill_galaxies(array, name == "galaxies_velocity", seed);
    } else if (name == "spots") {
        fill_spots(array);
    } else {
        return unknown();
    }
    return {};
}

}  // namespace warpwise
