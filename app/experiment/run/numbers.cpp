#include "experiment/run/numbers.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace warpwise {
namespace {

template <typename T>
std::optional<T> parse_plain(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

std::optional<double> parse_real(std::string_view text) {
    const std::size_t hat = text.find('^');
    if (hat == std::string_view::npos) {
        const auto value = parse_plain<double>(text);
        return value && std::isfinite(*value) ? value : std::nullopt;
    }
    const auto base = parse_plain<double>(text.substr(0, hat)), exponent = parse_plain<double>(text.substr(hat + 1));
    if (!base || !exponent) return std::nullopt;
    const double value = std::pow(*base, *exponent);
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
    if (const auto plain = parse_plain<std::int64_t>(text)) return plain;
    const auto real = parse_real(text);
    // 2^53 and below, where every whole double is the number that was meant
    if (!real || *real != std::floor(*real) || std::abs(*real) > 9007199254740992.0) return std::nullopt;
    return static_cast<std::int64_t>(*real);
}

std::optional<Dim3> parse_edges(std::string_view text) {
    Dim3 dim;
    std::uint32_t* edges[] = {&dim.x, &dim.y, &dim.z};
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t comma = text.find(',');
        const auto value = parse_integer(text.substr(0, comma));
        if (!value || *value < 1 || *value > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
        *edges[k] = static_cast<std::uint32_t>(*value);
        if (comma == std::string_view::npos) return dim;
        text.remove_prefix(comma + 1);
    }
    return std::nullopt;
}

}  // namespace warpwise
