// What a strip of elements keeps between frames.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace warpwise::ui {

// What a column of pixels shows: element_flag bits of any element in it, and its first element's writer.
struct StripColumn {
    std::uint64_t first = 0, last = 0;  // elements first .. last - 1
    std::uint8_t flags = 0;
    std::optional<std::uint64_t> block;
    bool operator==(const StripColumn&) const = default;
};

struct ArrayStripState {
    std::vector<StripColumn> columns;
    std::uint64_t facts_version = 0, wanted = 0;
    std::optional<std::int64_t> menu_element;  // the one that the menu was opened at
    bool points = false;                       // the pointed-at thread is this strip's doing, so it takes it back
};

}  // namespace warpwise::ui
