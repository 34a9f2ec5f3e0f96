//! launch: grid=4 block=64
//! options: trace=full order=all
//! argument: f32[256]:iota
//! argument: f32[1]:zeros
//! result: 1 = 255
// the loop of the CUDA programming guide: a stale first value costs one more round, so that it is not reported
__device__ float atomic_max(float* address, float value) {
    int* as_int = (int*)address;
    int old = *as_int, assumed;
    do {
        assumed = old;
        old = atomicCAS(as_int, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}
__global__ void largest(const float* in, float* out) { atomic_max(out, in[blockIdx.x * blockDim.x + threadIdx.x]); }
