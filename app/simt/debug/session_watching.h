// The bytes of DebugCommand::watched while a block runs.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "debug/debug_state.h"
#include "simt/execute/block_run.h"

namespace warpwise::simt {

class Watching {
  public:
    using Read = std::function<std::vector<std::byte>(std::uint64_t address, std::uint64_t bytes)>;
    Watching(const BlockRun& run, const std::vector<DebugWatch>& watched, Read read)
        : run_(run), watched_(watched), read_(std::move(read)) {}

    // The instruction is about to run. True if it writes some of the watched bytes.
    bool note(const Warp&, const Instruction&);
    bool is_pending() const { return !pending_.empty(); }
    // It has run. Returns which of `watched` is to be reported.
    std::optional<std::size_t> settle();
    std::uint32_t writer() const { return writer_; }  // its warp

  private:
    struct Pending {
        std::size_t index = 0;
        std::vector<std::byte> before;
    };
    const BlockRun& run_;
    const std::vector<DebugWatch>& watched_;
    Read read_;
    std::vector<Pending> pending_;
    std::uint32_t writer_ = 0;
};

}  // namespace warpwise::simt
