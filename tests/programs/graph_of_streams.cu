// What two streams are given to do becomes a graph: it runs when it is launched, with the arguments as they were.
// prints: captured: 0 so far, 4 nodes
// prints: run 1: 640, called 1 time
// prints: run 2: 1280, called 2 times
// prints: updated: 2560
#include <cstdio>

__global__ void fill(int* a, int value) { a[threadIdx.x] = value; }
__global__ void accumulate(const int* a, int* sum) { atomicAdd(sum, a[threadIdx.x]); }

int calls = 0;
void count_call(void*) { ++calls; }

cudaGraph_t captured(cudaStream_t stream, int* a, int* sum, int value) {
    cudaStream_t other;
    cudaStreamCreate(&other);
    cudaEvent_t fork, join;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, stream);
    cudaStreamWaitEvent(other, fork, 0);
    fill<<<1, 32, 0, stream>>>(a, value);
    fill<<<1, 32, 0, other>>>(a + 32, value);
    value = 1000;
    cudaLaunchHostFunc(other, count_call, nullptr);
    cudaEventRecord(join, other);
    cudaStreamWaitEvent(stream, join, 0);
    accumulate<<<1, 64, 0, stream>>>(a, sum);
    cudaStreamCaptureStatus status;
    cudaStreamIsCapturing(other, &status);
    cudaGraph_t graph = nullptr;
    cudaStreamDestroy(other);  // its work has been waited for
    if (status != cudaStreamCaptureStatusActive || cudaStreamEndCapture(stream, &graph) != cudaSuccess) return nullptr;
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    return graph;
}

int read(const int* sum) {
    int value = 0;
    cudaMemcpy(&value, sum, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

int main() {
    int *a, *sum;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph = captured(stream, a, sum, 10);
    size_t nodes = 0;
    if (graph == nullptr) return 1;
    cudaGraphGetNodes(graph, nullptr, &nodes);
    std::printf("captured: %d so far, %zu nodes\n", read(sum), nodes);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph);
    for (int run = 1; run <= 2; ++run) {
        cudaGraphLaunch(exec, stream);
        cudaStreamSynchronize(stream);
        std::printf("run %d: %d, called %d time%s\n", run, read(sum), calls, calls == 1 ? "" : "s");
    }
    cudaGraph_t again = captured(stream, a, sum, 20);
    cudaGraphExecUpdateResult result;
    cudaGraphNode_t different;
    if (again == nullptr || cudaGraphExecUpdate(exec, again, &different, &result) != cudaSuccess) return 2;
    cudaGraphLaunch(exec, stream);
    std::printf("updated: %d\n", read(sum));
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaGraphDestroy(again);
    cudaStreamDestroy(stream);
    cudaFree(a);
    cudaFree(sum);
}
