#include "base/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace warpwise {
namespace {

// Insertions, deletions, replacements and swaps of neighbours, one each (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            cost[i][j] = std::min({cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), cost[i - 1][j] + 1, cost[i][j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[a.size()][b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
    // A word of ten thousand letters is not a slip of the keyboard, and comparing it would take a while.
    if (word.size() > 64) return {};
    const std::string* best = nullptr;
    std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& candidate : known) {
        // "index" for "indexing_1d": a beginning is near, however long the rest is
        const bool beginning = word.size() >= 3 && candidate.starts_with(word);
        const std::size_t distance = beginning ? 1 : edit_distance(word, candidate);
        if (distance < best_distance) best = &candidate, best_distance = distance;
    }
    return best == nullptr ? std::string{} : fmt::format("Did you mean '{}'?", *best);
}

std::string listed(std::span<const std::string> words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

}  // namespace warpwise
