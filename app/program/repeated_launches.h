// What a launch does follows from its kernel, shape, arguments and the memory that it finds. A launch that finds all of this as an
// earlier one did is not run again: memory gets what the earlier one left there, and the counts are that one's. A benchmark that
// launches its kernel a thousand times so takes the time of two launches.
#pragma once

#include <algorithm>
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
};

// All that a launch can read; asked for only where it is compared, since a program may launch a million times.
using LaunchMemory = std::function<std::vector<LaunchBytes>()>;

// What came of a launch.
struct LaunchResult {
    simt::ExecuteOutcome outcome;
    bool is_full = false;  // run to its end under the full trace
    double seconds = 0;
    int index = 0;  // among all launches
    bool is_good() const { return !outcome.fault && outcome.passed_over.empty(); }
    // What it may have left past the end of an array is not looked at by the next launch.
    bool can_be_repeated() const {
        const auto is_outside = [](const Fault& fault) { return fault.kind == FaultKind::out_of_bounds; };
        return !outcome.fault && std::ranges::none_of(outcome.passed_over, is_outside);
    }
};

class RepeatedLaunches {
  public:
    // Of launches that may be repetitions of each other.
    static std::string key_of(const std::string& symbol, const LaunchShape&, const std::vector<simt::ArgumentBytes>&);

    // Before a launch. Either it repeats the one that is given back, and `memory` is as that one left it; or it is to be run.
    const LaunchResult* repeat(const std::string& key, const LaunchMemory& memory, const simt::TextureTable&);
    // After it was run, if it can be repeated.
    void remember(const std::string& key, const LaunchMemory& memory, const LaunchResult&);

  private:
    struct Content {
        std::uint64_t name = 0, bytes = 0;
        bool is_set = true;
        std::uint64_t low = 0, high = 0;  // of a hash of 128 bits
        bool operator==(const Content&) const = default;
    };
    struct Found {
        std::vector<Content> memory;
        std::vector<simt::Texture> textures;
        bool operator==(const Found&) const = default;
    };
    struct Left {               // what a launch changed
        std::size_t place = 0;  // in the memory
        Content content;
        std::vector<std::byte> bytes;
    };
    struct Earlier {
        Found found;
        std::vector<Left> left;
        LaunchResult result;
    };
    struct Kind {
        double seconds = 0;  // of the last one that was run
        int in_vain = 0;     // looked for among the earlier ones, without success since the last
        std::vector<Earlier> earlier;
    };
    struct Known {
        std::uint64_t version = 0;
        Content content;
    };
    std::vector<Content> contents_of(std::span<const LaunchBytes>);
    bool is_known(const LaunchBytes&) const;

    std::map<std::string, Kind> kinds_;
    Found found_;                           // by the launch that runs now
    bool is_compared_ = false;              // ... if that was looked at
    std::map<std::uint64_t, Known> known_;  // by name: what was read last
    std::size_t kept_bytes_ = 0;
};

}  // namespace warpwise
