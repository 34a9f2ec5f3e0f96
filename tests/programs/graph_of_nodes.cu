// A graph from its nodes: copies, a memset, kernels, a host function, a child, dependencies that are added later.
// prints: sum 1984, host saw 1984
// prints: 6 nodes, 2 roots
// prints: sum 3968, host saw 3968
// prints: the clone: 3968
// prints: with 3: sum 5952, host saw 5952
#include <cstdio>
#include <vector>

__global__ void scale(int* a, int factor) { a[threadIdx.x] *= factor; }
__global__ void add(const int* a, int* sum) { atomicAdd(sum, a[threadIdx.x]); }

struct Seen {
    const int* from;
    int value;
};
void look(void* data) {
    Seen* seen = static_cast<Seen*>(data);
    seen->value = *seen->from;
}

int main() {
    constexpr int n = 64;
    int *a, *sum, result = 0;
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    std::vector<int> h(n);
    for (int i = 0; i < n; ++i) h[i] = i;

    cudaGraph_t graph, child;
    cudaGraphNode_t copy_in, clear, kernel, inner, copy_out, host;
    if (cudaGraphCreate(&graph, 0) != cudaSuccess) return 1;
    cudaGraphAddMemcpyNode1D(&copy_in, graph, nullptr, 0, a, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemsetParams zero = {};
    zero.dst = sum, zero.elementSize = 4, zero.width = 1, zero.height = 1;
    cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &zero);

    int factor = 1;
    void* arguments[] = {&a, &factor};
    cudaKernelNodeParams launch = {};
    launch.func = (void*)scale, launch.gridDim = dim3(1), launch.blockDim = dim3(n), launch.kernelParams = arguments;
    cudaGraphAddKernelNode(&kernel, graph, &copy_in, 1, &launch);
    factor = 100;  // the node has its own copy

    cudaGraphCreate(&child, 0);
    void* more[] = {&a, &sum};
    cudaKernelNodeParams sums = launch;
    sums.func = (void*)add, sums.kernelParams = more;
    cudaGraphNode_t ignored;
    cudaGraphAddKernelNode(&ignored, child, nullptr, 0, &sums);

    // Added before what it comes after, which the dependencies mend.
    Seen seen = {&result, -1};
    cudaHostNodeParams function = {look, &seen};
    cudaGraphAddHostNode(&host, graph, nullptr, 0, &function);
    cudaMemcpy3DParms out = {};
    out.srcPtr = make_cudaPitchedPtr(sum, sizeof(int), 1, 1);
    out.dstPtr = make_cudaPitchedPtr(&result, sizeof(int), 1, 1);
    out.extent = make_cudaExtent(sizeof(int), 1, 1);
    out.kind = cudaMemcpyDeviceToHost;
    cudaGraphAddMemcpyNode(&copy_out, graph, nullptr, 0, &out);
    cudaGraphNode_t both[] = {kernel, clear};
    cudaGraphAddChildGraphNode(&inner, graph, both, 2, child);
    cudaGraphNode_t from[] = {inner, copy_out}, to[] = {copy_out, host};
    if (cudaGraphAddDependencies(graph, from, to, 2) != cudaSuccess) return 2;

    for (int i = 0; i < n; ++i) h[i] = i - (i == 0 ? 32 : 0);
    cudaGraphExec_t exec;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
    if (seen.value != -1) return 3;  // nothing has run yet
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    std::printf("sum %d, host saw %d\n", result, seen.value);

    size_t count = 0, roots = 0;
    cudaGraphGetNodes(graph, nullptr, &count);
    cudaGraphGetRootNodes(graph, nullptr, &roots);
    std::printf("%zu nodes, %zu roots\n", count, roots);

    factor = 2;
    cudaGraphExecKernelNodeSetParams(exec, kernel, &launch);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    std::printf("sum %d, host saw %d\n", result, seen.value);

    factor = 2;
    cudaGraphKernelNodeSetParams(kernel, &launch);
    cudaGraph_t clone;
    cudaGraphExec_t of_clone;
    cudaGraphClone(&clone, graph);
    cudaGraphInstantiate(&of_clone, clone, 0);
    result = 0;
    cudaGraphLaunch(of_clone, stream);
    cudaStreamSynchronize(stream);
    std::printf("the clone: %d\n", result);

    factor = 3;
    cudaGraphKernelNodeSetParams(kernel, &launch);
    cudaGraphExecUpdateResultInfo info;
    if (cudaGraphExecUpdate(exec, graph, &info) != cudaSuccess || info.result != cudaGraphExecUpdateSuccess) return 4;
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    std::printf("with %d: sum %d, host saw %d\n", factor, result, seen.value);

    cudaGraphDestroyNode(host);
    if (cudaGraphExecUpdate(exec, graph, &info) != cudaErrorGraphExecUpdateFailure) return 5;
    if (info.result != cudaGraphExecUpdateErrorTopologyChanged) return 6;
    cudaGetLastError();
    cudaGraphExecDestroy(exec);
    cudaGraphExecDestroy(of_clone);
    cudaGraphDestroy(clone);
    cudaGraphDestroy(child);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(a);
    cudaFree(sum);
}
