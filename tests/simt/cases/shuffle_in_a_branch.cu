//! launch: grid=1 block=32
//! argument: i32[32]:iota
//! fault: barrier_divergence 6 - - 0 0
__global__ void half(int* a) {
    if (threadIdx.x < 16) {
        a[threadIdx.x] = __shfl_down_sync(0xffffffff, a[threadIdx.x], 1);  // here
    }
    a[threadIdx.x] += 1;
}
