// Rows of cudaMallocPitch are indexed with the width; the second kernel uses the pitch.
__global__ void fill(float* m, int w, int h) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) m[y * w + x] = y * 1000 + x;
}

__global__ void fill_rows(float* m, size_t pitch, int w, int h) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) ((float*)((char*)m + y * pitch))[x] = y * 1000 + x;
}

int main() {
    const int w = 100, h = 50;
    static float out[h][w];
    float *a = nullptr, *b = nullptr;
    size_t pitch = 0;
    cudaMallocPitch(&a, &pitch, w * sizeof(float), h);
    cudaMallocPitch(&b, &pitch, w * sizeof(float), h);
    const dim3 blocks(7, 4), threads(16, 16);
    fill<<<blocks, threads>>>(a, w, h);  // expect: wrong_pitch
    fill_rows<<<blocks, threads>>>(b, pitch, w, h);
    cudaMemcpy2D(out, w * sizeof(float), a, pitch, w * sizeof(float), h, cudaMemcpyDeviceToHost);
    cudaMemcpy2D(out, w * sizeof(float), b, pitch, w * sizeof(float), h, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
}
