__global__ void reference(const double* box, double* after, int nx, int ny, int nz, float rate) {
    for (int z = 0; z < nz; ++z) for (int y = 0; y < ny; ++y) for (int x = 0; x < nx; ++x) {
        auto at = [&](int i, int j, int k) {
            return box[(min(max(k, 0), nz - 1) * ny + min(max(j, 0), ny - 1)) * nx + min(max(i, 0), nx - 1)];
        };
        double c = at(x, y, z);
        double sum = at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) + at(x, y, z - 1) + at(x, y, z + 1);
        after[(z * ny + y) * nx + x] = c + double(rate) * (sum - 6 * c);
    }
}
