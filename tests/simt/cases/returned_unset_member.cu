//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! fault: uninitialized_read 19 found 0 0
// What was returned is as unset as it was in the function.
struct Found {
    union {
        char none;
        int value;
    };
    bool is_there;
    __device__ Found() : none(), is_there(false) {}
    __device__ Found(int v) : value(v), is_there(true) {}
};
__device__ __noinline__ Found half_of(int x) {
    if (x % 2) return Found();
    return Found(x / 2);
}
__device__ __noinline__ int value_of(const Found& found) { return found.value; }
__global__ void k(int* out) {
    Found found = half_of(threadIdx.x);
    out[threadIdx.x] = value_of(found);
}
