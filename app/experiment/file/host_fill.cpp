#include "experiment/file/host_fill.h"

#include <fmt/format.h>

#include <string_view>

#include "experiment/run/numbers.h"

namespace warpwise {
namespace {

std::string each(const std::string& array, const std::string& type, const std::string& value) {
    return fmt::format("    for (std::size_t i = 0; i < {0}_count; ++i) {0}[i] = static_cast<{1}>({2});\n", array, type, value);
}

bool is_real(const std::string& type) { return type == "float" || type == "double" || type == "__half"; }

double number(const std::string& text) { return parse_real(text).value_or(0); }

std::string random(const std::string& array, const std::string& type, const std::string& low, const std::string& high) {
    const double from = number(low), width = number(high) - from;
    const std::string start = from == 0 ? "" : fmt::format("{} + ", from);
    if (is_real(type)) return each(array, type, fmt::format("{}{} * (std::rand() / (RAND_MAX + 1.0))", start, width));
    return each(array, type, fmt::format("{}std::rand() % {}", start, static_cast<long long>(width) + 1));
}

}  // namespace

std::string host_fill(const std::string& array, const std::string& type, const std::string& fill) {
    if (fill == "zeros") return each(array, type, "0");
    if (fill == "ones") return each(array, type, "1");
    if (fill == "iota") return each(array, type, "i");
    constexpr std::string_view constant = "constant=", uniform = "uniform=", dots = "..";
    if (fill.starts_with(constant)) return each(array, type, fill.substr(constant.size()));
    const std::size_t between = fill.find(dots);
    if (fill.starts_with(uniform) && between != std::string::npos)
        return random(array, type, fill.substr(uniform.size(), between - uniform.size()), fill.substr(between + dots.size()));
    if (fill == "uniform") return random(array, type, "0", is_real(type) ? "1" : "99");
    const std::string says = fmt::format("    // Warpwise begins with \"{}\" here; put your own data in.\n", fill);
    if (type == "unsigned int") return says + each(array, type, "std::rand()");
    return says + random(array, type, "0", "1");
}

}  // namespace warpwise
