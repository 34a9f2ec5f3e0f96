#include "simt/undo_log.h"

#include <algorithm>
#include <cstring>

namespace warpwise::simt {
namespace {

constexpr std::uintptr_t piece_bytes = 64;

}  // namespace

void UndoLog::keep(const Area& area, const std::byte* start, std::size_t bytes) {
    if (bytes == 0) return;
    const auto first = reinterpret_cast<std::uintptr_t>(start) / piece_bytes;
    const auto last = (reinterpret_cast<std::uintptr_t>(start) + bytes - 1) / piece_bytes;
    for (std::uintptr_t piece = first; piece <= last; ++piece)
        if (piece != last_) keep_piece(area, piece);
}

void UndoLog::keep_piece(const Area& area, std::uintptr_t piece) {
    last_ = piece;
    if (!known_.insert(piece).second) return;
    const auto area_start = reinterpret_cast<std::uintptr_t>(area.start), area_end = area_start + area.bytes;
    const std::uintptr_t begin = std::max(piece * piece_bytes, area_start), end = std::min((piece + 1) * piece_bytes, area_end);
    const Entry entry{area.start + (begin - area_start), contents_.size(), static_cast<std::uint32_t>(end - begin)};
    contents_.insert(contents_.end(), entry.start, entry.start + entry.bytes);
    first_.try_emplace(piece, kept_.size());
    kept_.push_back(entry);
}

std::size_t UndoLog::mark() {
    marks_.push_back(kept_.size());
    known_.clear();
    last_ = 0;
    return marks_.size() - 1;
}

void UndoLog::rewind(std::size_t mark) {
    const std::size_t begin = marks_[mark];
    for (std::size_t i = kept_.size(); i-- > begin;)
        std::memcpy(kept_[i].start, contents_.data() + kept_[i].contents, kept_[i].bytes);
    if (begin < kept_.size()) contents_.resize(kept_[begin].contents);
    kept_.resize(begin);
    std::erase_if(first_, [&](const auto& one) { return one.second >= begin; });
    marks_.resize(mark + 1);
    known_.clear();
    last_ = 0;
}

bool UndoLog::unchanged_since(std::size_t mark) const {
    // A piece may have been kept after several marks: what counts is the first time.
    std::unordered_set<const std::byte*> seen;
    for (std::size_t i = marks_[mark]; i < kept_.size(); ++i) {
        const Entry& entry = kept_[i];
        if (seen.insert(entry.start).second && std::memcmp(entry.start, contents_.data() + entry.contents, entry.bytes) != 0)
            return false;
    }
    return true;
}

bool UndoLog::unchanged(const std::byte* start, std::size_t bytes) const {
    for (std::size_t i = 0; i < bytes; ++i) {
        const auto found = first_.find(reinterpret_cast<std::uintptr_t>(start + i) / piece_bytes);
        if (found == first_.end()) continue;
        const Entry& entry = kept_[found->second];
        if (start[i] != contents_[entry.contents + static_cast<std::size_t>(start + i - entry.start)]) return false;
    }
    return true;
}

void UndoLog::drop_mark(std::size_t mark) { marks_.erase(marks_.begin() + static_cast<std::ptrdiff_t>(mark)); }

}  // namespace warpwise::simt
