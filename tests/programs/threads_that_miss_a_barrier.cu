// Barriers that some threads of a block do not reach, because they have ended. A GPU does not wait for them. In an 'if' and in a loop
// that is a note; behind a return it is common and right.
// prints: 199 299 99
#include <cstdio>

__global__ void reverse(int* a, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    if (t < n) {
        s[t] = a[t];
        __syncthreads();  // note: barrier_divergence
        a[t] = s[n - 1 - t];
    }
}

template <typename T>
__global__ void numbers(T* a, int n) {
    __shared__ T s[256];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        s[threadIdx.x] = i;
        __syncthreads();  // note: barrier_divergence
        a[i] = s[threadIdx.x];
    }
}

__global__ void guarded(int* a, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    __shared__ int s[256];
    s[t] = t;
    __syncthreads();
    a[t] = s[n - 1 - t];
}

// The same for all threads of a block: each block reaches all of its barriers, or none of them.
__global__ void some_blocks(int* a, int n) {
    __shared__ int s[100];
    if (blockIdx.x * blockDim.x < n) {
        s[threadIdx.x] = threadIdx.x;
        __syncthreads();
        a[blockIdx.x * blockDim.x + threadIdx.x] = s[99 - threadIdx.x];
    }
}

int main() {
    const int n = 200;
    int h[300];
    for (int i = 0; i < 300; i++) h[i] = i;
    int* a;
    if (cudaMalloc(&a, sizeof h) != cudaSuccess) return 1;
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<<<1, 256>>>(a, n);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    std::printf("%d ", h[0]);
    numbers<int><<<1, 256>>>(a, 300);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    std::printf("%d ", h[299]);
    guarded<<<1, 256>>>(a, n);
    some_blocks<<<4, 100>>>(a, 300);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    std::printf("%d\n", h[200]);
    cudaFree(a);
}
