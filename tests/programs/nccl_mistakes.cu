// gpus: 2
// What ranks of NCCL do differently from each other, and memory of the wrong GPU.
#include <nccl.h>
#include <cstdio>

float* arrays[2];
ncclComm_t comms[2];

bool begin() {
    ncclUniqueId id;
    if (ncclGetUniqueId(&id) != ncclSuccess || ncclGroupStart() != ncclSuccess) return false;
    for (int i = 0; i < 2; ++i)
        if (cudaSetDevice(i) != cudaSuccess || ncclCommInitRank(&comms[i], 2, id, i) != ncclSuccess) return false;
    return ncclGroupEnd() == ncclSuccess;
}
void end() {
    for (ncclComm_t comm : comms) ncclCommDestroy(comm);
}
void say(const char* what, ncclResult_t result) { printf("%s: %s\n", what, ncclGetErrorString(result)); }

int main() {
    for (int i = 0; i < 2; ++i)
        if (cudaSetDevice(i) || cudaMalloc(&arrays[i], 1024) || cudaMemset(arrays[i], 0, 1024) || cudaDeviceSynchronize()) return 1;

    if (!begin() || ncclGroupStart()) return 1;
    say("of rank 0", ncclAllReduce(arrays[0], arrays[0], 256, ncclFloat, ncclSum, comms[0], 0));
    say("of rank 1", ncclAllReduce(arrays[1], arrays[1], 128, ncclFloat, ncclSum, comms[1], 0));  // expect: ranks_disagree
    say("other counts", ncclGroupEnd());
    end();

    if (!begin()) return 1;
    say("no group", ncclAllReduce(arrays[0], arrays[0], 256, ncclFloat, ncclSum, comms[0], 0));  // expect: deadlock
    say("after that", ncclAllReduce(arrays[1], arrays[1], 256, ncclFloat, ncclSum, comms[1], 0));
    end();

    if (!begin() || ncclGroupStart()) return 1;
    say("of rank 0", ncclBcast(arrays[0], 256, ncclFloat, 0, comms[0], 0));
    say("of rank 1", ncclBcast(arrays[0], 256, ncclFloat, 0, comms[1], 0));  // expect: peer_access
    say("memory of GPU 0", ncclGroupEnd());
    return 0;
}
// prints: of rank 0: no error
// prints: of rank 1: no error
// prints: other counts: invalid usage
// prints: no group: internal error
// prints: after that: internal error
// prints: of rank 0: no error
// prints: of rank 1: no error
// prints: memory of GPU 0: unhandled cuda error
