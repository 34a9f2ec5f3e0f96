//! launch: grid=1 block=4
//! argument: texture:u8[4]:iota
//! argument: texture:i32[4]:iota,border
//! argument: i32[8]:zeros
//! result: 2 = 0 1 2 3 2 3 0 0
__global__ void k(cudaTextureObject_t bytes, cudaTextureObject_t words, int* out) {
    out[threadIdx.x] = tex1Dfetch<unsigned char>(bytes, threadIdx.x);
    out[threadIdx.x + 4] = tex1D<int>(words, threadIdx.x + 2.5f);
}
