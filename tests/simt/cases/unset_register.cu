//! launch: grid=1 block=32
//! argument: f32[32]:zeros
//! argument: i32[32]:zeros
//! result: 0 = -nan
//! result: 1 = 2
// What was never stored is not zero, which a sum would take for its first value.
__global__ void k(float* sums, int* counts) {
    float sum;
    int count;
    for (int i = 0; i < 3; ++i) {
        sum += i;
        count += 1;
    }
    sums[threadIdx.x] = sum;
    counts[threadIdx.x] = count;
}
