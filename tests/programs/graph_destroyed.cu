// A graph that is launched after it was destroyed; memory that is freed when the graph runs.
#include <cstdio>

__global__ void nothing() {}

int main() {
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    int *d = nullptr, h = 0;
    if (cudaStreamCreate(&stream) || cudaMalloc(&d, sizeof(int))) return 1;
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed)) return 2;
    nothing<<<1, 1, 0, stream>>>();
    if (cudaMemcpyAsync(d, &h, sizeof h, cudaMemcpyHostToDevice, stream)) return 3;  // expect: copy_out_of_bounds
    if (cudaStreamEndCapture(stream, &graph) || cudaGraphInstantiate(&exec, graph, 0)) return 4;
    if (cudaFree(d)) return 5;
    if (cudaGraphLaunch(exec, stream) != cudaErrorInvalidValue) return 6;
    if (cudaGraphExecDestroy(exec) || cudaGraphDestroy(graph)) return 7;
    if (cudaGraphLaunch(exec, stream) != cudaErrorInvalidValue) return 8;  // expect: use_after_destroy
    cudaStreamDestroy(stream);
}
