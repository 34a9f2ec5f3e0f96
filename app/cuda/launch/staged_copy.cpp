#include "cuda/launch/staged_copy.h"

#include <algorithm>
#include <cstring>
#include <thread>

#include "cuda/driver/cuda_try.h"

namespace warpwise {
namespace {

// Four threads' memcpy keeps up with a PCIe link of the fifth generation; more only take processors from others.
constexpr unsigned kMostLanes = 4;
// A copy of less than this is mostly its start.
constexpr std::size_t kLeastPieceBytes = std::size_t{256} << 10;
constexpr std::size_t kLeastStagedBytes = std::size_t{1} << 20;

unsigned lanes_that_pay() { return std::clamp(std::thread::hardware_concurrency(), 1u, kMostLanes); }

}  // namespace

bool StagedCopy::pays(std::size_t bytes) { return bytes >= kLeastStagedBytes && lanes_that_pay() > 1; }

std::size_t StagedCopy::Share::count() const {
    const std::size_t pieces = (bytes + piece - 1) / piece;
    return pieces > first ? (pieces - first + step - 1) / step : 0;
}

std::size_t StagedCopy::Share::size(std::size_t i) const { return std::min(piece, bytes - offset(i)); }

CudaResult<void> StagedCopy::prepare(const std::shared_ptr<Context>& context, unsigned lanes) {
    context_ = context;
    lanes_.resize(lanes > 0 ? lanes : lanes_that_pay());
    for (Lane& lane : lanes_) {
        auto stream = make_stream(context);
        if (!stream) return std::unexpected(stream.error());
        lane.stream = std::move(*stream);
        for (std::size_t i = 0; i < kPiecesOfLane; ++i) {
            auto piece = make_pinned_memory(context, kPieceBytes);
            if (!piece) return std::unexpected(piece.error());
            lane.pieces[i] = std::move(*piece);
            auto copied = make_event(context);
            if (!copied) return std::unexpected(copied.error());
            lane.copied[i] = std::move(*copied);
        }
    }
    threads_ = std::make_unique<ThreadTeam>(static_cast<unsigned>(lanes_.size()));
    return {};
}

CudaResult<void> StagedCopy::to_device(CUdeviceptr to, const std::byte* from, std::size_t bytes) {
    return on_all_lanes(bytes, [&](Lane& lane, const Share& share) { return fill(lane, share, to, from); });
}

CudaResult<void> StagedCopy::to_host(std::byte* to, CUdeviceptr from, std::size_t bytes) {
    return on_all_lanes(bytes, [&](Lane& lane, const Share& share) { return empty(lane, share, to, from); });
}

CudaResult<void> StagedCopy::fill(Lane& lane, const Share& share, CUdeviceptr to, const std::byte* from) {
    const Driver& driver = *context_->driver;
    for (std::size_t i = 0; i < share.count(); ++i) {
        const std::size_t piece = i % kPiecesOfLane;
        void* const staged = lane.pieces[piece].get();
        if (i >= kPiecesOfLane) WARPWISE_CUDA(driver, cuEventSynchronize(lane.copied[piece].get()));
        std::memcpy(staged, from + share.offset(i), share.size(i));
        WARPWISE_CUDA(driver, cuMemcpyHtoDAsync(to + share.offset(i), staged, share.size(i), lane.stream.get()));
        WARPWISE_CUDA(driver, cuEventRecord(lane.copied[piece].get(), lane.stream.get()));
    }
    WARPWISE_CUDA(driver, cuStreamSynchronize(lane.stream.get()));
    return {};
}

CudaResult<void> StagedCopy::empty(Lane& lane, const Share& share, std::byte* to, CUdeviceptr from) {
    const Driver& driver = *context_->driver;
    const auto queue = [&](std::size_t i) -> CudaResult<void> {
        if (i >= share.count()) return {};
        const std::size_t piece = i % kPiecesOfLane;
        WARPWISE_CUDA(driver,
                      cuMemcpyDtoHAsync(lane.pieces[piece].get(), from + share.offset(i), share.size(i), lane.stream.get()));
        WARPWISE_CUDA(driver, cuEventRecord(lane.copied[piece].get(), lane.stream.get()));
        return {};
    };
    for (std::size_t i = 0; i < kPiecesOfLane; ++i) WARPWISE_TRY(queue(i));
    for (std::size_t i = 0; i < share.count(); ++i) {
        const std::size_t piece = i % kPiecesOfLane;
        WARPWISE_CUDA(driver, cuEventSynchronize(lane.copied[piece].get()));
        std::memcpy(to + share.offset(i), lane.pieces[piece].get(), share.size(i));
        WARPWISE_TRY(queue(i + kPiecesOfLane));
    }
    return {};
}

CudaResult<void> StagedCopy::on_all_lanes(std::size_t bytes, const std::function<CudaResult<void>(Lane&, const Share&)>& copy) {
    const std::size_t lanes = lanes_.size();
    // two pieces per lane, so that every lane fills one while the other is on its way
    const std::size_t piece = std::clamp(bytes / (2 * lanes) + 1, kLeastPieceBytes, kPieceBytes);
    std::vector<CudaResult<void>> outcomes(lanes);
    threads_->run([&](unsigned lane) {
        outcomes[lane] = context_->make_current();
        if (outcomes[lane]) outcomes[lane] = copy(lanes_[lane], {bytes, piece, lane, lanes});
    });
    for (const CudaResult<void>& outcome : outcomes)
        if (!outcome) return outcome;
    return {};
}

}  // namespace warpwise
