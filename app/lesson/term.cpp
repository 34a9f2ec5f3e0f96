#include "lesson/term.h"

#include <algorithm>

namespace warpwise {

std::string lower_case(std::string_view word) {
    std::string lower(word);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

const Term* find_exactly(const std::vector<Term>& terms, std::string_view word) {
    const auto is_it = [lower = lower_case(word)](const std::string& name) { return lower_case(name) == lower; };
    const auto found =
        std::ranges::find_if(terms, [&](const Term& term) { return is_it(term.name) || std::ranges::any_of(term.also, is_it); });
    return found != terms.end() ? &*found : nullptr;
}

const Term* find_term(const std::vector<Term>& terms, std::string_view word) {
    std::string name = lower_case(word);
    // threadIdx.x is threadIdx
    const std::size_t dot = name.find('.');
    if (dot != std::string::npos && dot + 2 == name.size() && name[dot + 1] >= 'x' && name[dot + 1] <= 'z') name.resize(dot);
    if (const Term* term = find_exactly(terms, name)) return term;
    if (name.size() > 1 && name.back() == 's') return find_exactly(terms, std::string_view(name).substr(0, name.size() - 1));
    return nullptr;
}

}  // namespace warpwise
