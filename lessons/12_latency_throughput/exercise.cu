// How many warps of each kernel fit on one multiprocessor of compute capability 9.0 at a time; one thread per kernel.
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int warps_per_block = (threads[i] + 31) / 32;
    int blocks = min(32, 64 / warps_per_block);
    // TODO: these are the limits by slots. How many blocks do the registers and the shared memory have room for?
    warps[i] = blocks * warps_per_block;
    (void)registers, (void)shared;
}
