__device__ int f(int x) {
    if (x > 1) return 3;
}
__global__ void k(int* o) {
    o[0] = f(o[1]);
}
