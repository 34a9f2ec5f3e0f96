// The four pixels of a thread are below each other, and a row of the tile is read once for all of them.
__global__ void convolve_four(const float* image, const float* filter, float* out, int width, int height) {
    __shared__ float tile[36][36];
    __shared__ float weights[25];
    int top = blockIdx.y * 32, left = blockIdx.x * 32, column = left + threadIdx.x;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 25; i += 256) weights[i] = filter[i];
    for (int y = threadIdx.y; y < 36; y += 8)
        for (int x = threadIdx.x; x < 36; x += 32) {
            int from_row = top - 2 + y, from_column = left - 2 + x;
            bool inside = from_row >= 0 && from_row < height && from_column >= 0 && from_column < width;
            tile[y][x] = inside ? image[from_row * width + from_column] : 0.0f;
        }
    __syncthreads();
    float sums[4] = {};
    int first = threadIdx.y * 4;
    for (int y = 0; y < 8; ++y) {
        float pixels[5];
        for (int x = 0; x < 5; ++x) pixels[x] = tile[first + y][threadIdx.x + x];
        for (int o = 0; o < 4; ++o) {
            if (y < o || y - o > 4) continue;
            for (int x = 0; x < 5; ++x) sums[o] += weights[(y - o) * 5 + x] * pixels[x];
        }
    }
    for (int o = 0; o < 4; ++o)
        if (top + first + o < height && column < width) out[(top + first + o) * width + column] = sums[o];
}
