// PTX or SASS with the line of the source above the code that it became. No window library.
#pragma once

#include <string>
#include <vector>

#include "device/gpu/listing.h"

namespace warpwise::ui {

// Code, or a line of the source that the rows after it come from.
struct ListingRow {
    std::string text;
    int source_line = 0;
    bool is_source = false;
    bool operator==(const ListingRow&) const = default;
};
std::vector<ListingRow> listing_rows(const std::vector<ListingLine>& lines, const std::string& source);

}  // namespace warpwise::ui
