// A texture that is said to be larger than its memory: what lies within is read as ever.
#include <cstdio>

__global__ void copy(cudaTextureObject_t from, float* to) { to[threadIdx.x] = tex1Dfetch<float>(from, threadIdx.x); }

int main() {
    float host[32], *in, *out;
    for (int i = 0; i < 32; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = in;
    resource.res.linear.sizeInBytes = 4 * sizeof host;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    cudaTextureDesc how{};
    cudaTextureObject_t texture;
    if (cudaCreateTextureObject(&texture, &resource, &how, nullptr) != cudaSuccess) return 1;
    copy<<<1, 32>>>(texture, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%g\n", host[31]);
    cudaDestroyTextureObject(texture);
    cudaFree(in);
    cudaFree(out);
}
// prints: 31
