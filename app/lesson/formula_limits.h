// What a formula in a text may be. A layout engine follows it wherever it leads: one that is too deep, has too many parts or
// defines commands of its own would hold the window.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpwise {

struct FormulaBreach {
    int line = 0;  // of the text, from 1
    std::string message, hint;
};

// The first formula ($...$ or $$...$$) of a Markdown text that is not drawn.
std::optional<FormulaBreach> find_unsafe_formula(std::string_view markdown);

}  // namespace warpwise
