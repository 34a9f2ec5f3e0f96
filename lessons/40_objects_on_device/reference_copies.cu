// What the copied objects would give: their sizes are the floats behind the pointers.
__global__ void reference(const unsigned long long* copies, float* areas, int n) {
    for (int i = 0; i < n; ++i) {
        float size = __uint_as_float(static_cast<unsigned>(copies[2 * i + 1]));
        areas[i] = size * size;
    }
}
