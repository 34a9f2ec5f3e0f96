#include "ui/source/listing_rows.h"

#include "base/text.h"

namespace warpwise::ui {

std::vector<ListingRow> listing_rows(const std::vector<ListingLine>& lines, const std::string& source) {
    const auto source_lines = lines_of(source);
    std::vector<ListingRow> rows;
    int last = 0;
    for (const ListingLine& line : lines) {
        const auto at = static_cast<std::size_t>(line.source_line);
        if (line.source_line > 0 && line.source_line != last && at <= source_lines.size())
            rows.push_back({std::string(trimmed(source_lines[at - 1])), line.source_line, true});
        if (line.source_line > 0) last = line.source_line;
        rows.push_back({line.text, line.source_line, false});
    }
    return rows;
}

}  // namespace warpwise::ui
