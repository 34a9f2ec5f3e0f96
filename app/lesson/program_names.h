// The names that the gates of a program exercise speak of (experiment/check/program_values.h counts them).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/formula.h"

namespace warpwise {

// Of a gate with a kernel: 1 if a run prints what it should although the launches of that kernel do nothing, else 0.
inline constexpr std::string_view kRightWithout = "right_without";
// 1 if a run prints what it should although the messages between its ranks arrive with zeros, else 0.
inline constexpr std::string_view kRightWithoutMessages = "right_without_messages";

// What a run of a program comes to: launches, copies, waits, and the sums of its launches' counters.
std::vector<std::string> program_value_names();

// The names that are about launches, so that a gate can ask for those of one kernel.
bool is_of_launches(const std::string& name);

bool uses_name(const std::string& expression, std::string_view name);

// Why no run of a program can answer an expression; `more`: names that are known besides.
std::optional<FormulaProblem> problem_of_program_expression(const std::string& expression,
                                                            const std::vector<std::string>& more = {});

// What findings of a whole program can be besides faults of its kernels: "unchecked_error", "leak".
std::vector<std::string> host_finding_kinds();

}  // namespace warpwise
