// Copies between ordinary memory and the GPU by way of page-locked pieces of our own, which several threads fill and empty while
// the GPU's copy engine works on others. The driver's own way for ordinary memory (cuMemcpy) is one thread's.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "cuda/driver/handle.h"
#include "cuda/launch/thread_team.h"

namespace warpwise {

class StagedCopy {
  public:
    static constexpr std::size_t kPieceBytes = std::size_t{1} << 20;  // at most: smaller arrays are cut finer, for all lanes

    // Whether this way is the faster one: below a MiB, and with one processor, the driver's is (measured on an H200's host).
    static bool pays(std::size_t bytes);

    // Makes the pieces, streams and threads, once. `lanes`: threads; 0: as many as pay here.
    CudaResult<void> prepare(const std::shared_ptr<Context>&, unsigned lanes = 0);
    // Return when the bytes are there.
    CudaResult<void> to_device(CUdeviceptr to, const std::byte* from, std::size_t bytes);
    CudaResult<void> to_host(std::byte* to, CUdeviceptr from, std::size_t bytes);

  private:
    static constexpr std::size_t kPiecesOfLane = 4;  // some are copied by the GPU while another is filled or emptied
    // A thread's own.
    struct Lane {
        Stream stream;
        std::array<PinnedMemory, kPiecesOfLane> pieces;
        std::array<Event, kPiecesOfLane> copied;
    };
    // The pieces of an array that a lane copies: every lanes-th.
    struct Share {
        std::size_t bytes = 0, piece = kPieceBytes, first = 0, step = 1;
        std::size_t count() const;
        std::size_t offset(std::size_t i) const { return (first + i * step) * piece; }
        std::size_t size(std::size_t i) const;
    };
    CudaResult<void> fill(Lane&, const Share&, CUdeviceptr to, const std::byte* from);
    CudaResult<void> empty(Lane&, const Share&, std::byte* to, CUdeviceptr from);
    CudaResult<void> on_all_lanes(std::size_t bytes, const std::function<CudaResult<void>(Lane&, const Share&)>&);

    std::shared_ptr<Context> context_;
    std::vector<Lane> lanes_;
    std::unique_ptr<ThreadTeam> threads_;  // a lane's each
};

}  // namespace warpwise
