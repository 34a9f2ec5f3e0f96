#include "base/byte_rows.h"

#include <algorithm>

namespace warpwise {
namespace {

// The first of `count` stretches, `step` apart, that ends past `from`: the first one ends at `end`.
std::uint64_t first_past(std::uint64_t from, std::uint64_t end, std::uint64_t step, std::uint64_t count) {
    if (end > from) return 0;
    return step == 0 ? count : std::min((from - end) / step + 1, count);
}

}  // namespace

std::uint64_t ByteRows::end() const { return is_empty() ? first : first + (layers - 1) * layer + (rows - 1) * pitch + width; }

ByteRows ByteRows::joined() const {
    ByteRows out = *this;
    if (out.is_empty()) return {.first = first};
    const auto join_rows = [&out] {
        if (out.rows > 1 && out.pitch != out.width) return;
        out.width *= out.rows;
        out.rows = 1;
        out.pitch = 0;
    };
    join_rows();
    if (out.layers > 1 && out.rows == 1) {
        out.pitch = out.layer;
        out.rows = out.layers;
        out.layers = 1;
        join_rows();
    } else if (out.layers > 1 && out.layer == out.pitch * out.rows) {
        out.rows *= out.layers;
        out.layers = 1;
    }
    if (out.layers == 1) out.layer = 0;
    return out;
}

bool ByteRows::touches(std::uint64_t from, std::uint64_t to) const {
    if (is_empty() || from >= to) return false;
    const std::uint64_t extent = (rows - 1) * pitch + width;  // of a layer
    for (std::uint64_t k = first_past(from, first + extent, layer, layers); k < layers && first + k * layer < to; ++k) {
        const std::uint64_t start = first + k * layer, row = first_past(from, start + width, pitch, rows);
        if (row < rows && start + row * pitch < to) return true;
    }
    return false;
}

bool ByteRows::overlaps(const ByteRows& other) const {
    if (is_empty() || other.is_empty() || first >= other.end() || other.first >= end()) return false;
    const ByteRows &fewer = count() <= other.count() ? *this : other, &more = &fewer == this ? other : *this;
    for (std::uint64_t i = 0; i < fewer.count(); ++i) {
        const std::uint64_t row = fewer.row_at(i);
        if (more.touches(row, row + fewer.width)) return true;
    }
    return false;
}

bool ByteRows::covers(const ByteRows& other) const {
    return *this == other || (is_range() && first <= other.first && other.end() <= end());
}

}  // namespace warpwise
