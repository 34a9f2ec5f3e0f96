#include "lesson/program_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lesson/run_names.h"

namespace warpwise {
namespace {

constexpr std::array kNamesOfLaunches{"launches",   "kernels",   "blocks",      "threads",
                                      "least_grid", "most_grid", "least_block", "most_block"};
constexpr std::array kNamesOfPrograms{"argument_1",
                                      "argument_2",
                                      "argument_3",
                                      "argument_4",
                                      "argument_5",
                                      "bytes_on_device",
                                      "bytes_sent",
                                      "bytes_to_device",
                                      "bytes_to_host",
                                      "clocks_too_early",
                                      "collective_calls",
                                      "copies",
                                      "copies_on_device",
                                      "copies_to_device",
                                      "copies_to_host",
                                      "messages",
                                      "mistakes",
                                      "most_bytes",
                                      "most_in_a_stream",
                                      "mapped_launches",
                                      "most_messages",
                                      "most_receivers",
                                      "notes",
                                      "overlapping_copies",
                                      "overlapping_launches",
                                      "ranks",
                                      "right_without",
                                      "right_without_messages",
                                      "streams",
                                      "waits"};

// Of what run_value_names() has, the counters of a launch: their sum means something.
bool is_counter(const std::string& name) {
    constexpr std::array others{"barriers",      "branches",   "divergent_branches", "lane_instructions",
                                "warp_shuffles", "warp_votes", "warp_instructions"};
    return name.starts_with("global_") || name.starts_with("shared_") || name.starts_with("local_") ||
           std::ranges::find(others, name) != others.end();
}

}  // namespace

std::vector<std::string> program_value_names() {
    std::vector<std::string> names(kNamesOfLaunches.begin(), kNamesOfLaunches.end());
    names.insert(names.end(), kNamesOfPrograms.begin(), kNamesOfPrograms.end());
    std::ranges::copy_if(run_value_names(Lesson{}), std::back_inserter(names), is_counter);
    return names;
}

bool is_of_launches(const std::string& name) {
    return std::ranges::find(kNamesOfLaunches, name) != kNamesOfLaunches.end() || is_counter(name);
}

bool uses_name(const std::string& expression, std::string_view name) {
    const std::vector<std::string> names = names_in_formula(expression);
    return std::ranges::find(names, name) != names.end();
}

std::optional<FormulaProblem> problem_of_program_expression(const std::string& expression, const std::vector<std::string>& more) {
    const std::vector<std::string> known = program_value_names();
    FormulaNames used;
    for (const std::string& name : names_in_formula(expression)) used[name] = 1;
    const auto value = evaluate_formula(expression, used);
    if (!value && !value.error().not_finite) return value.error();
    for (const auto& [name, one] : used) {
        if (std::ranges::find(more, name) != more.end() || std::ranges::find(known, name) != known.end()) continue;
        const std::string meant = nearest_word(name, known);
        return FormulaProblem{fmt::format("there is no \"{}\"", name),
                              meant.empty() ? "docs/writing-lessons.md lists the names under \"Programs\"."
                                            : fmt::format("Did you mean \"{}\"?", meant)};
    }
    return std::nullopt;
}

std::vector<std::string> host_finding_kinds() {
    return {"unchecked_error",
            "host_reads_device_pointer",
            "host_object",
            "copy_out_of_bounds",
            "copy_direction",
            "read_before_wait",
            "leak",
            "double_free",
            "wrong_free",
            "heap_corruption",
            "too_few_threads",
            "use_after_destroy",
            "peer_access",
            "wrong_gpu",
            "ranks_disagree",
            "wrong_pitch",
            "shared_missing"};
}

}  // namespace warpwise
