//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[64]:iota
//! argument: i32[1]:zeros
//! hazard: 11 14 first
//! hint: __syncwarp()
// racecheck: the first lane of each warp adds what the others write, without a __syncwarp() between
__shared__ int first[64], second[2];
__global__ void sum(const int* in, int* out) {
    int t = threadIdx.x;
    first[t] = in[t] + t;  // write
    if (t % 32 == 0) {
        int warp = t / 32, total = 0;
        for (int i = 0; i < 32; ++i) total += first[32 * warp + i];  // read
        second[warp] = total;
    }
    __syncthreads();
    if (t == 0) *out = second[0] + second[1];
}
