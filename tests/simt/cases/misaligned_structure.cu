//! launch: grid=1 block=1
//! argument: u8[64]:iota
//! argument: f32[8]:zeros
//! fault: misaligned 10
struct Pair {
    float a[20];
};
__device__ Pair kept;
__global__ void odd(const unsigned char* in, float* out) {
    kept = *(const Pair*)(in + 2);  // here
    out[0] = kept.a[0];
}
