#include "ui/run/launch_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "base/number_text.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {

namespace {

bool is_name_char(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

std::uint32_t axis_of(const Dim3& dim, int axis) { return axis == 0 ? dim.x : axis == 1 ? dim.y : dim.z; }

void add_axis_problems(std::vector<RowProblem>& problems, std::string_view name, const Dim3& dim, const Dim3& limit) {
    for (int axis = 0; axis < 3; ++axis) {
        const std::string row = fmt::format("{}.{}", name, "xyz"[axis]);
        const std::uint32_t value = axis_of(dim, axis), most = axis_of(limit, axis);
        if (value == 0) problems.push_back({row, fmt::format("{} must be at least 1: nothing would run", row)});
        if (value > most)
            problems.push_back(
                {row, fmt::format("{} is at most {}: a device refuses {}", row, with_separators(most), with_separators(value))});
    }
}

}  // namespace

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
        if (found == values.end())
            text += word;
        else if (const auto* whole = std::get_if<std::int64_t>(&found->second))
            text += with_separators(*whole);
        else
            text += text_of(found->second);
        at = end;
    }
    return text;
}

std::string thread_text(const ThreadFacts& facts) {
    const std::string count = counted(facts.threads, "thread");
    if (!facts.work_is_said) return count;
    if (facts.work > facts.threads) return fmt::format("{} for {}", count, counted(facts.work, "element"));
    if (facts.idle == 0 && facts.work > 0 && facts.work < facts.threads)  // several work on one element
        return fmt::format("{} for {}, none idle", count, counted(facts.work, "element"));
    if (facts.idle == 0) return count + ", none idle";
    if (!facts.guarded) return fmt::format("{}, {} past the data and no guard to stop them", count, with_separators(facts.idle));
    const double percent = 100.0 * static_cast<double>(facts.idle) / static_cast<double>(facts.threads);
    return fmt::format("{}, {} idle ({:.{}f} %)", count, with_separators(facts.idle), percent, percent < 1 ? 2 : 0);
}

std::vector<RowProblem> launch_problems(const LaunchShape& shape, const Device::Limits& limits) {
    std::vector<RowProblem> problems;
    add_axis_problems(problems, "block", shape.block, limits.block);
    add_axis_problems(problems, "grid", shape.grid, limits.grid);
    const std::uint64_t threads = shape.block.count();
    if (problems.empty() && threads > limits.threads_per_block) {
        problems.push_back(
            {"block", fmt::format("{} × {} × {} = {} threads: a block has at most {}", shape.block.x, shape.block.y, shape.block.z,
                                  with_separators(threads), with_separators(limits.threads_per_block))});
    }
    return problems;
}

std::string axis_formula(const KernelSpec& kernel, bool grid, int axis) {
    const std::string* formulas[2][3] = {{&kernel.block_x, &kernel.block_y, &kernel.block_z},
                                         {&kernel.grid_x, &kernel.grid_y, &kernel.grid_z}};
    return *formulas[grid ? 1 : 0][axis];
}

int used_axes(const KernelSpec& kernel) {
    if (kernel.block_z != "1" || kernel.grid_z != "1") return 3;
    return kernel.block_y != "1" || kernel.grid_y != "1" ? 2 : 1;
}

int shown_axes(const Lesson& lesson, const KernelSpec& kernel, const LaunchShape& shape) {
    const bool has_three = std::ranges::any_of(lesson.kernels, [](const KernelSpec& each) { return used_axes(each) == 3; });
    if (has_three || shape.block.z > 1 || shape.grid.z > 1) return 3;
    return std::max(used_axes(kernel), shape.block.y > 1 || shape.grid.y > 1 ? 2 : 1);
}

}  // namespace warpwise::ui
