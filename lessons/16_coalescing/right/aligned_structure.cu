struct alignas(16) Point {
    float x, y, z, w;
};
__global__ void split_records(const float* points, float* split, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const Point p = reinterpret_cast<const Point*>(points)[i];
        float* to = split + i;
        *to = p.x;
        to += n;
        *to = p.y;
        to += n;
        *to = p.z;
        to += n;
        *to = p.w;
    }
}
