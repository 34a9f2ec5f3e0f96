// What device memory held before it was written, so that a block can go back to any moment that was marked, and be compared with
// it. Memory is saved in pieces of 64 bytes, each once between two marks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace warpwise::simt {

class UndoLog {
  public:
    // A run of host memory that is never freed or moved while the log lives.
    struct Area {
        std::byte* start = nullptr;
        std::size_t bytes = 0;
    };

    // Before [start, start + bytes), which lies in `area`, is written.
    void keep(const Area& area, const std::byte* start, std::size_t bytes);

    // The moment now, by a number.
    std::size_t mark();
    // Memory as it was at that mark. Later marks are forgotten; that one stays.
    void rewind(std::size_t mark);
    // Whether all that was written since holds what it held then.
    bool unchanged_since(std::size_t mark) const;
    // Whether the bytes hold what they held at the first mark.
    bool unchanged(const std::byte* start, std::size_t bytes) const;
    // One mark fewer: what was kept since it belongs to the mark before. Numbers of later marks fall by one.
    void drop_mark(std::size_t mark);
    std::size_t bytes() const { return kept_.size() * sizeof(Entry) + contents_.size(); }

  private:
    struct Entry {
        std::byte* start = nullptr;
        std::size_t contents = 0;  // place in contents_
        std::uint32_t bytes = 0;
    };
    void keep_piece(const Area& area, std::uintptr_t piece);

    std::vector<Entry> kept_;
    std::vector<std::byte> contents_;
    std::vector<std::size_t> marks_;                         // where in kept_ each begins
    std::unordered_set<std::uintptr_t> known_;               // pieces kept since the last mark
    std::uintptr_t last_ = 0;                                // of them the last
    std::unordered_map<std::uintptr_t, std::size_t> first_;  // in kept_, of each piece
};

}  // namespace warpwise::simt
