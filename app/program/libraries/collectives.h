// The operations of NCCL over the emulated GPUs of this process: what the ranks of a communicator have asked for is done once all
// that take part have.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "program/libraries/library_calls.h"

// It continues what runtime.h includes.
#include "program/headers/nccl_host.h"

namespace warpwise {

struct CollectiveType {
    const char* name;
    std::size_t bytes;
};
// Null: there is no such type.
const CollectiveType* type_of(ncclDataType_t);
// Elements of all ranks made one by an operation. `to` may be one of `from`.
void reduce(const std::vector<const std::byte*>& from, std::byte* to, std::size_t count, ncclDataType_t, ncclRedOp_t);

struct Collective {
    enum class Kind { all_reduce, reduce, broadcast, all_gather, reduce_scatter, send, receive } kind;
    LibraryCall call;
    ncclComm_t comm = nullptr;
    const void* send = nullptr;
    void* receive = nullptr;
    std::size_t count = 0;
    ncclDataType_t type = ncclFloat;
    ncclRedOp_t op = ncclSum;
    int root = 0;  // or the peer
    StreamOrder::Stream stream = StreamOrder::kLegacy;
    bool is_done = false;
    ncclResult_t result = ncclSuccess;
};

// The ranks of one communicator.
struct Clique {
    int ranks = 0;
    std::map<int, int> gpus;                                                                 // by rank, as far as they have come
    std::vector<std::deque<std::shared_ptr<Collective>>> collectives;                        // by rank
    std::map<std::pair<int, int>, std::deque<std::shared_ptr<Collective>>> sends, receives;  // by ranks, from and to
    bool is_broken = false;  // a mistake was told, and nothing is expected of it any more
    bool is_complete() const { return static_cast<int>(gpus.size()) == ranks; }

    void add(const std::shared_ptr<Collective>&);
    void forget(const Collective&);
    // Does what can be done.
    void advance();
    // What is missing for this one: "rank 1", "a matching ncclRecv of rank 1".
    std::string missing_for(const Collective&) const;

  private:
    void perform(const std::vector<std::shared_ptr<Collective>>&);
    bool agree(const std::vector<std::shared_ptr<Collective>>&);
    void pass(Collective& send, Collective& receive);
};

}  // namespace warpwise

struct ncclComm {
    std::shared_ptr<warpwise::Clique> clique;
    int rank = 0, gpu = 0;
};
