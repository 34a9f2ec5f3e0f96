// The tiled product without its second barrier, too large to be checked as a whole: the race is in every block.
#define TILE 16
__global__ void multiply(const float* a, const float* b, float* c, int n) {
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < n / TILE; ++tile) {
        left[threadIdx.y][threadIdx.x] = a[row * n + tile * TILE + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(tile * TILE + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];  // expect: data_race
    }
    c[row * n + column] = sum;
}

int main() {
    const int n = 512;
    const size_t bytes = n * n * sizeof(float);
    float *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemset(a, 0, bytes);
    cudaMemset(b, 0, bytes);
    multiply<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(a, b, c, n);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
