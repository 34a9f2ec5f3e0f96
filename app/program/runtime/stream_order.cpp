#include "program/runtime/stream_order.h"

#include <algorithm>

namespace warpwise {

StreamOrder::StreamOrder(int gpus) {
    for (int gpu = 0; gpu < gpus; ++gpu) streams_[legacy_of(gpu)].gpu = gpu;
}

int StreamOrder::gpu_of(Stream stream) const {
    const auto found = streams_.find(stream);
    return found == streams_.end() ? 0 : found->second.gpu;
}

StreamOrder::Stream StreamOrder::add(bool is_blocking, int gpu) {
    streams_[next_].is_blocking = is_blocking;
    streams_[next_].gpu = gpu;
    return next_++;
}

void StreamOrder::remove(Stream stream) {
    const auto found = streams_.find(stream);
    if (stream < kMostGpus || found == streams_.end()) return;
    found->second.is_removed = true;
    if (found->second.done == found->second.given) streams_.erase(found);
}

StreamOrder::Moment StreamOrder::moment_of(Stream stream) const {
    const auto found = streams_.find(stream);
    if (found == streams_.end()) return {};
    Moment out = found->second.after;
    if (found->second.given > found->second.done) out[stream] = found->second.given;
    return out;
}

void StreamOrder::join(Stream stream, const Moment& moment) {
    const auto found = streams_.find(stream);
    if (found == streams_.end()) return;
    for (const auto& [other, number] : moment) {
        if (other == stream || is_done(Work{other, number})) continue;
        std::uint64_t& after = found->second.after[other];
        after = std::max(after, number);
    }
}

void StreamOrder::order_with_legacy(Stream stream) {
    const auto found = streams_.find(stream);
    if (found == streams_.end()) return;
    const int gpu = found->second.gpu;
    const Stream legacy = legacy_of(gpu);
    if (stream == legacy) {
        for (const auto& [other, known] : streams_)
            if (other != legacy && known.gpu == gpu && known.is_blocking) join(legacy, moment_of(other));
    } else if (found->second.is_blocking) {
        join(stream, moment_of(legacy));
    }
}

StreamOrder::Work StreamOrder::begin(Stream stream) {
    order_with_legacy(stream);
    const auto found = streams_.find(stream);
    return found == streams_.end() ? Work{stream, 0} : Work{stream, ++found->second.given};
}

StreamOrder::Moment StreamOrder::record(Stream stream) {
    order_with_legacy(stream);
    return moment_of(stream);
}

void StreamOrder::wait(Stream stream, const Moment& moment) {
    order_with_legacy(stream);
    join(stream, moment);
}

void StreamOrder::host_waits_for(Stream stream) {
    if (stream == legacy_of(gpu_of(stream))) order_with_legacy(stream);
    host_waits_for(moment_of(stream));
}

void StreamOrder::host_waits_for(const Moment& moment) {
    for (const auto& [stream, number] : moment)
        if (const auto found = streams_.find(stream); found != streams_.end())
            found->second.done = std::max(found->second.done, number);
    forget_done();
}

void StreamOrder::host_waits_for_all() {
    for (auto& [stream, known] : streams_) known.done = known.given;
    forget_done();
}

void StreamOrder::host_waits_for_gpu(int gpu) {
    Moment before;  // work of other GPUs that some of this comes after is done, too
    for (auto& [stream, known] : streams_) {
        if (known.gpu != gpu) continue;
        for (const auto& [other, number] : known.after) before[other] = std::max(before[other], number);
        known.done = known.given;
    }
    host_waits_for(before);
}

void StreamOrder::forget_done() {
    std::erase_if(streams_, [](const auto& each) { return each.second.is_removed && each.second.done == each.second.given; });
    for (auto& [stream, known] : streams_)
        std::erase_if(known.after, [this](const auto& each) { return is_done(Work{each.first, each.second}); });
}

bool StreamOrder::is_done(Work work) const {
    const auto found = streams_.find(work.stream);
    return found == streams_.end() || work.number <= found->second.done;
}

bool StreamOrder::is_done(const Moment& moment) const {
    return std::ranges::all_of(moment, [this](const auto& each) { return is_done(Work{each.first, each.second}); });
}

bool StreamOrder::is_before(Work earlier, Stream stream) const {
    if (earlier.stream == stream || is_done(earlier)) return true;
    const auto found = streams_.find(stream);
    if (found == streams_.end()) return false;
    const auto after = found->second.after.find(earlier.stream);
    return after != found->second.after.end() && after->second >= earlier.number;
}

}  // namespace warpwise
