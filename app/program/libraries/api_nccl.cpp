// NCCL: communicators over the emulated GPUs of this process, groups of calls, and the operations themselves (collectives.h).
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include "program/libraries/collectives.h"
#include "program/runtime/api_table.h"

using namespace warpwise;

namespace {

using Kind = Collective::Kind;
using Lock = std::unique_lock<Runtime::Mutex>;

// A call waits so long for those of other ranks, which other threads may still make.
constexpr std::chrono::seconds kMostWait{10};

std::condition_variable_any& changes() {
    static auto* one = new std::condition_variable_any;
    return *one;
}

// By the unique id that its ranks share.
std::map<std::string, std::shared_ptr<Clique>>& cliques() {
    static auto* all = new std::map<std::string, std::shared_ptr<Clique>>;
    return *all;
}

std::set<ncclComm_t>& comms() {
    static auto* all = new std::set<ncclComm_t>;
    return *all;
}

// Between ncclGroupStart() and ncclGroupEnd(), of one thread.
struct Group {
    int depth = 0;
    std::vector<std::shared_ptr<Collective>> operations;
    std::vector<std::pair<LibraryCall, std::shared_ptr<Clique>>> joined;
};
Group& group() {
    thread_local Group own;
    return own;
}

struct ResultWords {
    ncclResult_t code;
    const char *name, *text;
};
#define KNOWN(code, text) {code, #code, text}
constexpr ResultWords kResults[] = {
    KNOWN(ncclSuccess, "no error"),
    KNOWN(ncclUnhandledCudaError, "unhandled cuda error"),
    KNOWN(ncclSystemError, "unhandled system error"),
    KNOWN(ncclInternalError, "internal error"),
    KNOWN(ncclInvalidArgument, "invalid argument"),
    KNOWN(ncclInvalidUsage, "invalid usage"),
    KNOWN(ncclRemoteError, "remote process exited or there was a network error"),
    KNOWN(ncclInProgress, "NCCL operation in progress"),
};
#undef KNOWN

ncclResult_t told(const LibraryCall& call, ncclResult_t code) {
    for (const ResultWords& known : kResults)
        if (known.code == code && code != ncclSuccess) call.returns(code, known.name, known.text);
    return code;
}

constexpr const char* kGroupHint =
    "When one thread manages several GPUs, put its calls for all of them between ncclGroupStart() and ncclGroupEnd(). Otherwise "
    "the first "
    "call waits for the second one, which is never made.";

// Until all ranks have come. Each thread waits for the others.
ncclResult_t wait_for_ranks(Lock& lock, const LibraryCall& call, const std::shared_ptr<Clique>& clique) {
    changes().notify_all();
    if (changes().wait_for(lock, kMostWait, [&] { return clique->is_complete(); })) return ncclSuccess;
    Runtime::instance().tell("deadlock", call.place,
                             fmt::format("{} waits for all {} ranks of the communicator, of which only {} have made the call",
                                         call.name, clique->ranks, clique->gpus.size()),
                             kGroupHint);
    return ncclInternalError;
}

// Does what can be done, and waits for what other threads must begin.
ncclResult_t run(Lock& lock, const std::vector<std::shared_ptr<Collective>>& operations) {
    for (const auto& each : operations) each->comm->clique->add(each);
    for (const auto& each : operations) each->comm->clique->advance();
    changes().notify_all();
    ncclResult_t result = ncclSuccess;
    for (const auto& each : operations) {
        const std::shared_ptr<Clique> clique = each->comm->clique;
        const auto is_over = [&] { return each->is_done || clique->is_broken; };
        if (!changes().wait_for(lock, clique->is_broken ? std::chrono::seconds(0) : kMostWait, is_over)) {
            Runtime::instance().tell(
                "deadlock", each->call.place,
                fmt::format("{} of rank {} (GPU {}) waits for ever: {}", each->call.name, each->comm->rank, each->comm->gpu,
                            clique->missing_for(*each)),
                each->kind == Kind::send || each->kind == Kind::receive
                    ? "Every ncclSend() needs an ncclRecv() of the other rank. Calls that one thread makes for several "
                      "ranks, and a rank that both sends and receives, need ncclGroupStart() and ncclGroupEnd()."
                    : kGroupHint);
            clique->is_broken = true;
            changes().notify_all();
        }
        if (!each->is_done) {
            clique->forget(*each);
            each->result = ncclInternalError;
        }
        if (result == ncclSuccess) result = each->result;
    }
    return result;
}

struct Arguments {
    const void* send = nullptr;
    void* receive = nullptr;
    std::size_t count = 0;
    ncclDataType_t type;
    ncclRedOp_t op = ncclSum;
    int root = 0;
};

ncclResult_t begin(Lock& lock, const LibraryCall& call, Kind kind, const Arguments& given, ncclComm_t comm, cudaStream_t stream) {
    Runtime& runtime = Runtime::instance();
    if (runtime.sticky() != cudaSuccess) return told(call, ncclUnhandledCudaError);
    if (!comms().contains(comm) || type_of(given.type) == nullptr || given.op < ncclSum || given.op >= ncclNumOps ||
        given.root < 0 || given.root >= comm->clique->ranks || !is_stream(stream))
        return told(call, ncclInvalidArgument);
    if (is_capturing(stream)) {
        call.unsupported(std::string(call.name) + " in a stream that captures", "Call it outside of the graph.");
        return told(call, ncclInvalidUsage);
    }
    auto one = std::make_shared<Collective>(Collective{.kind = kind, .call = call});
    one->comm = comm;
    one->send = given.send;
    one->receive = given.receive;
    one->count = given.count;
    one->type = given.type;
    one->op = given.op;
    one->root = given.root;
    one->stream = stream_of(stream) == nullptr ? StreamOrder::legacy_of(comm->gpu) : order_of(stream);
    if (const int gpu = runtime.order.gpu_of(one->stream); gpu != comm->gpu) {
        runtime.tell(
            "wrong_gpu", call.place,
            fmt::format("{} of rank {} works on GPU {}, but is given a stream of GPU {}", call.name, comm->rank, comm->gpu, gpu),
            fmt::format("Call cudaSetDevice({}) before the stream is created.", comm->gpu));
        return told(call, ncclInvalidUsage);
    }
    if (group().depth > 0) {
        group().operations.push_back(std::move(one));
        return ncclSuccess;
    }
    return told(call, run(lock, {one}));
}

ncclResult_t join(const std::shared_ptr<Clique>& clique, ncclComm_t* out, int rank, int gpu) {
    const auto is_there = [gpu](const auto& each) { return each.second == gpu; };
    if (clique->gpus.contains(rank) || std::ranges::any_of(clique->gpus, is_there)) return ncclInvalidUsage;
    *out = new ncclComm{clique, rank, gpu};
    comms().insert(*out);
    clique->gpus[rank] = gpu;
    return ncclSuccess;
}

}  // namespace

#define NCCL_CALL(name)                              \
    Runtime& runtime = Runtime::instance();          \
    if (runtime.is_forked()) return ncclSystemError; \
    Lock lock(runtime.mutex);                        \
    const LibraryCall call { name, place_of_call(__builtin_return_address(0)) }

extern "C" {

ncclResult_t ncclGetVersion(int* version) {
    if (version == nullptr) return ncclInvalidArgument;
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

const char* ncclGetErrorString(ncclResult_t code) {
    for (const ResultWords& known : kResults)
        if (known.code == code) return known.text;
    return "unknown result code";
}
const char* ncclGetLastError(ncclComm_t) { return ""; }

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
    NCCL_CALL("ncclGetUniqueId");
    if (id == nullptr) return told(call, ncclInvalidArgument);
    static int made = 0;
    *id = {};
    std::strncpy(id->internal, fmt::format("{}-{}", getpid(), ++made).c_str(), sizeof id->internal - 1);
    return ncclSuccess;
}

ncclResult_t ncclCommInitAll(ncclComm_t* out, int gpus, const int* list) {
    NCCL_CALL("ncclCommInitAll");
    if (out == nullptr || gpus < 1) return told(call, ncclInvalidArgument);
    const auto clique = std::make_shared<Clique>();
    clique->ranks = gpus;
    for (int rank = 0; rank < gpus; ++rank) {
        const int gpu = list != nullptr ? list[rank] : rank;
        if (!runtime.is_gpu(gpu)) return told(call, ncclInvalidArgument);
        if (const ncclResult_t result = join(clique, &out[rank], rank, gpu)) return told(call, result);
    }
    return ncclSuccess;
}

ncclResult_t ncclCommInitRank(ncclComm_t* out, int ranks, ncclUniqueId id, int rank) {
    NCCL_CALL("ncclCommInitRank");
    if (out == nullptr || ranks < 1 || rank < 0 || rank >= ranks) return told(call, ncclInvalidArgument);
    id.internal[NCCL_UNIQUE_ID_BYTES - 1] = 0;
    if (ranks > 1 && runtime.options().mpi && runtime.options().mpi->ranks > 1) {
        call.unsupported(
            "NCCL between the processes of an MPI program",
            "Give one process several GPUs (--gpus N), or exchange the data with MPI: its calls take device memory here.");
        return told(call, ncclSystemError);
    }
    auto& clique = cliques()[id.internal];
    if (clique == nullptr) clique = std::make_shared<Clique>();
    if (clique->gpus.empty()) clique->ranks = ranks;
    if (clique->ranks != ranks) return told(call, ncclInvalidArgument);
    const std::shared_ptr<Clique> own = clique;
    if (const ncclResult_t result = join(own, out, rank, Gpus::current())) return told(call, result);
    if (group().depth > 0) {
        group().joined.emplace_back(call, own);
        return ncclSuccess;
    }
    return told(call, wait_for_ranks(lock, call, own));
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
    NCCL_CALL("ncclCommFinalize");
    return told(call, comms().contains(comm) ? ncclSuccess : ncclInvalidArgument);
}

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
    NCCL_CALL("ncclCommDestroy");
    if (comms().erase(comm) == 0) return told(call, ncclInvalidArgument);
    delete comm;
    return ncclSuccess;
}
ncclResult_t ncclCommAbort(ncclComm_t comm) { return ncclCommDestroy(comm); }

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* out) {
    NCCL_CALL("ncclCommGetAsyncError");
    if (!comms().contains(comm) || out == nullptr) return told(call, ncclInvalidArgument);
    *out = comm->clique->is_broken ? ncclInternalError : ncclSuccess;
    return ncclSuccess;
}

ncclResult_t ncclCommCount(ncclComm_t comm, int* out) {
    NCCL_CALL("ncclCommCount");
    if (!comms().contains(comm) || out == nullptr) return told(call, ncclInvalidArgument);
    *out = comm->clique->ranks;
    return ncclSuccess;
}

ncclResult_t ncclCommCuDevice(ncclComm_t comm, int* out) {
    NCCL_CALL("ncclCommCuDevice");
    if (!comms().contains(comm) || out == nullptr) return told(call, ncclInvalidArgument);
    *out = comm->gpu;
    return ncclSuccess;
}

ncclResult_t ncclCommUserRank(ncclComm_t comm, int* out) {
    NCCL_CALL("ncclCommUserRank");
    if (!comms().contains(comm) || out == nullptr) return told(call, ncclInvalidArgument);
    *out = comm->rank;
    return ncclSuccess;
}

ncclResult_t ncclAllReduce(const void* send, void* receive, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm,
                           cudaStream_t stream) {
    NCCL_CALL("ncclAllReduce");
    return begin(lock, call, Kind::all_reduce, {send, receive, count, type, op}, comm, stream);
}

ncclResult_t ncclReduce(const void* send, void* receive, size_t count, ncclDataType_t type, ncclRedOp_t op, int root,
                        ncclComm_t comm, cudaStream_t stream) {
    NCCL_CALL("ncclReduce");
    return begin(lock, call, Kind::reduce, {send, receive, count, type, op, root}, comm, stream);
}

ncclResult_t ncclBroadcast(const void* send, void* receive, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                           cudaStream_t stream) {
    NCCL_CALL("ncclBroadcast");
    return begin(lock, call, Kind::broadcast, {send, receive, count, type, ncclSum, root}, comm, stream);
}

ncclResult_t ncclBcast(void* both, size_t count, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t stream) {
    NCCL_CALL("ncclBcast");
    return begin(lock, call, Kind::broadcast, {both, both, count, type, ncclSum, root}, comm, stream);
}

ncclResult_t ncclAllGather(const void* send, void* receive, size_t count, ncclDataType_t type, ncclComm_t comm,
                           cudaStream_t stream) {
    NCCL_CALL("ncclAllGather");
    return begin(lock, call, Kind::all_gather, {send, receive, count, type}, comm, stream);
}

ncclResult_t ncclReduceScatter(const void* send, void* receive, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm,
                               cudaStream_t stream) {
    NCCL_CALL("ncclReduceScatter");
    return begin(lock, call, Kind::reduce_scatter, {send, receive, count, type, op}, comm, stream);
}

ncclResult_t ncclSend(const void* send, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t stream) {
    NCCL_CALL("ncclSend");
    return begin(lock, call, Kind::send, {send, nullptr, count, type, ncclSum, peer}, comm, stream);
}

ncclResult_t ncclRecv(void* receive, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t stream) {
    NCCL_CALL("ncclRecv");
    return begin(lock, call, Kind::receive, {nullptr, receive, count, type, ncclSum, peer}, comm, stream);
}

ncclResult_t ncclGroupStart() {
    ++group().depth;
    return ncclSuccess;
}

ncclResult_t ncclGroupEnd() {
    NCCL_CALL("ncclGroupEnd");
    if (group().depth == 0) return told(call, ncclInvalidUsage);
    if (--group().depth > 0) return ncclSuccess;
    const auto joined = std::exchange(group().joined, {});
    const auto operations = std::exchange(group().operations, {});
    for (const auto& [init, clique] : joined)
        if (const ncclResult_t result = wait_for_ranks(lock, init, clique)) return told(call, result);
    return told(call, run(lock, operations));
}

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> nccl_functions() {
    return {API(ncclGetVersion),   API(ncclGetErrorString),    API(ncclGetLastError),  API(ncclGetUniqueId),
            API(ncclCommInitAll),  API(ncclCommInitRank),      API(ncclCommFinalize),  API(ncclCommDestroy),
            API(ncclCommAbort),    API(ncclCommGetAsyncError), API(ncclCommCount),     API(ncclCommCuDevice),
            API(ncclCommUserRank), API(ncclAllReduce),         API(ncclReduce),        API(ncclBroadcast),
            API(ncclBcast),        API(ncclAllGather),         API(ncclReduceScatter), API(ncclSend),
            API(ncclRecv),         API(ncclGroupStart),        API(ncclGroupEnd)};
}

}  // namespace warpwise
