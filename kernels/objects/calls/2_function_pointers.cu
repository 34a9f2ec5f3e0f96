// Step 2: the table without the objects. An array of function pointers is what the compiler makes of virtual functions; here the
// thread looks its function up once, before the loop. Lanes with different functions still call one after the other.
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

using Area = float (*)(float);
__device__ Area table[] = {area_of_square, area_of_disc, area_of_triangle, area_of_hexagon};

__global__ void areas_by_pointer(const float* sizes, unsigned long long*, float* areas, int n, int classes, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Area area_of = table[i % classes];  //[look_up]
    float size = sizes[i], area = 0;
    for (int round = 0; round < rounds; ++round)
        area += area_of(size);  //[call]
    areas[i] = area;
}
