// Adds up areas. The table has a function for each class, and the other table the number in which these functions differ.
__device__ float area_of_square(float size) {
    return size * size;
}
__device__ float area_of_disc(float size) {
    return 3.14159265f * size * size;
}
__device__ float area_of_triangle(float size) {
    return 0.433012702f * size * size;
}
__device__ float area_of_hexagon(float size) {
    return 2.59807621f * size * size;
}
__device__ float (*table[])(float) = {area_of_square, area_of_disc, area_of_triangle, area_of_hexagon};
__device__ float factors[] = {1, 3.14159265f, 0.433012702f, 2.59807621f};

__global__ void areas_by_pointer(const float* sizes, unsigned long long*, float* areas, int n, int classes, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int kind = i % classes;
    float size = sizes[i], area = 0;
    for (int round = 0; round < rounds; ++round)
        area += factors[kind] * size * size;  //[line]
    areas[i] = area;
}
