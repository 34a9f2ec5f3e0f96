//! launch: grid=2 block=64
//! options: trace=full order=all
//! argument: i32[256]:zeros
//! result: 0 = 0 0 1
__global__ void pairs(int2* a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = make_int2(i, i);
    a[i].y -= i % 2;
    a[i].y += i % 2;
}
