//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[128]:iota
//! argument: i32[64]:zeros
//! race: 13 11 tile
// The second barrier of the loop is missing: the next tile comes while others still read this one.
__global__ void sum(const int* in, int* out) {
    __shared__ int tile[64];
    int total = 0;
    for (int step = 0; step < 2; ++step) {
        tile[threadIdx.x] = in[64 * step + threadIdx.x];  // write
        __syncthreads();
        total += tile[63 - threadIdx.x];  // read
    }
    out[threadIdx.x] = total;
}
