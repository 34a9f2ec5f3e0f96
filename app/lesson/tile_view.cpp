#include "lesson/tile_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lesson/access_view.h"
#include "lesson/formula.h"
#include "lesson/number_views.h"

namespace warpwise {
namespace {

constexpr double kMostColumns = 1 << 20;

// The entry of a tile: of a list its own, and a single one is for all.
const std::string* entry_of(const std::vector<std::string>& entries, std::size_t tile) {
    if (entries.empty()) return nullptr;
    return &entries[entries.size() == 1 ? 0 : tile];
}

Result<std::int64_t> columns_of(const char* name, const std::string* formula, const ParameterValues& values) {
    if (formula == nullptr) return 0;
    const auto value = evaluate(*formula, values);
    if (!value) return std::unexpected(value.error());
    if (*value != std::floor(*value) || *value < 1 || *value > kMostColumns)
        return usage_error(
            fmt::format("{} = \"{}\" gives {}, which is not a number of columns", name, *formula, number_text(*value)),
            "A row has a whole number of elements, from 1.");
    return static_cast<std::int64_t>(*value);
}

}  // namespace

std::vector<std::string> tile_view_options() { return {"shared", "from", "cols", "from_cols", "own", "block", "kernel"}; }

const ViewSpec* find_tile_view(const Lesson& lesson, const std::string& kernel) {
    return find_view_for_kernel(lesson, "tile", kernel);
}

Result<TileView> tile_view(const ViewSpec& view, const ParameterValues& values) {
    const auto access = access_view(view, values);
    if (!access) return std::unexpected(access.error());
    TileView wanted;
    wanted.block = access->block;
    if (const auto own = view.options.find("own"); own != view.options.end()) wanted.own = own->second;
    const std::vector<std::string> shared = option_texts(view, "shared"), from = option_texts(view, "from"),
                                   cols = option_texts(view, "cols"), from_cols = option_texts(view, "from_cols");
    if (shared.empty() || from.empty())
        return usage_error(
            shared.empty() ? "the view names no shared array" : "the view names no array that the tile is filled from",
            "Give \"shared\", a __shared__ array of the kernel, and \"from\", an array of the lesson.");
    if (shared.size() > kMostTiles) return usage_error(fmt::format("the view shows at most {} tiles", kMostTiles));
    for (const auto* entries : {&from, &cols, &from_cols})
        if (entries->size() > 1 && entries->size() != shared.size())
            return usage_error(fmt::format("\"shared\" has {} entries, and another list has {}", shared.size(), entries->size()),
                               "Give one entry for each tile, or a single one for all of them.");
    for (std::size_t i = 0; i < shared.size(); ++i) {
        const auto tile_cols = columns_of("cols", entry_of(cols, i), values);
        if (!tile_cols) return std::unexpected(tile_cols.error());
        const auto array_cols = columns_of("from_cols", entry_of(from_cols, i), values);
        if (!array_cols) return std::unexpected(array_cols.error());
        wanted.tiles.push_back({shared[i], *entry_of(from, i), *tile_cols, *array_cols});
    }
    return wanted;
}

}  // namespace warpwise
