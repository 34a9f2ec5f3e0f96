// The first warp of each block reads the pixels for all threads, which then write them.
__global__ void backwards(const float* from, float* to, int frames, int rows, int cols) {
    __shared__ float tile[256];
    int t = (threadIdx.z * 4 + threadIdx.y) * 16 + threadIdx.x;
    if (t < 32)
        for (int k = t; k < 256; k += 32) {
            int c = blockIdx.x * 16 + k % 16, r = blockIdx.y * 4 + k / 16 % 4, f = blockIdx.z * 4 + k / 64;
            if (c < cols && r < rows && f < frames) tile[k] = from[(f * rows + r) * cols + c];
        }
    __syncthreads();
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 4 + threadIdx.y, f = blockIdx.z * 4 + threadIdx.z;
    if (c < cols && r < rows && f < frames) to[((frames - 1 - f) * rows + r) * cols + c] = tile[t];
}
