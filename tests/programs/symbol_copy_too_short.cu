// As many bytes as there are elements are a part of the array; a copy of another part is meant.
// prints: 1 0 2
#include <cstdio>

__constant__ float weights[2][9];
__constant__ unsigned char bytes[9];
__global__ void read(float* out) {
    out[0] = weights[0][3];
    out[1] = weights[0][5];
    out[2] = bytes[8];
}

int main() {
    float host[18];
    unsigned char host_bytes[9];
    for (float& value : host) value = 1;
    for (unsigned char& value : host_bytes) value = 2;
    cudaMemcpyToSymbol(weights, host, 18);  // note: short_copy
    cudaMemcpyToSymbol(bytes, host_bytes, 9);
    cudaMemcpyToSymbol(weights, host, 4 * sizeof(float));
    float* out = nullptr;
    cudaMallocManaged(&out, 3 * sizeof(float));
    read<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    std::printf("%g %g %g\n", out[0], out[1], out[2]);
    cudaFree(out);
}
