// The reference of the kernels that add up areas: the factors of a square, a disc, a triangle and a hexagon.
__global__ void reference(const float* sizes, unsigned long long* objects, float* areas, int n, int classes, int rounds) {
    const float factors[] = {1, 3.14159265f, 0.433012702f, 2.59807621f};
    for (int i = 0; i < n; ++i) {
        areas[i] = 0;
        for (int round = 0; round < rounds; ++round) areas[i] += factors[i % classes] * sizes[i] * sizes[i];
    }
}
