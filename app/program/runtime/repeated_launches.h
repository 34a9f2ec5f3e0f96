// What a launch does follows from its kernel, shape, arguments and the memory that it reads. A launch that finds all of this as an
// earlier one did is not run again: memory gets what the earlier one left there, and the counts are that one's. So a benchmark that
// launches its kernel a thousand times takes the time of one launch or two.
//
// Whether memory is the same is known by its version, where the program can change it only through the runtime, or by a hash, where
// the launch is so much more work that reading the memory pays. Work is counted and not timed: a program does the same everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/launch_shape.h"
#include "simt/code/texture.h"
#include "simt/execute/execute.h"

namespace warpwise {

// Bytes that a kernel can read and write: an allocation, or a variable of the program.
struct LaunchBytes {
    std::uint64_t name = 0;  // the same before every launch: an address
    std::span<std::byte> bytes;
    bool is_set = true;         // written since they were allocated
    std::uint64_t version = 0;  // the same as long as the bytes are; 0: not known
    bool is_variable = false;   // of the kernel: which variables it reads and writes is not observed
};

struct LaunchMemory {
    std::function<std::vector<LaunchBytes>()> list;             // all that the launch can read
    std::function<std::uint64_t(std::uint64_t name)> replaced;  // these bytes were: their new version
};

// What came of a launch.
struct LaunchResult {
    simt::ExecuteOutcome outcome;
    bool is_full = false;     // run to its end under the full trace
    bool is_sampled = false;  // some of its blocks were run under the full trace, too
    // About as many bytes could be read and hashed in the time that it took.
    std::uint64_t bytes_of_work = 0;
    static std::uint64_t work_of(std::uint64_t warp_instructions, bool is_full) {
        return (std::uint64_t{256} << 10) + warp_instructions * (is_full ? 512 : 128);
    }
    int index = 0;                                  // among all launches
    std::map<std::uint64_t, simt::MemoryUse> uses;  // by name
    bool is_good() const { return !outcome.fault && outcome.passed_over.empty(); }
    // What it may have left past the end of an array is not known.
    bool stays_inside() const;
};

class RepeatedLaunches {
  public:
    // Of launches that may be repetitions of each other.
    // What a launch asks for. One that is not cooperative is refused where an equal one, which is, runs.
    static std::string key_of(const std::string& symbol, const LaunchShape&, bool is_cooperative,
                              const std::vector<simt::ArgumentBytes>&);

    // Before a launch. Either it repeats the one that is given back, and memory is as that one left it; or it is to be run.
    const LaunchResult* repeat(const std::string& key, const LaunchMemory&, const simt::TextureTable&);
    // Before a launch that is to be run in any case.
    void look(const LaunchMemory&);
    // After it was run to its end, inside its arrays.
    void remember(const std::string& key, const LaunchMemory&, const LaunchResult&);

  private:
    struct Hash {
        std::uint64_t low = 0, high = 0;
        bool operator==(const Hash&) const = default;
    };
    using Hashes = std::vector<Hash>;  // one for each piece; empty: not read
    struct State {
        std::uint64_t version = 0;
        bool is_set = true;
        Hashes hashes;
    };
    struct Piece {
        std::size_t offset = 0;
        std::vector<std::byte> bytes;
    };
    struct Part {  // of the memory that a launch read or wrote
        std::uint64_t name = 0;
        std::size_t bytes = 0;
        simt::MemoryUse use = simt::MemoryUse::none;
        State before, after;
        std::vector<Piece> left;  // what it changed, where both are hashed
    };
    struct Earlier {
        std::vector<Part> parts;
        std::vector<simt::Texture> textures;
        LaunchResult result;
        std::size_t kept_bytes = 0;
        bool is_hashed = false;  // all that it found
    };
    struct Kind {
        std::uint64_t bytes_of_work = 0;  // of the last one that was run
        int in_vain = 0;                  // memory was read without finding an earlier one, since the last time
        std::set<std::uint64_t> needed;   // names of what is to be read
        std::vector<Earlier> earlier;
    };
    struct Found {
        std::uint64_t name = 0;
        State state;
    };
    enum class Likeness { none, before, after };
    using Memory = std::vector<LaunchBytes>;  // by name, ascending; a program may have thousands of allocations

    static Memory listed(const LaunchMemory&);
    void look(const Memory&);
    static const LaunchBytes* part_of(const Memory&, std::uint64_t name);
    State* found(std::uint64_t name);
    void read(const LaunchBytes&, State&);
    std::uint64_t bytes_to_read(const Memory&, const Kind&) const;
    Likeness compare(const Part&, const Memory&);
    const LaunchResult* find(Kind&, const Memory&, const simt::TextureTable&, const LaunchMemory&);
    void restore(const Part&, const LaunchBytes&, const LaunchMemory&);
    bool complete(Part&, const LaunchBytes&, bool is_read_now);

    std::map<std::string, Kind> kinds_;
    std::vector<Found> found_;              // by the launch that runs now; by name, ascending
    std::map<std::uint64_t, State> known_;  // what was read last
    std::size_t kept_bytes_ = 0;
};

}  // namespace warpwise
