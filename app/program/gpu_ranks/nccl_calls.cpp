// NCCL's calls, which only put work into a stream: what is timed is the work, between two events. When the program then waits for
// its GPU, it waits for the other ranks.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "program/gpu_ranks/gpu_rank.h"
#include "program/launch_times/gpu_clock.h"

namespace warpwise {
namespace {

struct Work {
    RankWait wait;
    GpuEvent begin = nullptr, end = nullptr;
};

struct Group {
    int depth = 0;
    GpuEvent begin = nullptr;
    GpuStream stream = nullptr;
    std::vector<RankWait> calls;
};
thread_local Group group;

std::mutex mutex;
std::vector<Work>& pending() {
    static auto* all = new std::vector<Work>;  // used until the process ends
    return *all;
}

// NCCL numbers the ranks of a communicator. They are those of MPI_COMM_WORLD where it has as many, and this one has its number.
int rank_of_world(void* comm, int peer) {
    int ranks = 0, own = -1;
    next_function<int(void*, int*)>("ncclCommCount")(comm, &ranks);
    next_function<int(void*, int*)>("ncclCommUserRank")(comm, &own);
    const MpiOptions& options = options_of_rank();
    return ranks == options.ranks && own == options.rank ? peer : RankWait::kUnknown;
}

std::uint64_t bytes_of(std::size_t count, int type) {
    constexpr std::array<std::uint8_t, 12> sizes{1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};  // by ncclDataType_t
    return type >= 0 && static_cast<std::size_t>(type) < sizes.size() ? count * sizes[static_cast<std::size_t>(type)] : 0;
}

RankWait wait_for(const char* call, std::size_t count, int type, void* return_address) {
    RankWait wait;
    const CallPlace place = place_in_program(return_address);
    std::strncpy(wait.file, place.file.c_str(), sizeof wait.file - 1);
    std::strncpy(wait.call, call, sizeof wait.call - 1);
    wait.bytes = bytes_of(count, type);
    return wait;
}

// A send and a receive of one group are one exchange; a group may have several.
std::vector<RankWait> joined(const std::vector<RankWait>& calls) {
    std::vector<RankWait> sends, receives;
    for (const RankWait& call : calls) {
        if (call.is_in_group) return calls;
        (call.to != RankWait::kNobody ? sends : receives).push_back(call);
    }
    if (sends.size() != receives.size()) return calls;
    for (std::size_t i = 0; i < sends.size(); ++i) {
        std::strncpy(sends[i].call, "ncclSend, ncclRecv", sizeof sends[i].call - 1);
        sends[i].from = receives[i].from;
    }
    return sends;
}

// `call` puts the work into the stream, or into the group that is open.
template <typename Call>
int seen_work(const RankWait& wait, GpuStream stream, const Call& call) {
    if (group.depth > 0) {
        if (group.calls.empty()) group.begin = recorded_event(stream), group.stream = stream;
        group.calls.push_back(wait);
        return call();
    }
    Work work{wait, recorded_event(stream)};
    const int status = call();
    work.end = recorded_event(stream);
    const std::lock_guard lock(mutex);
    pending().push_back(work);
    return status;
}

// What has passed is told, and its events are given back.
void take_passed() {
    const std::lock_guard lock(mutex);
    std::erase_if(pending(), [](const Work& work) {
        if (work.begin == nullptr || work.end == nullptr) return true;
        if (!has_passed(work.end)) return false;
        log_of_calls().add(work.wait, time_of_event_s(work.begin), time_of_event_s(work.end));
        return true;
    });
}

// While the program waits for its GPU, the rank waits for what its GPU waits for.
template <typename Call>
int seen_wait(const Call& call) {
    std::optional<RankWait> first;
    {
        const std::lock_guard lock(mutex);
        if (!pending().empty()) first = pending().front().wait;
    }
    if (!first) return call();
    enter_wait(*first);
    const int status = call();
    leave_wait();
    take_passed();
    return status;
}

}  // namespace
}  // namespace warpwise

#pragma GCC visibility push(default)
extern "C" {

using warpwise::next_function;
using warpwise::RankWait;

int ncclGroupStart() {
    ++warpwise::group.depth;
    return next_function<int()>("ncclGroupStart")();
}

int ncclGroupEnd() {
    const int status = next_function<int()>("ncclGroupEnd")();
    warpwise::Group& group = warpwise::group;
    if (--group.depth > 0 || group.calls.empty()) return status;
    void* const end = warpwise::recorded_event(group.stream);
    const std::lock_guard lock(warpwise::mutex);
    for (const RankWait& wait : warpwise::joined(std::exchange(group.calls, {})))
        warpwise::pending().push_back({wait, group.begin, end});
    return status;
}

int ncclSend(const void* data, std::size_t count, int type, int peer, void* comm, void* stream) {
    RankWait wait = warpwise::wait_for("ncclSend", count, type, __builtin_return_address(0));
    wait.to = warpwise::rank_of_world(comm, peer);
    return warpwise::seen_work(wait, stream, [&] {
        return next_function<int(const void*, std::size_t, int, int, void*, void*)>("ncclSend")(data, count, type, peer, comm,
                                                                                                stream);
    });
}

int ncclRecv(void* data, std::size_t count, int type, int peer, void* comm, void* stream) {
    RankWait wait = warpwise::wait_for("ncclRecv", count, type, __builtin_return_address(0));
    wait.from = warpwise::rank_of_world(comm, peer);
    return warpwise::seen_work(wait, stream, [&] {
        return next_function<int(void*, std::size_t, int, int, void*, void*)>("ncclRecv")(data, count, type, peer, comm, stream);
    });
}

int ncclAllReduce(const void* data, void* into, std::size_t count, int type, int operation, void* comm, void* stream) {
    RankWait wait = warpwise::wait_for("ncclAllReduce", count, type, __builtin_return_address(0));
    wait.is_in_group = true;
    return warpwise::seen_work(wait, stream, [&] {
        return next_function<int(const void*, void*, std::size_t, int, int, void*, void*)>("ncclAllReduce")(
            data, into, count, type, operation, comm, stream);
    });
}

int ncclReduce(const void* data, void* into, std::size_t count, int type, int operation, int root, void* comm, void* stream) {
    RankWait wait = warpwise::wait_for("ncclReduce", count, type, __builtin_return_address(0));
    wait.is_in_group = true;
    return warpwise::seen_work(wait, stream, [&] {
        return next_function<int(const void*, void*, std::size_t, int, int, int, void*, void*)>("ncclReduce")(
            data, into, count, type, operation, root, comm, stream);
    });
}

int ncclBroadcast(const void* data, void* into, std::size_t count, int type, int root, void* comm, void* stream) {
    RankWait wait = warpwise::wait_for("ncclBroadcast", count, type, __builtin_return_address(0));
    wait.is_in_group = true;
    return warpwise::seen_work(wait, stream, [&] {
        return next_function<int(const void*, void*, std::size_t, int, int, void*, void*)>("ncclBroadcast")(data, into, count, type,
                                                                                                            root, comm, stream);
    });
}

int ncclAllGather(const void* data, void* into, std::size_t count, int type, void* comm, void* stream) {
    RankWait wait = warpwise::wait_for("ncclAllGather", count, type, __builtin_return_address(0));
    wait.is_in_group = true;
    return warpwise::seen_work(wait, stream, [&] {
        return next_function<int(const void*, void*, std::size_t, int, void*, void*)>("ncclAllGather")(data, into, count, type,
                                                                                                       comm, stream);
    });
}

int cudaStreamSynchronize(void* stream) {
    return warpwise::seen_wait([&] { return next_function<int(void*)>("cudaStreamSynchronize")(stream); });
}

int cudaDeviceSynchronize() {
    return warpwise::seen_wait([&] { return next_function<int()>("cudaDeviceSynchronize")(); });
}

}  // extern "C"
#pragma GCC visibility pop
