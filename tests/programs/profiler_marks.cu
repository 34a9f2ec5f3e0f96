// Ranges and marks for a profiler, as courses teach them: they compile, and change nothing.
#include <nvToolsExt.h>
#include <nvToolsExtCuda.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <cstdio>

const uint32_t colors[] = {0xff00ff00, 0xff0000ff, 0xffffff00};
#define PUSH_RANGE(name, id)                                   \
    {                                                          \
        nvtxEventAttributes_t attributes = {0};                \
        attributes.version = NVTX_VERSION;                     \
        attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;       \
        attributes.colorType = NVTX_COLOR_ARGB;                \
        attributes.color = colors[(id) % 3];                   \
        attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;      \
        attributes.message.ascii = name;                       \
        std::printf("%d ", nvtxRangePushEx(&attributes));      \
    }

__global__ void twice(int* a) { a[threadIdx.x] *= 2; }

int main() {
    int host[32] = {1, 2, 3}, *a;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    nvtxNameCudaStream(stream, "copies");
    PUSH_RANGE("all", 0)
    cudaMalloc(&a, sizeof host);
    PUSH_RANGE("copy", 4)
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    std::printf("%d ", nvtxRangePop());
    const nvtxRangeId_t range = nvtxRangeStartA("kernel");
    twice<<<1, 32>>>(a);
    nvtxMark("launched");
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    nvtxRangeEnd(range);
    std::printf("%d ", nvtxRangePop());
    std::printf("%d: %d\n", nvtxRangePop(), host[2]);
    cudaStreamDestroy(stream);
    cudaFree(a);
}
// prints: 0 1 1 0 -1: 6
