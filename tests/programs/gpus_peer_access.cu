// gpus: 2
// Peer access has its error codes; with it a kernel on GPU 1 uses the memory of GPU 0.
#include <cstdio>

__global__ void twice(const int* in, int* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }

void say(const char* what, cudaError_t error) { printf("%s: %s\n", what, cudaGetErrorName(error)); }

int main() {
    int can = 0, *on_0 = nullptr, *on_1 = nullptr, *both = nullptr;
    say("can GPU 1 use GPU 0", cudaDeviceCanAccessPeer(&can, 1, 0));
    printf("%d\n", can);
    say("can GPU 1 use GPU 1", cudaDeviceCanAccessPeer(&can, 1, 1));
    printf("%d\n", can);
    say("can GPU 0 use GPU 2", cudaDeviceCanAccessPeer(&can, 0, 2));
    say("GPU 0 for itself", cudaDeviceEnablePeerAccess(0, 0));
    say("GPU 2", cudaDeviceEnablePeerAccess(2, 0));
    say("flags", cudaDeviceEnablePeerAccess(1, 1));
    say("not enabled", cudaDeviceDisablePeerAccess(1));
    if (cudaMalloc(&on_0, 32 * sizeof(int)) || cudaMemset(on_0, 1, 32 * sizeof(int)) || cudaDeviceSynchronize()) return 1;
    if (cudaMallocManaged(&both, 32 * sizeof(int)) || cudaSetDevice(1) || cudaMalloc(&on_1, 32 * sizeof(int))) return 1;
    say("GPU 1 to GPU 0", cudaDeviceEnablePeerAccess(0, 0));
    say("again", cudaDeviceEnablePeerAccess(0, 0));
    (void)cudaGetLastError();
    twice<<<1, 32>>>(on_0, on_1);
    twice<<<1, 32>>>(on_1, both);  // managed memory belongs to all GPUs
    say("both kernels", cudaDeviceSynchronize());
    printf("%x\n", both[31]);
    say("no longer", cudaDeviceDisablePeerAccess(0));
    if (cudaFree(on_0) || cudaFree(on_1) || cudaFree(both)) return 1;
    return 0;
}
// prints: can GPU 1 use GPU 0: cudaSuccess
// prints: 1
// prints: can GPU 1 use GPU 1: cudaSuccess
// prints: 0
// prints: can GPU 0 use GPU 2: cudaErrorInvalidDevice
// prints: GPU 0 for itself: cudaErrorInvalidDevice
// prints: GPU 2: cudaErrorInvalidDevice
// prints: flags: cudaErrorInvalidValue
// prints: not enabled: cudaErrorPeerAccessNotEnabled
// prints: GPU 1 to GPU 0: cudaSuccess
// prints: again: cudaErrorPeerAccessAlreadyEnabled
// prints: both kernels: cudaSuccess
// prints: 4040404
// prints: no longer: cudaSuccess
