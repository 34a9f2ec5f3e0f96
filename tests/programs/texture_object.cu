// A texture over a CUDA array, filtered and normalised, and a surface.
// prints: 1.5 4 8
#include <cstdio>

__global__ void sample(cudaTextureObject_t t, float* out) { out[0] = tex2D<float>(t, 0.5f, 0.25f); }
__global__ void twice(cudaSurfaceObject_t s) {
    const float v = surf2Dread<float>(s, threadIdx.x * sizeof(float), 1);
    surf2Dwrite(2 * v, s, threadIdx.x * sizeof(float), 1);
}

int main() {
    const float h[4] = {1, 2, 3, 4};
    float out = 0, back[4];
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, 2, 2, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, h, 8, 8, 2, cudaMemcpyHostToDevice);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how{};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModeLinear;
    how.normalizedCoords = 1;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    float* d = nullptr;
    cudaMalloc(&d, sizeof(float));
    sample<<<1, 1>>>(texture, d);
    cudaMemcpy(&out, d, sizeof out, cudaMemcpyDeviceToHost);
    cudaSurfaceObject_t surface = 0;
    cudaCreateSurfaceObject(&surface, &resource);
    twice<<<1, 2>>>(surface);
    cudaMemcpy2DFromArray(back, 8, array, 0, 0, 8, 2, cudaMemcpyDeviceToHost);
    std::printf("%g %g %g\n", out, h[3], back[3]);
    cudaDestroyTextureObject(texture);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
    cudaFree(d);
}
