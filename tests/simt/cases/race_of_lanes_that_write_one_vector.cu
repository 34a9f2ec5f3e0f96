//! launch: grid=1 block=32
//! options: trace=full
//! argument: f32[8]:zeros
//! race: 8 8 a
//! says: writes a different value there in the same instruction
__global__ void k(float* a) {
    float t = threadIdx.x;
    reinterpret_cast<float4*>(a)[threadIdx.x / 16] = make_float4(1, 2, 3, t);
}
