//! launch: grid=1 block=32
//! options: trace=full
//! argument: f32[64]:iota
//! argument: f32[1]:zeros
//! hazard: 14 14 s
//! hint: need not run in lockstep
// As it was written before Volta: volatile, and nothing that synchronises the lanes.
__global__ void sum(const float* in, float* out) {
    __shared__ volatile float s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t + 32] = in[t + 32];
    __syncwarp();
    for (int half = 32; half > 0; half /= 2) s[t] += s[t + half];  // step
    if (t == 0) *out = s[0];
}
