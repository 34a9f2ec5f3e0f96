// Memory that a graph allocates and frees, by capture and by nodes; a kernel of the program uses what is not freed in it.
// prints: 6 8, then 6 8
// prints: 12
#include <cstdio>

__global__ void twice(const int* a, int* b) { b[threadIdx.x] = 2 * a[threadIdx.x]; }

int main() {
    const int h[2] = {3, 4};
    int out[2] = {}, *inner, *kept;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    if (cudaMallocAsync(&inner, sizeof h, stream) || cudaMallocAsync(&kept, sizeof h, stream)) return 1;
    cudaMemcpyAsync(inner, h, sizeof h, cudaMemcpyHostToDevice, stream);
    twice<<<1, 2, 0, stream>>>(inner, kept);
    if (cudaFreeAsync(inner, stream)) return 2;
    if (cudaStreamEndCapture(stream, &graph) || cudaGraphInstantiate(&exec, graph, 0)) return 3;
    for (int run = 0; run < 2; ++run) {
        cudaGraphLaunch(exec, stream);
        cudaMemcpyAsync(out, kept, sizeof out, cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
        std::printf("%d %d%s", out[0], out[1], run ? "\n" : ", then ");
        if (cudaFreeAsync(kept, stream)) return 4;
    }
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);

    cudaGraphNode_t allocation, copy, kernel, end;
    cudaMemAllocNodeParams wanted = {};
    wanted.bytesize = sizeof h;
    cudaGraphCreate(&graph, 0);
    if (cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &wanted)) return 5;
    int* a = (int*)wanted.dptr;
    cudaGraphAddMemcpyNode1D(&copy, graph, &allocation, 1, a, out, sizeof out, cudaMemcpyHostToDevice);
    void* arguments[] = {&a, &a};
    cudaKernelNodeParams launch = {};
    launch.func = (void*)twice, launch.gridDim = launch.blockDim = dim3(1), launch.kernelParams = arguments;
    cudaGraphAddKernelNode(&kernel, graph, &copy, 1, &launch);
    cudaGraphAddMemcpyNode1D(&end, graph, &kernel, 1, out, a, sizeof(int), cudaMemcpyDeviceToHost);
    if (cudaGraphAddMemFreeNode(&allocation, graph, &end, 1, a) || cudaGraphInstantiate(&exec, graph, 0)) return 6;
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    std::printf("%d\n", out[0]);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
}
