// Right programs in which a launch writes only some elements of its array: halves by two launches, the interior alone, a fold in
// place, neighbours in pairs, chunks of different sizes through pointers to them. Nothing is to be found.
#include <cstdio>
#include <utility>
#include <vector>

__global__ void scale(const float* in, float* out, int first, int n) {
    const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}

__global__ void interior(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 4) out[i] = in[i] + in[i + 4];
}

__global__ void fold(float* a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) a[i] += a[i + n / 2];
}

__global__ void pairs(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i < n) out[i] = in[2 * i] + in[2 * i + 1];
}

int main() {
    const int n = 4096, part = 260;
    std::vector<float> host(n, 1.0f), result(n);
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(a, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int half = 0; half < 2; ++half) scale<<<n / 2 / 256, 256>>>(a, b, half * n / 2, n);
    cudaMemcpy(result.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g %g\n", result[0], result[n - 1]);

    float *c, *d;
    cudaMalloc(&c, part * sizeof(float));
    cudaMalloc(&d, part * sizeof(float));
    cudaMemcpy(c, host.data(), part * sizeof(float), cudaMemcpyHostToDevice);
    interior<<<1, 256>>>(c, d, part);
    cudaMemcpy(result.data(), d, (part - 4) * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g\n", result[0]);

    for (int m = n; m > 1; m /= 2) fold<<<(m / 2 + 255) / 256, 256>>>(a, m);
    cudaMemcpy(result.data(), a, sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g\n", result[0]);

    cudaMemcpy(a, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int m = n; m > 1; m /= 2) {
        pairs<<<(m / 2 + 255) / 256, 256>>>(a, b, m);
        std::swap(a, b);
    }
    cudaMemcpy(result.data(), a, sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g\n", result[0]);

    float* e;
    cudaMalloc(&e, part * sizeof(float));
    const int begins[] = {0, 142, part};
    for (int chunk = 0; chunk < 2; ++chunk)
        scale<<<2, 128>>>(c + begins[chunk], e + begins[chunk], 0, begins[chunk + 1] - begins[chunk]);
    cudaMemcpy(result.data(), e, part * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g\n", result[part - 1]);
    cudaMemcpy(result.data(), e + 71, 143 * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g\n", result[0]);
    for (float* each : {a, b, c, d, e}) cudaFree(each);
}
// prints: 2 2
// prints: 2
// prints: 4096
// prints: 4096
// prints: 2
// prints: 2
