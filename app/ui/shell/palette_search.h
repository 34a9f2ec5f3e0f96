// What the palette finds, and in which order. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise::ui {

// How often each entry was chosen, by its id.
using PaletteUses = std::map<std::string, int, std::less<>>;

struct PaletteEntry {
    std::string id;    // "command:Run", "lesson:transfers", "view:sweep"
    std::string text;  // "Run: Run"
    std::string keys;  // "F5"; may be empty
};

struct PaletteMatch {
    std::size_t entry = 0;
    int score = 0;
    std::vector<std::uint8_t> letters;  // the bytes of the text that matched, in order
};

// The entries that hold the letters of `query` in their order, best first: the closer the match the better, and what is used
// often comes before what is not. Without a query all of them, the most used first, otherwise in the order given.
std::vector<PaletteMatch> search_palette(std::span<const PaletteEntry> entries, std::string_view query, const PaletteUses& uses);

// The file of uses; one that cannot be read counts as none.
PaletteUses uses_from_json(std::string_view text);
std::string to_json_text(const PaletteUses& uses);

}  // namespace warpwise::ui
