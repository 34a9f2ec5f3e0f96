#include "ui/shell/palette_search.h"

#include <imcmd_fuzzy_search.h>

#include <algorithm>
#include <array>
#include <bit>
#include <nlohmann/json.hpp>

#include "base/json.h"

namespace warpwise::ui {
namespace {

// Less than two letters in a row are worth (15 each), so that use decides between similar matches only.
constexpr int kDoubledUse = 6, kMostForUse = 24;

int uses_of(const PaletteUses& uses, const std::string& id) {
    const auto found = uses.find(id);
    return found != uses.end() ? found->second : 0;
}

int score_of_use(int uses) {
    return std::min(kMostForUse, kDoubledUse * static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(0, uses)))));
}

}  // namespace

std::vector<PaletteMatch> search_palette(std::span<const PaletteEntry> entries, std::string_view query, const PaletteUses& uses) {
    const std::string wanted(query);
    std::vector<PaletteMatch> found;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        PaletteMatch match{i, uses_of(uses, entries[i].id), {}};
        if (!wanted.empty()) {
            std::array<std::uint8_t, 64> letters{};
            int count = 0;
            if (!ImCmd::FuzzySearch(wanted.c_str(), entries[i].text.c_str(), match.score, letters.data(),
                                    static_cast<int>(letters.size()), count))
                continue;
            match.letters.assign(letters.begin(), letters.begin() + count);
            match.score += score_of_use(uses_of(uses, entries[i].id));
        }
        found.push_back(std::move(match));
    }
    std::ranges::sort(found, [](const PaletteMatch& a, const PaletteMatch& b) {
        return a.score != b.score ? a.score > b.score : a.entry < b.entry;
    });
    return found;
}

PaletteUses uses_from_json(std::string_view text) {
    PaletteUses uses;
    const nlohmann::json json = parsed_or_discarded(text);
    if (!json.is_object()) return uses;
    for (const auto& [id, count] : json.items())
        if (count.is_number_integer() && count.get<std::int64_t>() > 0)
            uses[id] = static_cast<int>(std::min<std::int64_t>(count.get<std::int64_t>(), 1'000'000));
    return uses;
}

std::string to_json_text(const PaletteUses& uses) {
    nlohmann::json json = nlohmann::json::object();
    for (const auto& [id, count] : uses) json[id] = count;
    return json.dump(2) + "\n";
}

}  // namespace warpwise::ui
