//! entry: k
//! launch: grid=1 block=1
//! options: session=none
//! argument: i32[8]:iota
//! argument: i32[8]:zeros
//! result: 1 = 0 1 2 3 -1 -1 8 0
// Copies and memsets of device code are done when the grid that asks has ended, in the order of the stream.
#include <cuda_runtime.h>
__global__ void add(int* a) { *a += 9; }
__global__ void k(const int* in, int* out) {
    cudaMemcpyAsync(out, in, 4 * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaMemsetAsync(out + 4, 255, 3 * sizeof(int));
    add<<<1, 1>>>(out + 6);
}
