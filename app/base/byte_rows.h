// Bytes of memory in rows, as a pitched copy has them: rows of `width` bytes, `pitch` apart, and layers of such rows. One row alone
// is a range. It takes the same room for any number of bytes.
#pragma once

#include <cstdint>

namespace warpwise {

struct ByteRows {
    std::uint64_t first = 0;  // address
    std::uint64_t width = 0;
    std::uint64_t pitch = 0, rows = 1;
    std::uint64_t layer = 0, layers = 1;

    static ByteRows range(std::uint64_t first, std::uint64_t end) {
        return {.first = first, .width = end > first ? end - first : 0};
    }
    bool is_empty() const { return width == 0 || rows == 0 || layers == 0; }
    bool is_range() const { return rows == 1 && layers == 1; }
    std::uint64_t count() const { return is_empty() ? 0 : rows * layers; }  // of rows in all layers
    std::uint64_t end() const;                                              // past the last byte
    std::uint64_t row_at(std::uint64_t number) const { return first + number / rows * layer + number % rows * pitch; }
    // The same bytes with as few rows as can be: rows without a gap between them are one.
    ByteRows joined() const;
    // Whether one of the bytes lies in [from, to).
    bool touches(std::uint64_t from, std::uint64_t to) const;
    bool overlaps(const ByteRows&) const;
    // All bytes of the other one are among these; false where that takes more than a look at both ends.
    bool covers(const ByteRows&) const;
    bool operator==(const ByteRows&) const = default;
};

}  // namespace warpwise
