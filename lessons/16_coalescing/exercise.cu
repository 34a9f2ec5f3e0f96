// Splits n records of four floats, x y z w, into four arrays: split holds all x, then all y, then all z, then all w.
__global__ void split_records(const float* points, float* split, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    // TODO: the stores are coalesced. Each of the four loads touches 16 sectors, and they are the same 16 every time.
    split[0 * n + i] = points[4 * i + 0];
    split[1 * n + i] = points[4 * i + 1];
    split[2 * n + i] = points[4 * i + 2];
    split[3 * n + i] = points[4 * i + 3];
}
