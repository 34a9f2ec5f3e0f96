//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[96]:zeros
//! result: 0 = 0 0 0 1000 -1 250 2000 -2 500
// Members of a packed structure lie anywhere: compilers access them in pieces, which is no misaligned access.
struct __attribute__((packed)) Packed {
    char first;
    int whole;
    short half;
    double real;
};
__device__ __noinline__ Packed make(int i) {
    Packed out;
    out.first = i;
    out.whole = i * 1000;
    out.half = -i;
    out.real = i * 250.0;
    return out;
}
__device__ __noinline__ void copy(const Packed& from, Packed* to) {
    to->whole = from.whole;
    to->half = from.half;
    to->real = from.real;
}
struct Outer {
    char before;
    Packed inner;
};
__global__ void k(int* out) {
    __shared__ Packed kept[32];
    Outer outer;
    outer.inner = make(threadIdx.x);
    Packed own = outer.inner;
    copy(own, &kept[threadIdx.x]);
    __syncthreads();
    out[3 * threadIdx.x] = kept[threadIdx.x].whole;
    out[3 * threadIdx.x + 1] = kept[threadIdx.x].half;
    out[3 * threadIdx.x + 2] = kept[threadIdx.x].real;
}
