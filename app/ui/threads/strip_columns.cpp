#include "ui/threads/strip_columns.h"

#include <algorithm>

namespace warpwise::ui {

std::vector<StripColumn> strip_columns(const ThreadFacts& facts, const RunRecord* record, std::uint64_t wanted) {
    const std::uint64_t count = std::min(std::max<std::uint64_t>(1, wanted), facts.elements);
    const std::uint64_t per_block = std::max<std::uint64_t>(1, facts.shape.block.count());
    std::vector<StripColumn> columns(count);
    for (std::uint64_t c = 0; c < count; ++c) {
        StripColumn& column = columns[c];
        column.first = c * facts.elements / count;
        column.last = (c + 1) * facts.elements / count;
        for (std::uint64_t e = column.first; e < column.last && e < facts.element_flags.size(); ++e)
            column.flags |= facts.element_flags[e];
        if (facts.has_writes)
            if (const auto writer = facts.writer_of(static_cast<std::int64_t>(column.first), record))
                column.block = *writer / per_block;
    }
    return columns;
}

}  // namespace warpwise::ui
