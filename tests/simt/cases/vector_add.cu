//! launch: grid=3 block=32
//! argument: i32[80]:iota
//! argument: i32[80]:iota
//! argument: i32[80]:zeros
//! argument: i32:80
//! result: 2 = 0 2 4 6 8
//! counter: global_load_requests = 6
//! counter: global_load_sectors = 20
//! counter: divergent_branches = 1
//! counter: warps = 3
//! counter: threads = 96
__global__ void add(const int* a, const int* b, int* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
