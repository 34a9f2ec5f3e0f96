// A structure of four floats is aligned to 4 bytes, not to 16: its members are loaded one by one.
struct Point {
    float x, y, z, w;
};

__global__ void split_records(const float* points, float* split, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Point& point = reinterpret_cast<const Point*>(points)[i];
    split[0 * n + i] = point.x;
    split[1 * n + i] = point.y;
    split[2 * n + i] = point.z;
    split[3 * n + i] = point.w;
}
