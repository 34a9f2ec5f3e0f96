// What a launch does follows from its kernel, shape, arguments and the memory that it reads. A launch that finds all of this as an
// earlier one did is not run again: memory gets what the earlier one left there, and the counts are that one's. So a benchmark that
// launches its kernel a thousand times takes the time of one launch or two.
//
// Whether memory is the same is known by its version, where the program can change it only through the runtime, or by a hash, where
// the launch takes so much longer that reading the memory pays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/launch_shape.h"
#include "simt/execute.h"
#include "simt/texture.h"

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
    bool is_full = false;  // run to its end under the full trace
    double seconds = 0;
    int index = 0;                                  // among all launches
    std::map<std::uint64_t, simt::MemoryUse> uses;  // by name
    bool is_good() const { return !outcome.fault && outcome.passed_over.empty(); }
    // What it may have left past the end of an array is not known.
    bool stays_inside() const;
};

class RepeatedLaunches {
  public:
    // Of launches that may be repetitions of each other.
    static std::string key_of(const std::string& symbol, const LaunchShape&, const std::vector<simt::ArgumentBytes>&);

    // Before a launch. Either it repeats the one that is given back, and memory is as that one left it; or it is to be run.
    const LaunchResult* repeat(const std::string& key, const LaunchMemory&, const simt::TextureTable&);
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
        double seconds = 0;                       // of the last one that was run
        int in_vain = 0;                          // memory was read without finding an earlier one, since the last time
        std::map<std::uint64_t, bool> is_needed;  // by name: to be read
        std::vector<Earlier> earlier;
    };
    enum class Likeness { none, before, after };
    using Memory = std::map<std::uint64_t, LaunchBytes>;

    static Memory listed(const LaunchMemory&);
    void read(const LaunchBytes&, State&);
    double seconds_to_read(const Memory&, const Kind&) const;
    Likeness compare(const Part&, const Memory&) const;
    const LaunchResult* find(Kind&, const Memory&, const simt::TextureTable&, const LaunchMemory&);
    void restore(const Part&, const LaunchBytes&, const LaunchMemory&);
    bool complete(Part&, const LaunchBytes&, bool is_read_now);

    std::map<std::string, Kind> kinds_;
    std::map<std::uint64_t, State> found_;  // by the launch that runs now
    std::map<std::uint64_t, State> known_;  // what was read last
    std::size_t kept_bytes_ = 0;
};

}  // namespace warpwise
