// What device memory held before it was written, so that a block can go back to any moment that was marked, and be compared with
// it. Memory is saved in pieces of 64 bytes, each once between two marks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
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

    // The moment now, by a number: 0, 1, ...
    std::size_t mark();
    // Memory as it was at that mark. Later marks are forgotten; that one stays.
    void rewind(std::size_t mark);
    // Whether all that was written since holds what it held then.
    bool unchanged_since(std::size_t mark) const;
    // Whether the bytes hold what they held at the last mark.
    bool unchanged(const std::byte* start, std::size_t bytes) const;
    // Fewer marks, by ascending numbers: what was kept since one belongs to the mark before it, where a piece that was kept there
    // already is kept no longer. Numbers of later marks fall.
    void drop_marks(std::span<const std::size_t> marks);
    void drop_last_mark() { marks_.pop_back(); }
    void clear();  // no marks, nothing kept
    std::size_t bytes() const { return kept_.size() * sizeof(Piece); }
    std::size_t bytes_since_last_mark() const { return (kept_.size() - (marks_.empty() ? 0 : marks_.back())) * sizeof(Piece); }

  private:
    static constexpr std::size_t kPieceBytes = 64;
    struct Piece {
        std::byte* start = nullptr;
        std::uint32_t area = 0, bytes = 0;
        std::array<std::byte, kPieceBytes> contents;
    };
    struct Unmap {
        std::size_t bytes = 0;
        void operator()(std::uint32_t* p) const;
    };
    struct KnownArea {
        Area area;
        // For each piece its latest place in kept_, plus 1; 0: none. Pages that are mapped where a piece is kept: a 16th of it.
        std::unique_ptr<std::uint32_t, Unmap> latest;
    };
    std::size_t known_area(const Area&);
    void keep_piece(std::size_t area, std::size_t piece);
    std::uint32_t& latest_of(const Piece& one) {
        const KnownArea& known = areas_[one.area];
        return known.latest.get()[static_cast<std::size_t>(one.start - known.area.start) / kPieceBytes];
    }

    std::vector<KnownArea> areas_;
    std::unordered_map<const std::byte*, std::size_t> places_;  // in areas_, by their starts: a launch may have many
    std::size_t last_area_ = 0;
    std::deque<Piece> kept_;          // no copy as it grows: it may be most of the memory that a session needs
    std::vector<std::size_t> marks_;  // where in kept_ each begins
};

}  // namespace warpwise::simt
