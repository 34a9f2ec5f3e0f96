// gpus: 2
// Each GPU has its own memory, variables, streams and events; copies go between them by address.
#include <cstdio>
#include <thread>

__device__ int counter = 5;
__constant__ int factor = 3;
__global__ void add(int* out, int value) { out[threadIdx.x] += value * factor; atomicAdd(&counter, 1); }

#define CHECK(call)                                                                          \
    do {                                                                                     \
        const cudaError_t error = (call);                                                    \
        if (error != cudaSuccess) { printf("%s: %s\n", #call, cudaGetErrorName(error)); return 1; } \
    } while (0)

int main() {
    int count = 0, current = -1;
    CHECK(cudaGetDeviceCount(&count));
    printf("%d GPUs\n", count);
    const int two = 2;
    int* arrays[2];
    cudaStream_t streams[2];
    for (int gpu = 0; gpu < count; ++gpu) {
        CHECK(cudaSetDevice(gpu));
        CHECK(cudaMalloc(&arrays[gpu], 32 * sizeof(int)));
        CHECK(cudaMemset(arrays[gpu], 0, 32 * sizeof(int)));
        CHECK(cudaStreamCreate(&streams[gpu]));
    }
    CHECK(cudaMemcpyToSymbol(factor, &two, sizeof two));  // of GPU 1
    for (int gpu = 0; gpu < count; ++gpu) {
        CHECK(cudaSetDevice(gpu));
        for (int i = 0; i <= gpu; ++i) add<<<1, 32, 0, streams[gpu]>>>(arrays[gpu], 1);
        CHECK(cudaGetLastError());
    }
    for (int gpu = 0; gpu < count; ++gpu) {
        int first = 0, counted = 0;
        CHECK(cudaSetDevice(gpu));
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemcpy(&first, arrays[gpu], sizeof first, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpyFromSymbol(&counted, counter, sizeof counted));
        cudaPointerAttributes attributes;
        CHECK(cudaPointerGetAttributes(&attributes, arrays[gpu]));
        printf("GPU %d: %d, counter %d, memory of GPU %d\n", gpu, first, counted, attributes.device);
    }
    CHECK(cudaGetDevice(&current));
    std::thread([] {
        int here = -1;
        if (cudaGetDevice(&here) == cudaSuccess) printf("a new thread begins with GPU %d, not %d\n", here, 1);
    }).join();
    // GPU 0 to GPU 1, three ways.
    CHECK(cudaMemcpyPeer(arrays[1], 1, arrays[0], 0, sizeof(int)));
    CHECK(cudaMemcpyPeerAsync(arrays[1] + 1, 1, arrays[0] + 1, 0, sizeof(int)));
    CHECK(cudaMemcpy(arrays[1] + 2, arrays[0] + 2, sizeof(int), cudaMemcpyDefault));
    int got[4];
    CHECK(cudaMemcpy(got, arrays[1], sizeof got, cudaMemcpyDeviceToHost));
    printf("GPU 1 now has %d %d %d %d\n", got[0], got[1], got[2], got[3]);
    for (int gpu = 0; gpu < count; ++gpu) {
        CHECK(cudaStreamDestroy(streams[gpu]));
        CHECK(cudaFree(arrays[gpu]));
    }
    return 0;
}
// prints: 2 GPUs
// prints: GPU 0: 3, counter 37, memory of GPU 0
// prints: GPU 1: 4, counter 69, memory of GPU 1
// prints: a new thread begins with GPU 0, not 1
// prints: GPU 1 now has 3 3 3 4
