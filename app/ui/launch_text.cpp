#include "ui/launch_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>

namespace warpwise::ui {

namespace {

constexpr double largest_size = 9007199254740992.0;  // 2^53: every integer below it is exact as a double

std::optional<double> number_of(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

// Takes a unit such as "k" or "Mi" off the end of the text.
double take_unit(std::string_view& text) {
    const bool binary = text.size() > 1 && text.back() == 'i';
    const std::string_view rest = binary ? text.substr(0, text.size() - 1) : text;
    if (rest.empty()) return 1;
    const double base = binary ? 1024 : 1000;
    double factor = 0;
    switch (rest.back()) {
        case 'k': case 'K': factor = base; break;
        case 'm': case 'M': factor = base * base; break;
        case 'g': case 'G': factor = base * base * base; break;
        default: return 1;
    }
    text = rest.substr(0, rest.size() - 1);
    return factor;
}

std::string plain_digits(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        if (c != ' ' && c != ',' && c != '_' && c != '\t') plain += c;
    }
    return plain;
}

bool is_name_char(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

std::uint32_t axis_of(const Dim3& dim, int axis) { return axis == 0 ? dim.x : axis == 1 ? dim.y : dim.z; }

void add_axis_problems(std::vector<RowProblem>& problems, std::string_view name, const Dim3& dim, const Dim3& limit) {
    for (int axis = 0; axis < 3; ++axis) {
        const std::string row = fmt::format("{}.{}", name, "xyz"[axis]);
        const std::uint32_t value = axis_of(dim, axis), most = axis_of(limit, axis);
        if (value == 0) problems.push_back({row, fmt::format("{} must be at least 1: nothing would run", row)});
        if (value > most) problems.push_back({row, fmt::format("{} is at most {}: a device refuses {}", row, grouped(most), grouped(value))});
    }
}

}  // namespace

Result<std::int64_t> parse_size(std::string_view text) {
    const std::string plain = plain_digits(text);
    std::string_view rest = plain;
    const double unit = take_unit(rest);
    const std::size_t caret = rest.find('^');
    std::optional<double> value;
    if (caret == std::string_view::npos) {
        value = number_of(rest);
    } else {
        const auto base = number_of(rest.substr(0, caret)), exponent = number_of(rest.substr(caret + 1));
        if (base && exponent) value = std::pow(*base, *exponent);
    }
    if (!value) return usage_error(fmt::format("\"{}\" is not a number", text), "Type 100, 2^10, 1e6 or 1k");
    const double size = *value * unit;
    if (size != std::floor(size)) return usage_error(fmt::format("\"{}\" is not a whole number", text), "Type 100, 2^10, 1e6 or 1k");
    if (std::abs(size) > largest_size) return usage_error(fmt::format("\"{}\" is too large", text), "Sizes end at 2^53");
    return static_cast<std::int64_t>(size);
}

std::string grouped(std::uint64_t value) {
    std::string digits = std::to_string(value);
    for (std::size_t at = digits.size(); at > 3; ) {
        at -= 3;
        digits.insert(at, ",");
    }
    return digits;
}

std::string size_text(std::int64_t value) {
    const bool power = value >= 1024 && (value & (value - 1)) == 0;
    if (power) return fmt::format("2^{}", std::countr_zero(static_cast<std::uint64_t>(value)));
    return std::to_string(value);
}

std::string with_values(std::string_view formula, const ParameterValues& values) {
    std::string text;
    for (std::size_t at = 0; at < formula.size();) {
        std::size_t end = at;
        while (end < formula.size() && is_name_char(formula[end])) ++end;
        if (end == at) {
            text += formula[at++];
            continue;
        }
        const std::string word(formula.substr(at, end - at));
        const auto found = values.find(word);
        text += found != values.end() ? text_of(found->second) : word;
        at = end;
    }
    return text;
}

std::string thread_text(const ResolvedLaunch& launch) {
    const std::uint64_t threads = launch.shape.thread_count();
    const std::string count = fmt::format("{} {}", grouped(threads), threads == 1 ? "thread" : "threads");
    if (launch.work > threads) return fmt::format("{} for {} elements", count, grouped(launch.work));
    const std::uint64_t idle = threads - launch.work;
    if (idle == 0) return count + ", none idle";
    const double percent = 100.0 * static_cast<double>(idle) / static_cast<double>(threads);
    return fmt::format("{}, {} idle ({:.{}f} %)", count, grouped(idle), percent, percent < 1 ? 2 : 0);
}

std::vector<RowProblem> launch_problems(const LaunchShape& shape, const Device::Limits& limits) {
    std::vector<RowProblem> problems;
    add_axis_problems(problems, "block", shape.block, limits.block);
    add_axis_problems(problems, "grid", shape.grid, limits.grid);
    const std::uint64_t threads = shape.block.count();
    if (problems.empty() && threads > limits.threads_per_block) {
        problems.push_back({"block", fmt::format("{} x {} x {} = {} threads: a block has at most {}", shape.block.x, shape.block.y,
                                                 shape.block.z, grouped(threads), grouped(limits.threads_per_block))});
    }
    return problems;
}

std::string axis_formula(const KernelSpec& kernel, bool grid, int axis) {
    const std::string* formulas[2][3] = {{&kernel.block_x, &kernel.block_y, &kernel.block_z}, {&kernel.grid_x, &kernel.grid_y, &kernel.grid_z}};
    return *formulas[grid ? 1 : 0][axis];
}

int used_axes(const KernelSpec& kernel) {
    if (kernel.block_z != "1" || kernel.grid_z != "1") return 3;
    return kernel.block_y != "1" || kernel.grid_y != "1" ? 2 : 1;
}

double slider_position(double value) { return std::log2(std::max(value, 1.0)); }

std::int64_t slider_value(double position, double min, double max, bool powers_of_two) {
    const double stepped = powers_of_two ? std::round(position) : position;
    return std::llround(std::clamp(std::round(std::exp2(stepped)), min, max));
}

}  // namespace warpwise::ui
