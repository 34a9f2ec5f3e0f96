// The words of the field, each told in one or two sentences. lessons/glossary.toml holds them, and a lesson adds its own with
// [[term]].
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "lesson/term.h"

namespace warpwise {

// What is wrong with a glossary's text is a Diagnostic with its line.
struct Glossary {
    std::vector<Term> terms;  // sorted by name, without regard to case
    Diagnostics problems;
};
Glossary read_glossary(std::string_view text, const std::string& file);

// The course's own: data_dir()/lessons/glossary.toml, read once. Without the file there are no terms.
const Glossary& course_glossary();

struct Lesson;
// A word as a lesson uses it: its own terms, then the course's. The lesson may be null.
const Term* find_term(const Lesson* lesson, std::string_view word);

}  // namespace warpwise
