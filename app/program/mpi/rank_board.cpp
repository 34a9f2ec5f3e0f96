#include "program/mpi/rank_board.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace warpwise {

// A new file is all zeros, which is an empty board.
RankBoard* RankBoard::open(const std::string& path, int ranks) {
    if (ranks > kMostRanks) return nullptr;
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return nullptr;
    struct stat about{};
    const bool is_ours = fstat(file, &about) == 0 && about.st_uid == geteuid();
    void* memory = MAP_FAILED;
    if (is_ours && ftruncate(file, sizeof(RankBoard)) == 0)
        memory = mmap(nullptr, sizeof(RankBoard), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory == MAP_FAILED) return nullptr;
    auto* board = static_cast<RankBoard*>(memory);
    if (board->opened_.fetch_add(1) + 1 == ranks) unlink(path.c_str());  // all have it
    return board;
}

template <typename Change>
void RankBoard::change(int rank, Change change) {
    Entry& entry = entries_[rank];
    entry.version.fetch_add(1, std::memory_order_acq_rel);
    change(entry);
    entry.version.fetch_add(1, std::memory_order_acq_rel);
}

void RankBoard::enter(int rank, const RankWait& wait) {
    change(rank, [&](Entry& entry) {
        entry.wait = wait;
        entry.state = State::waits;
    });
}

void RankBoard::leave(int rank) {
    change(rank, [](Entry& entry) { entry.state = State::runs; });
}

void RankBoard::end(int rank) {
    change(rank, [](Entry& entry) { entry.state = State::has_ended; });
}

std::optional<RankBoard::Seen> RankBoard::look(int rank) const {
    const Entry& entry = entries_[rank];
    const std::uint64_t before = entry.version.load(std::memory_order_acquire);
    if (before % 2 != 0) return std::nullopt;
    Seen seen{entry.state, before, entry.ticks.load(), entry.wait};
    std::atomic_thread_fence(std::memory_order_acquire);
    return entry.version.load(std::memory_order_acquire) == before ? std::optional(seen) : std::nullopt;
}

}  // namespace warpwise
