// Host code of a text, found by brackets alone: what does not compile there is blanked, so that it never stops a kernel.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace warpwise::simt {

struct TextRange {
    std::size_t begin = 0, end = 0;
    bool operator==(const TextRange&) const = default;
};
using DeviceWords = std::set<std::string, std::less<>>;

// The declaration around a byte of the text that may be left out: the innermost one at the level of a namespace, or a member
// function, that none of `kept` occurs in. Nothing: what is there is device code, or no declaration.
std::optional<TextRange> host_declaration(std::string_view text, std::size_t at, const DeviceWords& kept);

// Spaces in its place. Lines stay, and so do those of the preprocessor, which may belong together with others.
void blank(std::string& text, const TextRange&);

bool has_word(std::string_view text, std::string_view word);

}  // namespace warpwise::simt
