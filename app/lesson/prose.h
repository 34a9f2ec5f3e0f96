// The prose of a lesson: Markdown with directives in double braces, which become text, and fenced blocks (```predict, ```view
// ...), which the window draws. docs/writing-lessons.md lists both.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

inline constexpr std::string_view kValueUnknownText = "(run to see)";
inline constexpr std::string_view kValueUnrecordedText = "(not recorded)";

// {{counter right "global_store_sectors"}}: name "counter", words {"right", "global_store_sectors"}. A word in brackets keeps them.
struct Directive {
    std::string name;
    std::vector<std::string> words;
};
Directive parse_directive(std::string_view text);

// The preset that {{counter [Stride 2] "..."}} asks for; empty where the word is the id of a kernel.
std::string_view preset_in_brackets(std::string_view word);

// Replaces the directives. Code comes from the lesson's kernels: a fenced block when the directive stands alone on its line, else
// code within the line. Everything else is asked of `value_of`, which gets the text between the braces; while it has no answer, a
// parameter or a formula over parameters shows its default, a recorded value shows value_unrecorded_text and the rest shows
// value_unknown_text. Fenced blocks stay as they are.
std::string expand_prose(const Lesson& lesson,
                         const std::function<std::optional<std::string>(const std::string& directive)>& value_of);

// Answers {{param}}, {{value}} and {{counter}}: parameters and their formulas from `values`, the rest from what runs showed.
// `values_of_run` gives the values of the newest run of a kernel, of a preset (in brackets), or of the chosen kernel (empty);
// nothing before it ran.
std::optional<std::string> answer_directive(
    const std::string& directive, const ParameterValues& values,
    const std::function<std::map<std::string, double>(const std::string& of)>& values_of_run);

// Directives and blocks that name what is not there, with their places in lesson.md.
Diagnostics check_prose(const Lesson& lesson, const std::string& file);

}  // namespace warpwise
