//! launch: grid=2 block=2
//! argument: f32[4]:iota
//! printed: block 1 thread 0: 2.50 x 7 ok 100%
__global__ void print(float* a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    printf("block %d thread %d: %.2f %c %lld %s 100%%\n", blockIdx.x, threadIdx.x, a[i] + 0.5f, 'x', 7ll, "ok");
}
