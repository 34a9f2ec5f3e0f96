// Splits n records of four floats, x y z w, into four arrays: split holds all x, then all y, then all z, then all w.
__global__ void split_records(const float* points, float* split, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 point = reinterpret_cast<const float4*>(points)[i];
    split[0 * n + i] = point.x;
    split[1 * n + i] = point.y;
    split[2 * n + i] = point.z;
    split[3 * n + i] = point.w;
}
