// Squares and their sum are rounded to single precision, so points near the circle may be on the wrong side.
__device__ unsigned mix(unsigned x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}
__device__ bool is_hit(unsigned i, unsigned key) {
    float u = (mix(2 * i ^ key) >> 1) / 2147483648.0f, v = (mix((2 * i + 1) ^ key) >> 1) / 2147483648.0f;
    return u * u + v * v < 1;
}
__global__ void count_hits(unsigned char* hits, unsigned* inside, int n, unsigned seed) {
    __shared__ unsigned of;
    if (threadIdx.x == 0) of = 0;
    __syncthreads();
    unsigned key = mix(seed + 1), c = 0, t = blockIdx.x * blockDim.x + threadIdx.x, s = gridDim.x * blockDim.x;
    for (unsigned i = t; i < n; i += s) {
        bool h = is_hit(i, key);
        hits[i] = h;
        c += h;
    }
    atomicAdd(&of, c);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(inside, of);
}
