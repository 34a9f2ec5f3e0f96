// Data races: two threads touch the same bytes, one of them writes, and nothing orders the two. Within a block a barrier
// orders; between blocks nothing does while the launch runs. Atomics do not race with each other. A warp that ran a memory
// fence since the last barrier is taken to order its accesses by hand, and lanes of one warp run in lockstep here: neither is
// reported, so that what is reported is a race.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace warpwise::simt {

struct RaceAccess {
    std::uint32_t block = 0, thread = 0;  // linear
    std::uint32_t line = 0;
    std::uint32_t epoch = 0;  // barriers the block has passed
    bool is_store = false, is_atomic = false;
};

// The earlier access of a race, as far as it is remembered.
struct Race {
    RaceAccess earlier;
};

// What is known of a 4-byte word: its last writer and a reader of the current epoch.
struct RaceCell {
    struct Party {
        std::uint32_t block = 0, thread_plus_1 = 0, line = 0, epoch = 0;
        std::uint8_t bytes = 0;  // which of the four
        bool is_atomic = false;
    };
    Party writer, reader, other_reader;  // the readers are of different warps

    // Notes an access to `bytes` of the word (a 4-bit mask) and tells whether it races with an earlier one.
    std::optional<Race> touch(const RaceAccess&, std::uint8_t bytes);
};

// Shadow of a block's shared memory; reset for each block.
class SharedRaces {
  public:
    void reset(std::uint32_t shared_bytes);
    std::optional<Race> touch(std::uint64_t offset, std::uint32_t bytes, const RaceAccess&);

  private:
    std::vector<RaceCell> cells_;
};

// Shadow of global memory: pages on first touch, up to a limit, beyond which words are not watched.
class GlobalRaces {
  public:
    std::optional<Race> touch(std::uint64_t address, std::uint32_t bytes, const RaceAccess&);

  private:
    static constexpr std::uint32_t words_of_page = 1024;
    static constexpr std::size_t most_pages = 16384;  // 16 M words: about 1 GB of shadow
    struct Page {
        RaceCell cells[words_of_page];
    };
    RaceCell* cell(std::uint64_t word);
    std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
    std::uint64_t last_index_ = ~std::uint64_t{0};
    Page* last_page_ = nullptr;
};

}  // namespace warpwise::simt
