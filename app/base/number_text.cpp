#include "base/number_text.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace warpwise {

std::string with_separators(std::string digits) {
    const std::ptrdiff_t first = digits.starts_with('-') ? 1 : 0;
    for (std::ptrdiff_t at = std::ssize(digits) - 3; at > first; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string duration_text(double ms) {
    struct Unit {
        double ms;
        const char* name;
    };
    constexpr Unit units[] = {{1e3, "s"}, {1, "ms"}, {1e-3, "µs"}, {1e-6, "ns"}};
    if (!std::isfinite(ms)) return "-";
    if (ms == 0) return "0 ns";
    const Unit* unit = &units[3];
    for (const Unit& u : units)
        // 0.9995 ms rounds to "1.00 ms", not to "1000 µs".
        if (std::abs(ms) >= 0.9995 * u.ms) {
            unit = &u;
            break;
        }
    const double value = ms / unit->ms;
    const double size = std::abs(value);
    const int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f} {}", value, decimals, unit->name);
}

std::string short_duration(double ms) {
    std::string text = duration_text(ms);
    const std::size_t point = text.find('.'), blank = text.find(' ');
    if (point == std::string::npos || blank == std::string::npos) return text;
    const std::size_t last = text.find_last_not_of('0', blank - 1);
    return text.erase(last == point ? last : last + 1, blank - (last == point ? last : last + 1));
}

std::string extents_text(const Dim3& d) {
    std::string text = with_separators(d.x);
    if (d.y != 1 || d.z != 1) text += " × " + with_separators(d.y);
    if (d.z != 1) text += " × " + with_separators(d.z);
    return text;
}

}  // namespace warpwise
