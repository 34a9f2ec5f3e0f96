//! launch: grid=1 block=2
//! argument: surface:f32[8x1]:iota
//! argument: surface:u8[32x1]:iota
//! argument: i32[8]:zeros
//! result: 0 = 3 2 1 0 7 6 5 4
//! result: 1 = 3 2 1 0 7 6 5 4
//! result: 2 = 50462976 117835012
__global__ void k(cudaSurfaceObject_t floats, cudaSurfaceObject_t bytes, int* out) {
    int i = threadIdx.x;
    float4 v = surf2Dread<float4>(floats, i * 16, 0);
    surf2Dwrite(make_float4(v.w, v.z, v.y, v.x), floats, i * 16, 0);
    out[i] = surf2Dread<int>(bytes, i * 4, 0);
    uchar4 c = surf2Dread<uchar4>(bytes, i * 4, 0);
    surf2Dwrite(make_uchar4(c.w, c.z, c.y, c.x), bytes, i * 4, 0);
    double d = surf2Dread<double>(bytes, 24, 0);
    surf2Dwrite(d, bytes, 24, 0);
}
