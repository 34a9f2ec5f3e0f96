// The host writes past the end of an array on its heap; the C library finds it later, in a call of the runtime or in free(), with its
// locks held.
// exit: 134
#include <cstdio>
#include <cstdlib>

__global__ void ones(float* a) {
    a[threadIdx.x] = 1;
}

int main() {
    const int n = 823;
    float* a = (float*)malloc(n * sizeof(float));
    float* c = (float*)malloc(sizeof(float));
    float* d = nullptr;
    cudaMalloc(&d, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = i;
    for (int i = 0; i < n; ++i) c[i] = a[i];  // c has one element
    cudaMemcpyAsync(d, a, n * sizeof(float), cudaMemcpyHostToDevice);
    ones<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    std::printf("done\n");
    free(a);
    free(c);
    cudaFree(d);
}
