// What may not be done while a stream captures, each with CUDA's own error; and a graph with a cycle.
// prints: cudaErrorStreamCaptureUnsupported
// prints: cudaErrorStreamCaptureInvalidated
// prints: cudaErrorStreamCaptureUnsupported
// prints: cudaErrorStreamCaptureUnsupported
// prints: cudaErrorStreamCaptureImplicit
// prints: cudaErrorStreamCaptureUnjoined
// prints: cudaErrorStreamCaptureIsolation
// prints: cudaErrorStreamCaptureUnmatched
// prints: cudaErrorCapturedEvent
// prints: cudaErrorStreamCaptureUnsupported
// prints: cudaErrorInvalidValue
#include <cstdio>

__global__ void nothing() {}

void say(cudaError_t error) {
    std::puts(cudaGetErrorName(error));
    cudaGetLastError();
}

int main() {
    cudaStream_t stream, other;
    cudaEvent_t event, outside;
    if (cudaStreamCreate(&stream) || cudaStreamCreate(&other) || cudaEventCreate(&event) || cudaEventCreate(&outside)) return 1;
    cudaGraph_t graph = nullptr;
    int* p = nullptr;
    const auto begin = [&] {
        if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) != cudaSuccess) std::puts("cannot begin");
    };
    const auto end = [&] { return cudaStreamEndCapture(stream, &graph); };

    begin();
    say(cudaStreamSynchronize(stream));
    say(end());
    begin();
    say(cudaDeviceSynchronize());
    (void)end();
    begin();
    say(cudaMalloc(&p, 4));
    (void)end();
    begin();
    nothing<<<1, 1>>>();  // into the default stream
    say(cudaGetLastError());
    (void)end();
    begin();
    if (cudaEventRecord(event, stream) || cudaStreamWaitEvent(other, event, 0)) return 2;
    nothing<<<1, 1, 0, other>>>();
    say(end());
    if (cudaEventRecord(outside, other)) return 3;
    begin();
    say(cudaStreamWaitEvent(stream, outside, 0));
    (void)end();
    begin();
    if (cudaEventRecord(event, stream) || cudaStreamWaitEvent(other, event, 0)) return 4;
    say(cudaStreamEndCapture(other, &graph));
    (void)end();
    begin();
    if (cudaEventRecord(event, stream)) return 5;
    say(cudaEventSynchronize(event));
    (void)end();
    say(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal));

    cudaGraphNode_t first, second;
    cudaGraphExec_t exec;
    if (cudaGraphCreate(&graph, 0) || cudaGraphAddEmptyNode(&first, graph, nullptr, 0)) return 6;
    if (cudaGraphAddEmptyNode(&second, graph, &first, 1) || cudaGraphAddDependencies(graph, &second, &first, nullptr, 1)) return 7;
    say(cudaGraphInstantiate(&exec, graph, 0));
    if (cudaGraphDestroy(graph) || cudaStreamDestroy(stream) || cudaStreamDestroy(other)) return 8;
}
