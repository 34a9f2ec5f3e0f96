#include "simt/memory/undo_log.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <unordered_set>

#include "simt/memory/shadow.h"

namespace warpwise::simt {

void UndoLog::Unmap::operator()(std::uint32_t* p) const { unmap_zeros(p, bytes); }

std::size_t UndoLog::known_area(const Area& area) {
    const auto found = places_.find(area.start);
    if (found != places_.end()) return found->second;
    const std::size_t bytes = (area.bytes / kPieceBytes + 1) * sizeof(std::uint32_t);
    auto* latest = static_cast<std::uint32_t*>(map_zeros(bytes, PageSize::small));
    if (latest == nullptr) throw std::bad_alloc();
    areas_.push_back({area, {latest, {bytes}}});
    places_[area.start] = areas_.size() - 1;
    return areas_.size() - 1;
}

void UndoLog::keep(const Area& area, const std::byte* start, std::size_t bytes) {
    if (bytes == 0) return;
    if (last_area_ >= areas_.size() || areas_[last_area_].area.start != area.start) last_area_ = known_area(area);
    const auto offset = static_cast<std::size_t>(start - area.start);
    const std::uint32_t* latest = areas_[last_area_].latest.get();
    const std::size_t since = marks_.empty() ? 0 : marks_.back();
    for (std::size_t piece = offset / kPieceBytes; piece <= (offset + bytes - 1) / kPieceBytes; ++piece)
        if (latest[piece] <= since) keep_piece(last_area_, piece);
}

void UndoLog::keep_piece(std::size_t area, std::size_t piece) {
    const KnownArea& known = areas_[area];
    const std::size_t begin = piece * kPieceBytes, bytes = std::min(kPieceBytes, known.area.bytes - begin);
    Piece& one = kept_.emplace_back(known.area.start + begin, static_cast<std::uint32_t>(area), static_cast<std::uint32_t>(bytes));
    std::memcpy(one.contents.data(), one.start, bytes);
    known.latest.get()[piece] = static_cast<std::uint32_t>(kept_.size());
}

std::size_t UndoLog::mark() {
    marks_.push_back(kept_.size());
    return marks_.size() - 1;
}

void UndoLog::rewind(std::size_t mark) {
    for (const std::size_t begin = marks_[mark]; kept_.size() > begin; kept_.pop_back()) {
        const Piece& one = kept_.back();
        std::memcpy(one.start, one.contents.data(), one.bytes);
        latest_of(one) = 0;  // a piece that was kept before that mark, too, is kept again: that does no harm
    }
    marks_.resize(mark + 1);
}

bool UndoLog::unchanged_since(std::size_t mark) const {
    // A piece may have been kept after several marks: what counts is the first time.
    std::unordered_set<const std::byte*> seen;
    for (std::size_t i = marks_[mark]; i < kept_.size(); ++i) {
        const Piece& one = kept_[i];
        if (seen.insert(one.start).second && std::memcmp(one.start, one.contents.data(), one.bytes) != 0) return false;
    }
    return true;
}

bool UndoLog::unchanged(const std::byte* start, std::size_t bytes) const {
    const std::size_t since = marks_.empty() ? 0 : marks_.back();
    return std::ranges::all_of(areas_, [&](const KnownArea& known) {
        const auto* end = start + bytes;
        const auto *first = std::max(start, static_cast<const std::byte*>(known.area.start)),
                   *last = std::min(end, static_cast<const std::byte*>(known.area.start + known.area.bytes));
        for (const std::byte* at = first; at < last; ++at) {
            const auto offset = static_cast<std::size_t>(at - known.area.start);
            const std::uint32_t latest = known.latest.get()[offset / kPieceBytes];
            if (latest > since && *at != kept_[latest - 1].contents[offset % kPieceBytes]) return false;
        }
        return true;
    });
}

void UndoLog::drop_marks(std::span<const std::size_t> marks) {
    std::vector<std::size_t> left;
    for (std::size_t mark = 0; mark < marks_.size(); ++mark)
        if (!std::ranges::binary_search(marks, mark)) left.push_back(marks_[mark]);
    for (const Piece& one : kept_) latest_of(one) = 0;
    std::size_t to = 0, begin = 0, next = 0;  // the next place; where in kept_ the last mark is now; the next mark
    for (std::size_t from = 0; from < kept_.size(); ++from) {
        for (; next < left.size() && left[next] == from; ++next) left[next] = begin = to;
        std::uint32_t& latest = latest_of(kept_[from]);
        if (latest > begin) continue;
        if (to != from) kept_[to] = kept_[from];
        latest = static_cast<std::uint32_t>(++to);
    }
    for (; next < left.size(); ++next) left[next] = to;
    kept_.resize(to);
    marks_ = std::move(left);
}

void UndoLog::clear() {
    for (const Piece& one : kept_) latest_of(one) = 0;
    kept_.clear();
    marks_.clear();
}

}  // namespace warpwise::simt
