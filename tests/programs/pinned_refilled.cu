// The host fills pinned memory that a copy may still be reading; reading it, or filling what was waited for, is right.
// prints: 0 1 2
#include <cstdio>

__global__ void add_one(int* a) { a[threadIdx.x] += 1; }

void refill(void* data) { static_cast<int*>(data)[0] = 7; }

int main() {
    constexpr int n = 4096;
    int *pinned = nullptr, *device = nullptr;
    cudaMallocHost(&pinned, n * sizeof(int));
    cudaMalloc(&device, n * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    for (int turn = 0; turn < 3; ++turn) {
        for (int i = 0; i < n; ++i) pinned[i] = turn;
        cudaMemcpyAsync(device, pinned, n * sizeof(int), cudaMemcpyHostToDevice, stream);
        add_one<<<1, 256, 0, stream>>>(device);
        std::printf(turn < 2 ? "%d " : "%d\n", pinned[n - 1]);
        cudaStreamSynchronize(stream);
    }
    cudaEvent_t done;
    cudaEventCreate(&done);
    cudaMemcpyAsync(device, pinned, n * sizeof(int), cudaMemcpyHostToDevice, stream);
    cudaLaunchHostFunc(stream, refill, pinned);  // in the stream's order
    cudaMemcpyAsync(device, pinned, n * sizeof(int), cudaMemcpyHostToDevice, stream);
    cudaEventRecord(done, stream);
    cudaEventSynchronize(done);
    pinned[5] = 1;
    cudaMemcpyAsync(device, pinned, n / 2 * sizeof(int), cudaMemcpyHostToDevice, stream);
    pinned[n - 1] = 1;  // the other half
    pinned[n / 2 - 1] = 1;  // expect: read_before_wait
    cudaStreamSynchronize(stream);
    cudaEventDestroy(done);
    cudaStreamDestroy(stream);
    cudaFree(device);
    cudaFreeHost(pinned);
}
