//! launch: grid=1 block=64
//! options: order=all
//! argument: i32[112]:iota
//! argument: i32[1]:zeros
//! argument: i32:112
//! fault: barrier_divergence 16
// synccheck: the last step has no element for some threads of a warp, and the barrier is inside the condition
__shared__ int s[64];
__global__ void sum(const int* in, int* out, int n) {
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    for (int i = t; i < 128; i += 64) {
        if (i < n) {
            s[t] += in[i];
            __syncthreads();  // here
        }
    }
    if (t == 0) *out = s[0];
}
