//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! result: 0 = 0 -1 1 -1 2 -1
// What is empty is returned, kept and asked: its value is never used.
struct Maybe {
    union {
        char none;
        int value;
    };
    bool is_there;
    __device__ Maybe() : none(), is_there(false) {}
    __device__ Maybe(int v) : value(v), is_there(true) {}
    __device__ int value_or(int other) const { return is_there ? value : other; }
};
struct Found {
    Maybe half;
    float unused[2];
};
__device__ __noinline__ Maybe half_of(int x) {
    if (x % 2) return Maybe();
    return Maybe(x / 2);
}
__device__ __noinline__ Found find(int x) {
    Found found;
    found.half = half_of(x);
    return found;
}
__global__ void k(int* out) {
    Found found = find(threadIdx.x);
    out[threadIdx.x] = found.half.value_or(-1);
}
