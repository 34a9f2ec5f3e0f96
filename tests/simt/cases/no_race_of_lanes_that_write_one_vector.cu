//! launch: grid=1 block=32
//! options: trace=full
//! argument: f32[8]:zeros
//! result: 0 = 1 2 3 0 1 2 3 1
// Sixteen lanes write the same vector.
__global__ void k(float* a) {
    const int half = threadIdx.x / 16;
    reinterpret_cast<float4*>(a)[half] = make_float4(1, 2, 3, half);
}
