//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[64]:iota
//! argument: i32[2]:zeros
//! result: 1 = 496 1520
__global__ void sum(const int* in, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x, lane = t % 32;
    s[t] = in[t];
    __syncwarp();
    for (int half = 16; half > 0; half /= 2) {
        int other = lane < half ? s[t + half] : 0;
        __syncwarp();
        if (lane < half) s[t] += other;
        __syncwarp();
    }
    if (lane == 0) out[t / 32] = s[t];
}
