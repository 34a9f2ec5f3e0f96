// gpus: 3
// A stream, an event and a pointer belong to the GPU that was current when they were made.
#include <cstdio>

__global__ void nothing() {}

void say(const char* what, cudaError_t error) { printf("%s: %s\n", what, cudaGetErrorName(error)); }

int main() {
    cudaStream_t stream;
    cudaEvent_t of_0, of_1;
    int* a = nullptr;
    if (cudaStreamCreate(&stream) || cudaEventCreate(&of_0) || cudaMalloc(&a, 64)) return 1;
    if (cudaSetDevice(1) || cudaEventCreate(&of_1)) return 1;
    nothing<<<1, 1, 0, stream>>>();  // expect: wrong_gpu
    say("launch", cudaGetLastError());
    say("event", cudaEventRecord(of_1, stream));  // expect: wrong_gpu
    say("copy", cudaMemcpyPeer(a, 1, a, 0, 4));   // expect: wrong_gpu
    say("a copy in that stream", cudaMemcpyAsync(a + 1, a, 4, cudaMemcpyDeviceToDevice, stream));
    say("record", cudaEventRecord(of_0, stream));
    say("record", cudaEventRecord(of_1));
    say("wait for another GPU's event", cudaStreamWaitEvent(0, of_0));
    float ms = 0;
    say("elapsed", cudaEventElapsedTime(&ms, of_0, of_1));
    say("no such GPU", cudaSetDevice(3));
    if (cudaEventDestroy(of_0) || cudaEventDestroy(of_1) || cudaStreamDestroy(stream) || cudaFree(a)) return 1;
    return 0;
}
// prints: launch: cudaErrorInvalidResourceHandle
// prints: event: cudaErrorInvalidResourceHandle
// prints: copy: cudaErrorInvalidValue
// prints: a copy in that stream: cudaSuccess
// prints: record: cudaSuccess
// prints: record: cudaSuccess
// prints: wait for another GPU's event: cudaSuccess
// prints: elapsed: cudaErrorInvalidResourceHandle
// prints: no such GPU: cudaErrorInvalidDevice
