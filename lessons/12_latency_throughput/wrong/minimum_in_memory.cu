// The smallest number of warps is found in global memory, by an atomic for each resource.
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int each = (threads[i] + 31) / 32;
    warps[i] = min(32, 64 / each) * each;
    atomicMin(&warps[i], 4 * (16384 / ((32 * registers[i] + 255) / 256 * 256)) / each * each);
    atomicMin(&warps[i], 233472 / ((shared[i] + 1024 + 127) / 128 * 128) * each);
}
