// gpus: 3
// The collective operations of NCCL over emulated GPUs: one thread with groups, then one thread for each GPU.
#include <nccl.h>
#include <cstdio>
#include <thread>
#include <vector>

__global__ void fill(float* a, float first) { a[threadIdx.x] = first + threadIdx.x; }

constexpr int kGpus = 3, kCount = 6;
float *from[kGpus], *to[kGpus];
cudaStream_t streams[kGpus];
ncclComm_t comms[kGpus];

#define CHECK(call)                                     \
    do {                                                \
        const int code = (int)(call);                   \
        if (code != 0) printf("%s: %d\n", #call, code); \
    } while (0)

void show(const char* what) {
    for (int gpu = 0; gpu < kGpus; ++gpu) {
        float got[kCount * kGpus];
        CHECK(cudaSetDevice(gpu));
        CHECK(cudaStreamSynchronize(streams[gpu]));
        CHECK(cudaMemcpy(got, to[gpu], sizeof got, cudaMemcpyDeviceToHost));
        printf("%s, GPU %d: %g %g ... %g\n", what, gpu, got[0], got[1], got[kCount * kGpus - 1]);
    }
}

int main() {
    for (int gpu = 0; gpu < kGpus; ++gpu) {
        CHECK(cudaSetDevice(gpu));
        CHECK(cudaMalloc(&from[gpu], kCount * kGpus * sizeof(float)));
        CHECK(cudaMalloc(&to[gpu], kCount * kGpus * sizeof(float)));
        CHECK(cudaMemset(to[gpu], 0, kCount * kGpus * sizeof(float)));
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaStreamCreate(&streams[gpu]));
        fill<<<1, kCount * kGpus, 0, streams[gpu]>>>(from[gpu], 100.0f * gpu);
    }
    CHECK(ncclCommInitAll(comms, kGpus, nullptr));
    int count = 0, rank = -1, device = -1;
    CHECK(ncclCommCount(comms[2], &count));
    CHECK(ncclCommUserRank(comms[2], &rank));
    CHECK(ncclCommCuDevice(comms[2], &device));
    printf("%d ranks; rank %d is on GPU %d\n", count, rank, device);

    CHECK(ncclGroupStart());
    for (int i = 0; i < kGpus; ++i) CHECK(ncclAllReduce(from[i], to[i], kCount, ncclFloat, ncclSum, comms[i], streams[i]));
    CHECK(ncclGroupEnd());
    show("sum");
    CHECK(ncclGroupStart());
    for (int i = 0; i < kGpus; ++i) CHECK(ncclBroadcast(from[i], to[i], kCount, ncclFloat, 1, comms[i], streams[i]));
    CHECK(ncclGroupEnd());
    show("broadcast");
    CHECK(ncclGroupStart());
    for (int i = 0; i < kGpus; ++i) CHECK(ncclAllGather(from[i], to[i], kCount, ncclFloat, comms[i], streams[i]));
    CHECK(ncclGroupEnd());
    show("gather");
    CHECK(ncclGroupStart());
    for (int i = 0; i < kGpus; ++i) CHECK(ncclReduceScatter(from[i], to[i], kCount, ncclFloat, ncclMax, comms[i], streams[i]));
    CHECK(ncclGroupEnd());
    show("scatter of the largest");
    // A ring: each GPU sends to the next.
    CHECK(ncclGroupStart());
    for (int i = 0; i < kGpus; ++i) {
        CHECK(ncclSend(from[i], kCount, ncclFloat, (i + 1) % kGpus, comms[i], streams[i]));
        CHECK(ncclRecv(to[i], kCount, ncclFloat, (i + kGpus - 1) % kGpus, comms[i], streams[i]));
    }
    CHECK(ncclGroupEnd());
    show("ring");
    std::vector<std::thread> threads;
    for (int i = 0; i < kGpus; ++i)
        threads.emplace_back([i] {
            CHECK(cudaSetDevice(i));
            CHECK(ncclReduce(from[i], to[i], kCount, ncclFloat, ncclAvg, 2, comms[i], streams[i]));
            CHECK(cudaStreamSynchronize(streams[i]));
        });
    for (std::thread& each : threads) each.join();
    show("average on GPU 2");
    for (int i = 0; i < kGpus; ++i) {
        CHECK(ncclCommDestroy(comms[i]));
        CHECK(cudaFree(from[i]));
        CHECK(cudaFree(to[i]));
        CHECK(cudaStreamDestroy(streams[i]));
    }
    return 0;
}
// prints: 3 ranks; rank 2 is on GPU 2
// prints: sum, GPU 0: 300 303 ... 0
// prints: sum, GPU 1: 300 303 ... 0
// prints: sum, GPU 2: 300 303 ... 0
// prints: broadcast, GPU 0: 100 101 ... 0
// prints: broadcast, GPU 1: 100 101 ... 0
// prints: broadcast, GPU 2: 100 101 ... 0
// prints: gather, GPU 0: 0 1 ... 205
// prints: gather, GPU 1: 0 1 ... 205
// prints: gather, GPU 2: 0 1 ... 205
// prints: scatter of the largest, GPU 0: 200 201 ... 205
// prints: scatter of the largest, GPU 1: 206 207 ... 205
// prints: scatter of the largest, GPU 2: 212 213 ... 205
// prints: ring, GPU 0: 200 201 ... 205
// prints: ring, GPU 1: 0 1 ... 205
// prints: ring, GPU 2: 100 101 ... 205
// prints: average on GPU 2, GPU 0: 200 201 ... 205
// prints: average on GPU 2, GPU 1: 0 1 ... 205
// prints: average on GPU 2, GPU 2: 100 101 ... 205
