// The reference of warps_that_fit: one thread, kernel by kernel. It puts one block after another on the multiprocessor.
__global__ void reference(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    for (int i = 0; i < n; ++i) {
        int warps_per_block = threads[i] / 32 + (threads[i] % 32 > 0);
        int registers_per_warp = 32 * registers[i];
        while (registers_per_warp % 256 > 0) ++registers_per_warp;
        int bytes_per_block = shared[i] + 1024;
        while (bytes_per_block % 128 > 0) ++bytes_per_block;
        int warps_of_a_quarter = 16384 / registers_per_warp;
        int blocks = 0;
        while (blocks < 32 && (blocks + 1) * warps_per_block <= 64 &&
               (blocks + 1) * warps_per_block <= 4 * warps_of_a_quarter && (blocks + 1) * bytes_per_block <= 233472)
            ++blocks;
        warps[i] = blocks * warps_per_block;
    }
}
