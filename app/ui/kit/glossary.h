// The words of the field, each told in one or two sentences. Every term in the window opens its text.
#pragma once

#include <span>
#include <string_view>

namespace warpwise::ui {

struct GlossaryTerm {
    std::string_view name;    // "sector"
    std::string_view text;    // one or two plain sentences
    std::string_view lesson;  // id of the lesson that teaches it; may be empty
};

// Sorted by name, without regard to case.
std::span<const GlossaryTerm> glossary_terms();
// Any case; a plural is found by its singular ("lanes", "Warps"). Null when the word is not in the glossary.
const GlossaryTerm* find_term(std::string_view word);

}  // namespace warpwise::ui
