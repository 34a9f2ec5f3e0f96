template <typename T>
__global__ void step(const T* box, T* after, int nx, int ny, int nz, float rate) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    auto at = [&](int i, int j, int k) {
        return box[(min(max(k, 0), nz - 1) * ny + min(max(j, 0), ny - 1)) * nx + min(max(i, 0), nx - 1)];
    };
    T c = at(x, y, z);
    T sum = at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) + at(x, y, z - 1) + at(x, y, z + 1);
    after[(z * ny + y) * nx + x] = c + T(rate) * (sum - 6 * c);
}
