// Doubles all fields of all records. The grid has one thread per float.
__global__ void double_all(const float* points, float* doubled, int n) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= 4 * n) return;
    int at = thread;
    doubled[at] = 2 * points[at];
}
