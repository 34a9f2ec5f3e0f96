//! launch: grid=1 block=64
//! argument: i32[2]:zeros
//! result: 0 = 1 42
__global__ void wait(volatile int* a) {
    if (threadIdx.x == 0) {
        while (a[0] == 0);
        a[1] = 42;
    }
    if (threadIdx.x == 32) a[0] = 1;
}
