// The block copies its floats into shared memory as they lie, and each thread picks its record there.
__global__ void split_records(const float* points, float* split, int n) {
    __shared__ float staged[4 * 1024];
    int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
    for (int k = threadIdx.x; k < 4 * (int)blockDim.x; k += blockDim.x)
        if (4 * first + k < 4 * n) staged[k] = points[4 * first + k];
    __syncthreads();
    if (i >= n) return;
    for (int field = 0; field < 4; ++field) split[field * n + i] = staged[4 * threadIdx.x + field];
}
