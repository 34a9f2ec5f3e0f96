// A program as NVIDIA's samples are written: their helper headers need not lie beside it.
#include <helper_cuda.h>
#include <helper_functions.h>

__global__ void square(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * in[i];
}

int main(int argc, char** argv) {
    int n = 256;
    if (checkCmdLineFlag(argc, (const char**)argv, "n")) n = getCmdLineArgumentInt(argc, (const char**)argv, "n=");
    const int device = gpuDeviceInit(0);
    StopWatchInterface* timer = nullptr;
    sdkCreateTimer(&timer);
    sdkStartTimer(&timer);
    std::vector<float> in(n), out(n), expected(n);
    for (int i = 0; i < n; ++i) in[i] = i, expected[i] = in[i] * in[i];
    float *d_in, *d_out;
    checkCudaErrors(cudaMalloc(&d_in, n * sizeof(float)));
    checkCudaErrors(cudaMalloc((void**)&d_out, n * sizeof(float)));
    checkCudaErrors(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    square<<<(n + 127) / 128, 128>>>(d_in, d_out, n);
    getLastCudaError("square failed");
    checkCudaErrors(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
    sdkStopTimer(&timer);
    const bool is_right = sdkCompareL2fe(expected.data(), out.data(), n, 1e-6f) && compareData(expected.data(), out.data(), n, 0.f, 0.f);
    printf("device %d: %s, %s\n", device, is_right ? "PASSED" : "FAILED", sdkGetTimerValue(&timer) > 0 ? "timed" : "not timed");
    sdkDeleteTimer(&timer);
    checkCudaErrors(cudaFree(d_in));
    checkCudaErrors(cudaFree(d_out));
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
// prints: device 0: PASSED, timed
