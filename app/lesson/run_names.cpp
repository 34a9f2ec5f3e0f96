#include "lesson/run_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpwise {
namespace {

// tests/lessons/run_names_test.cpp holds them against what a run has.
constexpr std::array kNamesOfEveryRun{
    "active_lanes",
    "array_bytes",
    "barriers",
    "block_x",
    "block_y",
    "block_z",
    "blocks",
    "branches",
    "compared",
    "differing",
    "divergent_branches",
    "fault",
    "first_written",
    "global_atomic_requests",
    "global_atomic_sectors",
    "global_load_bytes",
    "global_load_repeat_sectors",
    "global_load_repeats",
    "global_load_requests",
    "global_load_sectors",
    "global_load_threads",
    "global_reduction_requests",
    "global_reduction_sectors",
    "global_store_repeat_sectors",
    "global_store_repeats",
    "global_store_requests",
    "global_store_sectors",
    "grid_x",
    "grid_y",
    "grid_z",
    "lane_instructions",
    "last_written",
    "local_load_requests",
    "local_store_requests",
    "max_abs_error",
    "most_by_one_warp",
    "most_by_one_writer",
    "shared_atomic_bank_conflicts",
    "shared_atomic_instructions",
    "shared_atomic_wavefronts",
    "shared_load_bank_conflicts",
    "shared_load_bytes",
    "shared_load_instructions",
    "shared_load_repeats",
    "shared_load_wavefronts",
    "shared_store_bank_conflicts",
    "shared_store_instructions",
    "shared_store_repeats",
    "shared_store_wavefronts",
    "thread_local_bytes",
    "threads",
    "warp_instructions",
    "warp_shuffles",
    "warp_votes",
    "warps",
    "work",
    "writers",
    "written",
};

constexpr const char* kWhereNamesAre = "docs/writing-lessons.md lists the names, and so does `warpwise run LESSON --json`.";

std::string hint_on(const std::string& name, const std::vector<std::string>& known) {
    const std::string meant = nearest_word(name, known);
    return meant.empty() ? kWhereNamesAre : fmt::format("Did you mean \"{}\"?", meant);
}

}  // namespace

std::vector<std::string> run_value_names(const Lesson& lesson) {
    std::vector<std::string> names;
    for (const Parameter& parameter : lesson.parameters)
        if (!std::holds_alternative<std::string>(parameter.default_value)) names.push_back(parameter.id);
    names.insert(names.end(), kNamesOfEveryRun.begin(), kNamesOfEveryRun.end());
    return names;
}

std::optional<FormulaProblem> problem_of_name(const Lesson& lesson, const std::string& name) {
    const std::vector<std::string> known = run_value_names(lesson);
    if (std::ranges::find(known, name) != known.end()) return std::nullopt;
    return FormulaProblem{fmt::format("there is no \"{}\"", name), hint_on(name, known)};
}

std::optional<FormulaProblem> problem_of_expression(const Lesson& lesson, const std::string& expression,
                                                    const std::vector<std::string>& more) {
    FormulaNames used;
    for (const std::string& name : names_in_formula(expression)) used[name] = 1;
    const auto value = evaluate_formula(expression, used);
    if (!value && !value.error().not_finite) return value.error();
    for (const auto& [name, one] : used) {
        if (std::ranges::find(more, name) != more.end()) continue;
        if (auto problem = problem_of_name(lesson, name)) return problem;
    }
    return std::nullopt;
}

}  // namespace warpwise
