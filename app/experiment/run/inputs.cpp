#include "experiment/run/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

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
                           "The fills are zeros, ones, iota, uniform, uniform=LOW..HIGH, constant=V, mix, spots, life=PATTERN, "
                           "galaxies, galaxies_velocity and unset");
    };
    if (name == "constant") {
        const auto number = parse_number(value);
        if (!number) return unknown();
        fill_constant(array, *number);
    } else if (name == "uniform") {
        double low = 0, high = is_float(array.dtype()) ? 1 : 99;
        if (equals != std::string::npos) {
            const std::size_t dots = value.find("..");
            if (dots == std::string_view::npos) return unknown();
            const auto first = parse_number(value.substr(0, dots)), last = parse_number(value.substr(dots + 2));
            if (!first || !last || !(*first <= *last)) return unknown();
            low = *first, high = *last;
        }
        fill_uniform(array, low, high, seed, stream);
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
