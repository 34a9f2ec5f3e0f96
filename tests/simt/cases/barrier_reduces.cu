//! launch: grid=1 block=96
//! argument: i32[96]:iota
//! argument: i32[3]:zeros
//! result: 1 = 10 0 1
//! counter: barriers = 9
__global__ void reduce(int* a, int* out) {
    int count = __syncthreads_count(a[threadIdx.x] < 10);
    int all = __syncthreads_and(a[threadIdx.x] < 10);
    int any = __syncthreads_or(a[threadIdx.x] == 95);
    if (threadIdx.x == 0) {
        out[0] = count;
        out[1] = all;
        out[2] = any;
    }
}
