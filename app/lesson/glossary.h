// The words of the field, each told in one or two sentences. lessons/glossary.toml holds them, and a lesson adds its own with
// [[term]].
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace warpwise {

struct Term {
    std::string name;                 // "sector"
    std::string text;                 // one or two plain sentences
    std::string lesson;               // id of the lesson that teaches it; may be empty
    std::vector<std::string> also{};  // other words for it: "page-locked memory"
};

std::string lower_case(std::string_view word);  // of a to z

inline constexpr std::size_t longest_term_text = 200;  // it is shown while the mouse rests on a word

// By name, or by one of the other words. Any case; a plural is found by its singular ("lanes", "Warps"), and threadIdx.x is
// threadIdx. Null when the word is not among them.
const Term* find_term(const std::vector<Term>& terms, std::string_view word);

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
