// The words and numbers of the launch panel, apart from its drawing. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "device/interface/device.h"
#include "lesson/lesson.h"
#include "ui/threads/thread_grid_facts.h"

namespace warpwise::ui {

// A formula with the parameters' values in place of their names: "ceil(n / block)" -> "ceil(100 / 32)".
std::string with_values(std::string_view formula, const ParameterValues& values);

// "128 threads, 28 idle (22 %)": how many threads of the launch have no element by the kernel's own index.
std::string thread_text(const ThreadFacts& facts);

// What is wrong with a shape, told at the row that it stands in.
struct RowProblem {
    std::string row;  // "block.x" ... "grid.z", "block" when only the product is too large
    std::string text;
};
std::vector<RowProblem> launch_problems(const LaunchShape& shape, const Device::Limits& limits);

// The axis formulas of a kernel, in x y z order.
std::string axis_formula(const KernelSpec& kernel, bool grid, int axis);
// How many axes of the launch the kernel uses: 1, 2 or 3.
int used_axes(const KernelSpec& kernel);
// How many the panel shows: those that the kernel or the launch uses, and all three in a lesson with a kernel along three.
int shown_axes(const Lesson& lesson, const KernelSpec& kernel, const LaunchShape& shape);

}  // namespace warpwise::ui
