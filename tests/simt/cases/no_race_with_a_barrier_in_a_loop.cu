//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[64]:iota
//! result: 0 = 8 9 10
__global__ void rotate(int* a) {
    for (int step = 0; step < 8; ++step) {
        int next = a[(threadIdx.x + 1) % 64];
        __syncthreads();
        a[threadIdx.x] = next;
        __syncthreads();
    }
}
