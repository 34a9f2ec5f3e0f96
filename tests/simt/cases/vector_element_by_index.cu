//! launch: grid=1 block=4
//! argument: f32[4]:zeros
//! result: 0 = 12 13 14 11
typedef float float_4 __attribute__((ext_vector_type(4)));
__global__ void pick(float* out) {
    float_4 v = {1, 2, 3, 4};
    const int i = threadIdx.x & 3;
    v[i] = 10.0f;
    out[i] = v[(i + 1) & 3] + v[i];
}
