//! launch: grid=1 block=128
//! options: trace=full order=all
//! argument: i32[128]:iota
//! argument: i32[1]:zeros
//! race: 11 14 s
//! hint: __syncthreads()
// racecheck: one thread adds what the others write, without a barrier between
__shared__ int s[128];
__global__ void sum(const int* in, int* out) {
    int t = threadIdx.x;
    s[t] = in[t] + t;  // write
    if (t == 0) {
        int total = 0;
        for (int i = 0; i < 128; ++i) total += s[i];  // read
        *out = total;
    }
}
