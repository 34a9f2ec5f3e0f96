// Copies and memsets that device code asks for: in the order of their stream, after the grid that asks.
// prints: words 1 bytes 1 filled 1 in order 1
#include <cstdio>

__global__ void twice(int* a) { a[threadIdx.x] *= 2; }

__global__ void work(int* a, int* b, char* bytes, char* filled, int* ordered) {
    if (threadIdx.x != 0) return;
    cudaMemcpyAsync(b, a, 64 * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaMemcpyAsync(bytes + 1, (const char*)a + 3, 29, cudaMemcpyDeviceToDevice, cudaStreamPerThread);
    cudaMemsetAsync(filled + 1, 7, 30);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemcpyAsync(ordered, a, 32 * sizeof(int), cudaMemcpyDeviceToDevice, stream);
    twice<<<1, 32, 0, stream>>>(ordered);
    cudaMemcpyAsync(ordered + 32, ordered, 32 * sizeof(int), cudaMemcpyDeviceToDevice, stream);
    cudaMemsetAsync(ordered, 255, 16 * sizeof(int), stream);
    cudaStreamDestroy(stream);
}

int main() {
    int h[64], *a, *b, *ordered;
    char *bytes, *filled, of_a[64 * sizeof(int)], out[32];
    for (int i = 0; i < 64; ++i) h[i] = 1000 * i + i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMalloc(&ordered, sizeof h);
    cudaMalloc(&bytes, 32);
    cudaMalloc(&filled, 32);
    cudaMemset(filled, 1, 32);
    cudaMemset(bytes, 0, 32);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(of_a, a, sizeof of_a, cudaMemcpyDeviceToHost);
    work<<<1, 32>>>(a, b, bytes, filled, ordered);
    int back[64];
    cudaMemcpy(back, b, sizeof back, cudaMemcpyDeviceToHost);
    bool words = true, single = true, set = true, in_order = true;
    for (int i = 0; i < 64; ++i) words &= back[i] == h[i];
    cudaMemcpy(out, bytes, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 29; ++i) single &= out[i + 1] == of_a[i + 3];
    single &= out[0] == 0 && out[30] == 0;
    cudaMemcpy(out, filled, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i) set &= out[i] == (i == 0 || i == 31 ? 1 : 7);
    cudaMemcpy(back, ordered, sizeof back, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i) in_order &= back[i] == (i < 16 ? -1 : 2 * h[i % 32]);
    std::printf("words %d bytes %d filled %d in order %d\n", words, single, set, in_order);
    cudaFree(a);
    cudaFree(b);
    cudaFree(ordered);
    cudaFree(bytes);
    cudaFree(filled);
}
