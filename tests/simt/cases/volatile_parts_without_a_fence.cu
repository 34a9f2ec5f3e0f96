//! launch: grid=4 block=32
//! options: trace=full
//! argument: i32[5]:zeros
//! argument: i32[1]:zeros
//! fault: data_race 14 parts
// The last block adds what the others have written through a volatile pointer, with no __threadfence() in between.
__global__ void sum(volatile int* parts, unsigned* done) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = blockIdx.x;
        is_last = atomicAdd(done, 1) == gridDim.x - 1;
        if (is_last) {
            int total = 0;
            for (int i = 0; i < 4; ++i) total += parts[i];
            parts[4] = total;
        }
    }
}
