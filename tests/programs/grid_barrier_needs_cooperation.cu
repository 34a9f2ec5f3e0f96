// A barrier of the whole grid needs a cooperative launch: not <<<...>>>, in a graph neither, and no more blocks than a GPU holds at once.
// prints: cooperative: no error, 64
// prints: too large: too many blocks in cooperative launch
// prints: <<<>>>: unspecified launch failure
// prints: in a graph: unspecified launch failure
// prints: an equal launch was cooperative: no error, then unspecified launch failure
#include <cooperative_groups.h>
#include <cstdio>

__global__ void meet(int* a, int* sum) {
    a[blockIdx.x] = 2;
    cooperative_groups::this_grid().sync();  // expect: launch_invalid
    if (threadIdx.x == 0 && blockIdx.x == 0)
        for (int i = 0; i < (int)gridDim.x; ++i) *sum += a[i];
}

__global__ void mark(int* a) {
    a[blockIdx.x] = 1;
    cooperative_groups::this_grid().sync();  // expect: launch_invalid
}

int main() {
    int *a = nullptr, *sum = nullptr, host = 0;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    void* arguments[] = {&a, &sum};
    cudaError_t error = cudaLaunchCooperativeKernel(meet, 32, 32, arguments);
    cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("cooperative: %s, %d\n", cudaGetErrorString(error), host);
    error = cudaLaunchCooperativeKernel(meet, 1 << 17, 32, arguments);
    std::printf("too large: %s\n", cudaGetErrorString(error));
    meet<<<32, 32>>>(a, sum);
    std::printf("<<<>>>: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaDeviceReset();

    cudaMalloc(&a, 4096);
    cudaMalloc(&sum, sizeof(int));
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    meet<<<32, 32, 0, stream>>>(a, sum);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    error = cudaStreamSynchronize(stream);
    std::printf("in a graph: %s\n", cudaGetErrorString(error));
    cudaDeviceReset();

    cudaMalloc(&a, 4096);
    void* one[] = {&a};
    error = cudaLaunchCooperativeKernel(mark, 32, 32, one);
    std::printf("an equal launch was cooperative: %s, ", cudaGetErrorString(error));
    cudaLaunchCooperativeKernel(mark, 32, 32, one);
    mark<<<32, 32>>>(a);
    std::printf("then %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
