// A word of the field, told in one or two sentences.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpwise {

struct Term {
    std::string name;                 // "sector"
    std::string text;                 // one or two plain sentences
    std::string lesson;               // id of the lesson that teaches it; may be empty
    std::vector<std::string> also{};  // other words for it: "page-locked memory"
};

std::string lower_case(std::string_view word);  // of a to z

inline constexpr std::size_t kLongestTermText = 200;  // it is shown while the mouse rests on a word

// By name, or by one of the other words, in any case. Null when it is not among them.
const Term* find_exactly(const std::vector<Term>& terms, std::string_view word);

// By name, or by one of the other words. Any case; a plural is found by its singular ("lanes", "Warps"), and threadIdx.x is
// threadIdx. Null when the word is not among them.
const Term* find_term(const std::vector<Term>& terms, std::string_view word);

}  // namespace warpwise
