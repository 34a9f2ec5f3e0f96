// The words and numbers of the launch panel, apart from its drawing. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "device/device.h"
#include "experiment/runner.h"
#include "lesson/lesson.h"

namespace warpwise::ui {

// A whole number as people type it: "100", "1,000", "2^10", "1e6", "1k", "4M" (k, M, G are powers of 1,000; Ki, Mi, Gi of 1,024).
Result<std::int64_t> parse_size(std::string_view text);
// "1,048,576"
std::string grouped(std::uint64_t value);
// "2^20" where the value is a power of two from 2^10 on, else its digits
std::string size_text(std::int64_t value);

// A formula with the parameters' values in place of their names: "ceil(n / block)" -> "ceil(100 / 32)".
std::string with_values(std::string_view formula, const ParameterValues& values);

// "128 threads, 28 idle (22 %)": how many threads of the launch have no element.
std::string thread_text(const ResolvedLaunch& launch);

// What is wrong with a shape, told at the row that it stands in.
struct RowProblem {
    std::string row;  // "block.x" ... "grid.z", "block" when only the product is too large
    std::string text;
};
std::vector<RowProblem> launch_problems(const LaunchShape& shape, const Device::Limits& limits);

// The axis formulas of a kernel, in x y z order.
std::string axis_formula(const KernelSpec& kernel, bool grid, int axis);
// How many axes of the launch the kernel uses: 1, 2 or 3; the panel shows no more.
int used_axes(const KernelSpec& kernel);

// Slider steps: powers of two from min to max. The position of a value is its base-2 logarithm.
double slider_position(double value);
std::int64_t slider_value(double position, double min, double max, bool powers_of_two);

}  // namespace warpwise::ui
