//! launch: grid=1 block=32
//! argument: i32[1]:zeros
//! fault: barrier_divergence 11 - - 0 16
// synccheck: <= where the mask was made with <: lane 16 comes, and the mask does not name it
__shared__ int s[32];
__global__ void sum(int* out) {
    int t = threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffffu, t < 16);
    if (t <= 16) {
        s[t] = t;
        __syncwarp(mask);  // here
        if (t == 0) *out = s[0] + s[15];
    }
    __syncthreads();
}
