// Memory that the ranks of one MPI program on this machine share: what each waits for. A rank writes its own entry; every other
// rank reads a copy that was not changed meanwhile.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace warpwise {

// What a rank is doing in MPI.
struct RankWait {
    static constexpr int kNobody = -1, kAnyone = -2, kUnknown = -3;
    char call[40] = {};  // "MPI_Send"; empty: it waits for nothing
    char file[256] = {};
    int line = 0;
    int to = kNobody, from = kNobody;  // ranks of MPI_COMM_WORLD
    int tag = -1;                      // -1: any, or none
    std::uint64_t bytes = 0;
    bool is_of_request = false;  // what it waits for cannot be told from the arguments
    bool is_in_group = false;    // all ranks of a communicator take part in the call
};

class RankBoard {
  public:
    enum class State : std::uint32_t { absent, runs, waits, has_ended };
    static constexpr int kMostRanks = 256;

    // The same for all ranks of one start of mpirun. Null when the system does not give the memory.
    static RankBoard* open(const std::string& path, int ranks);

    void enter(int rank, const RankWait&);
    void leave(int rank);
    void end(int rank);
    void tick(int rank) { entries_[rank].ticks.fetch_add(1); }

    struct Seen {
        State state = State::absent;
        std::uint64_t number = 0;  // another one after each change
        std::uint64_t ticks = 0;   // of the rank's own watch: it is given processor time
        RankWait wait;
    };
    // Nothing while it is being changed.
    std::optional<Seen> look(int rank) const;

    // The ranks wait for each other: one of them finds out, and each tells its own part.
    std::atomic<int> is_stuck{0};
    std::atomic<int> told{0};

  private:
    struct Entry {
        std::atomic<std::uint64_t> version{0};  // odd while it is being written
        std::atomic<std::uint64_t> ticks{0};
        State state = State::absent;
        RankWait wait;
    };
    template <typename Change>
    void change(int rank, Change);
    std::atomic<int> opened_{0};
    Entry entries_[kMostRanks];
};

}  // namespace warpwise
