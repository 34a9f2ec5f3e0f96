//! launch: grid=2 block=32
//! options: trace=full order=all
//! argument: i32[64]:unset
//! result: 0 = 1 2 3
// An output that the host did not fill: set, then changed.
__global__ void fill(int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
    out[i] += 1;
}
