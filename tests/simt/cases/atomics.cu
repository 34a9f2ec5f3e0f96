//! launch: grid=8 block=64
//! argument: i32[8]:zeros
//! result: 0 = 512 511 -3 63 512
__global__ void count(int* a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&a[0], 1);
    atomicMax(&a[1], i);
    if (i == 0) atomicMin(&a[2], -3);
    atomicOr(&a[3], i & 63);
    int old = a[4], seen;
    do {
        seen = old;
        old = atomicCAS(&a[4], seen, seen + 1);
    } while (old != seen);
}
