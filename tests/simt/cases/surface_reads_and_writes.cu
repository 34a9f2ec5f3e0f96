//! launch: grid=2 block=8
//! argument: surface:f32[8x2]:iota
//! argument: surface:u8[16]:iota
//! argument: f32[16]:zeros
//! options: order=all
//! result: 0 = 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31
//! result: 1 = 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
//! result: 2 = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
__global__ void k(cudaSurfaceObject_t plane, cudaSurfaceObject_t bytes, float* out) {
    int x = threadIdx.x, y = blockIdx.x, i = y * 8 + x;
    float value;
    surf2Dread(&value, plane, x * sizeof(float), y);
    surf2Dwrite(2 * value + 1, plane, x * sizeof(float), y);
    out[i] = value;
    surf1Dwrite((unsigned char)(15 - i), bytes, i);
}
