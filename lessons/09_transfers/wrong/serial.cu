// One thread does all the work.
template <typename T>
__global__ void products_twice(const T* a, const T* b, T* c, int n) {
    if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) {
        T x0 = a[4 * i], x1 = a[4 * i + 1], x2 = a[4 * i + 2], x3 = a[4 * i + 3];
        T y0 = b[4 * i], y1 = b[4 * i + 1], y2 = b[4 * i + 2], y3 = b[4 * i + 3];
        T p0 = x0 * y0 + x1 * y2, p1 = x0 * y1 + x1 * y3;
        T p2 = x2 * y0 + x3 * y2, p3 = x2 * y1 + x3 * y3;
        T* out = c + 4 * i;
        out[0] = p0 * y0 + p1 * y2;
        out[1] = p0 * y1 + p1 * y3;
        out[2] = p2 * y0 + p3 * y2;
        out[3] = p2 * y1 + p3 * y3;
    }
}
