extern __shared__ unsigned char raw[];
__global__ void k(int* o) {
    __shared__ int fixed[3][5];
    float* f = (float*)raw;
    int* i = (int*)&f[32];
    f[threadIdx.x] = 1;
    i[threadIdx.x] = 2;
    fixed[threadIdx.x % 3][0] = 3;
    __syncthreads();
    o[threadIdx.x] = i[31 - threadIdx.x] + fixed[0][0];
}
