__device__ int next() {
    static int count = 3;
    return atomicAdd(&count, 1);
}
__constant__ int tab[4] = {1, 2, 3, 4};
__constant__ struct {
    float a;
    int b[3];
} cfg = {1.5f, {1, 2, 3}};
__device__ float g[8] = {1, 2};
__device__ int* pg = &((int*)g)[2];
__global__ void k(int* o) {
    const int t[5] = {5, 4, 3, 2, 1};
    o[threadIdx.x] = next() + tab[threadIdx.x & 3] + t[threadIdx.x % 5] + cfg.b[threadIdx.x % 3] + *pg;
}
