#include "cuda/device/links.h"

#include <algorithm>
#include <array>

#include "cuda/driver/cuda_try.h"
#include "cuda/driver/handle.h"

namespace warpwise {
namespace {

constexpr std::size_t kBytes = std::size_t{256} << 20;
constexpr int kWarmUps = 2, kCopies = 9, kSmallCopies = 33;  // odd: the median is one of them

struct Side {
    std::shared_ptr<Context> context;
    DeviceMemory memory;
};

double median(std::vector<float> times) {
    std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
    return static_cast<double>(times[times.size() / 2]);
}

// Milliseconds of a copy of `bytes`, in a stream of the source's.
CudaResult<double> copy_ms(const Driver& driver, const Side& from, const Side& to, std::size_t bytes, int copies) {
    WARPWISE_TRY(from.context->make_current());
    auto stream = make_stream(from.context);
    if (!stream) return std::unexpected(stream.error());
    std::array<Event, 2> events;
    for (Event& event : events) {
        auto made = make_event(from.context);
        if (!made) return std::unexpected(made.error());
        event = std::move(*made);
    }
    std::vector<float> times;
    for (int i = 0; i < kWarmUps + copies; ++i) {
        WARPWISE_CUDA(driver, cuEventRecord(events[0].get(), stream->get()));
        WARPWISE_CUDA(driver, cuMemcpyPeerAsync(to.memory.get(), to.context->context, from.memory.get(), from.context->context,
                                                bytes, stream->get()));
        WARPWISE_CUDA(driver, cuEventRecord(events[1].get(), stream->get()));
        WARPWISE_CUDA(driver, cuEventSynchronize(events[1].get()));
        float ms = 0;
        WARPWISE_CUDA(driver, elapsed_ms(&ms, events[0].get(), events[1].get()));
        if (i >= kWarmUps) times.push_back(ms);
    }
    return median(std::move(times));
}

CudaResult<DeviceLink> measure(const Driver& driver, const std::vector<Side>& sides, int from, int to) {
    const Side &source = sides[static_cast<std::size_t>(from)], &target = sides[static_cast<std::size_t>(to)];
    DeviceLink link{.from = from, .to = to};
    int can = 0;
    WARPWISE_CUDA(driver, cuDeviceCanAccessPeer(&can, source.context->device, target.context->device));
    link.has_peer_access = can != 0;
    const auto gb_s = [](double ms) { return static_cast<double>(kBytes) / 1e6 / ms; };
    const auto staged = copy_ms(driver, source, target, kBytes, kCopies);
    if (!staged) return std::unexpected(staged.error());
    link.staged_gb_s = gb_s(*staged);
    if (link.has_peer_access) {
        WARPWISE_TRY(source.context->make_current());
        WARPWISE_CUDA(driver, cuCtxEnablePeerAccess(target.context->context, 0));
        const auto direct = copy_ms(driver, source, target, kBytes, kCopies);
        if (!direct) return std::unexpected(direct.error());
        link.peer_gb_s = gb_s(*direct);
    }
    const auto small = copy_ms(driver, source, target, 4, kSmallCopies);
    if (!small) return std::unexpected(small.error());
    link.small_copy_us = *small * 1e3;
    if (link.has_peer_access) {
        WARPWISE_TRY(source.context->make_current());
        WARPWISE_CUDA(driver, cuCtxDisablePeerAccess(target.context->context));
    }
    return link;
}

CudaResult<DeviceLinks> measure_all(const Driver& driver) {
    int count = 0;
    WARPWISE_CUDA(driver, cuDeviceGetCount(&count));
    DeviceLinks out{.bytes = kBytes};
    std::vector<Side> sides;
    for (int i = 0; i < count; ++i) {
        CUdevice device = 0;
        std::array<char, 256> name{};
        WARPWISE_CUDA(driver, cuDeviceGet(&device, i));
        WARPWISE_CUDA(driver, cuDeviceGetName(name.data(), static_cast<int>(name.size()), device));
        out.names.emplace_back(name.data());
        if (count < 2) break;
        auto context = Context::make(driver, device);
        if (!context) return std::unexpected(context.error());
        auto memory = make_memory(*context, kBytes);
        if (!memory) return std::unexpected(memory.error());
        sides.push_back({*context, std::move(*memory)});
    }
    for (int from = 0; from < static_cast<int>(sides.size()); ++from)
        for (int to = 0; to < static_cast<int>(sides.size()); ++to) {
            if (from == to) continue;
            auto link = measure(driver, sides, from, to);
            if (!link) return std::unexpected(link.error());
            out.links.push_back(*link);
        }
    return out;
}

}  // namespace

Result<DeviceLinks> measure_links() {
    const auto driver = Driver::open();
    if (!driver) return std::unexpected(driver.error());
    if (!driver->has_peers())
        return std::unexpected(Error{ErrorKind::device_missing, "the NVIDIA driver has no copies between GPUs", {}});
    auto measured = measure_all(*driver);
    if (!measured)
        return missing_device("the GPUs do not copy to each other: " + measured.error().text(), "Look at nvidia-smi topo -m");
    return std::move(*measured);
}

}  // namespace warpwise
