// Hints for the L2 cache, and launches with attributes: kept, and without an effect on results.
// prints: window of 1024 bytes, ratio 0.5
// prints: the other stream: 1024, the default stream: 0
// prints: refused: 1 1 1
// prints: node: 1024, its copy: 1024
// prints: 3 4, 6 8
#include <cooperative_groups.h>
#include <cstdio>

__global__ void add(int* a, int value) { a[threadIdx.x] += value; }
__global__ void whole_grid(int* a) {
    cooperative_groups::this_grid().sync();
    a[threadIdx.x + blockIdx.x] *= 2;
}

int main() {
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    int largest = 0, window_limit = 0;
    cudaDeviceGetAttribute(&largest, cudaDevAttrMaxPersistingL2CacheSize, 0);
    cudaDeviceGetAttribute(&window_limit, cudaDevAttrMaxAccessPolicyWindowSize, 0);
    if (largest <= 0 || largest != device.persistingL2CacheMaxSize || largest >= device.l2CacheSize) return 1;
    if (window_limit != device.accessPolicyMaxWindowSize || window_limit < largest) return 2;
    if (cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, largest) != cudaSuccess) return 3;
    size_t kept = 0;
    if (cudaDeviceGetLimit(&kept, cudaLimitPersistingL2CacheSize) != cudaSuccess || kept != (size_t)largest) return 4;

    int h[2] = {1, 2}, *a;
    cudaMalloc(&a, 1024);
    cudaStream_t stream, other;
    cudaStreamCreate(&stream);
    cudaStreamCreate(&other);
    cudaStreamAttrValue wanted = {}, seen = {};
    wanted.accessPolicyWindow.base_ptr = a;
    wanted.accessPolicyWindow.num_bytes = 1024;
    wanted.accessPolicyWindow.hitRatio = 0.5f;
    wanted.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    wanted.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    const cudaStreamAttrID which = cudaStreamAttributeAccessPolicyWindow;
    if (cudaStreamSetAttribute(stream, which, &wanted) || cudaStreamGetAttribute(stream, which, &seen)) return 5;
    std::printf("window of %zu bytes, ratio %g\n", seen.accessPolicyWindow.num_bytes, seen.accessPolicyWindow.hitRatio);
    if (cudaStreamCopyAttributes(other, stream) || cudaStreamGetAttribute(other, which, &seen)) return 6;
    std::printf("the other stream: %zu, ", seen.accessPolicyWindow.num_bytes);
    if (cudaStreamGetAttribute(0, which, &seen)) return 7;
    std::printf("the default stream: %zu\n", seen.accessPolicyWindow.num_bytes);
    cudaCtxResetPersistingL2Cache();

    cudaStreamAttrValue wrong = wanted;
    wrong.accessPolicyWindow.hitRatio = 1.5f;
    const bool ratio = cudaStreamSetAttribute(stream, which, &wrong) == cudaErrorInvalidValue;
    wrong = wanted;
    wrong.accessPolicyWindow.missProp = cudaAccessPropertyPersisting;
    const bool miss = cudaStreamSetAttribute(stream, which, &wrong) == cudaErrorInvalidValue;
    wrong = wanted;
    wrong.accessPolicyWindow.num_bytes = (size_t)window_limit + 1;
    const bool bytes = cudaStreamSetAttribute(stream, which, &wrong) == cudaErrorInvalidValue;
    std::printf("refused: %d %d %d\n", ratio, miss, bytes);
    cudaGetLastError();

    cudaGraph_t graph;
    cudaGraphNode_t node, second;
    cudaGraphCreate(&graph, 0);
    int value = 2;
    void* arguments[] = {&a, &value};
    cudaKernelNodeParams launch = {};
    launch.func = (void*)add, launch.gridDim = dim3(1), launch.blockDim = dim3(2), launch.kernelParams = arguments;
    if (cudaGraphAddKernelNode(&node, graph, nullptr, 0, &launch) || cudaGraphAddKernelNode(&second, graph, &node, 1, &launch)) return 8;
    cudaKernelNodeAttrValue of_node = {};
    of_node.accessPolicyWindow = wanted.accessPolicyWindow;
    if (cudaGraphKernelNodeSetAttribute(node, cudaKernelNodeAttributeAccessPolicyWindow, &of_node)) return 9;
    if (cudaGraphKernelNodeCopyAttributes(second, node)) return 10;
    cudaKernelNodeAttrValue first = {}, copied = {};
    if (cudaGraphKernelNodeGetAttribute(node, cudaKernelNodeAttributeAccessPolicyWindow, &first)) return 11;
    if (cudaGraphKernelNodeGetAttribute(second, cudaKernelNodeAttributeAccessPolicyWindow, &copied)) return 12;
    std::printf("node: %zu, its copy: %zu\n", first.accessPolicyWindow.num_bytes, copied.accessPolicyWindow.num_bytes);
    cudaGraphDestroy(graph);

    cudaMemcpyAsync(a, h, sizeof h, cudaMemcpyHostToDevice, stream);
    cudaLaunchAttribute attributes[2] = {};
    attributes[0].id = cudaLaunchAttributeAccessPolicyWindow;
    attributes[0].val.accessPolicyWindow = wanted.accessPolicyWindow;
    attributes[1].id = cudaLaunchAttributePriority;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1), config.blockDim = dim3(2), config.stream = stream, config.attrs = attributes, config.numAttrs = 2;
    short narrow = 2;  // becomes the kernel's int
    if (cudaLaunchKernelEx(&config, add, a, narrow)) return 13;
    int out[4];
    cudaMemcpyAsync(out, a, sizeof h, cudaMemcpyDeviceToHost, stream);
    attributes[1].id = cudaLaunchAttributeCooperative;
    attributes[1].val.cooperative = 1;
    config.gridDim = dim3(2), config.blockDim = dim3(1);
    void* of_grid[] = {&a};
    if (cudaLaunchKernelExC(&config, (void*)whole_grid, of_grid)) return 14;
    cudaMemcpyAsync(out + 2, a, sizeof h, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    std::printf("%d %d, %d %d\n", out[0], out[1], out[2], out[3]);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    cudaFree(a);
}
