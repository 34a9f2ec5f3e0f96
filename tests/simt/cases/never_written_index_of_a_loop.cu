//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! fault: uninitialized_read 8
// The loop never ends because the word is never written: that is told, and not the loop.
__global__ void wait(int* out) {
    __shared__ volatile int flag;
    while (flag == 0);  // read
    out[threadIdx.x] = 1;
}
