// Shuffles and votes without a mask, and texture references, as programs of CUDA 8 have them.
#include <cstdio>

texture<float, 1, cudaReadModeElementType> values;
texture<unsigned char, cudaTextureType2D, cudaReadModeNormalizedFloat> picture;

__global__ void sum(float* out) {
    float v = tex1Dfetch(values, threadIdx.x);
    for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down(v, offset);
    if (threadIdx.x == 0) out[0] = v;
    if (__any(threadIdx.x == 31) && threadIdx.x == 1) out[1] = tex2D(picture, 1, 1);
}

int main() {
    float host[32], *device, *out;
    unsigned char pixels[4] = {0, 51, 102, 255}, *plane;
    size_t pitch;
    for (int i = 0; i < 32; ++i) host[i] = i;
    cudaMalloc(&device, sizeof host);
    cudaMalloc(&out, 2 * sizeof(float));
    cudaMallocPitch(&plane, &pitch, 2, 2);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy2D(plane, pitch, pixels, 2, 2, 2, cudaMemcpyHostToDevice);
    cudaBindTexture(0, values, device, sizeof host);
    cudaBindTexture2D(0, picture, plane, 2, 2, pitch);
    sum<<<1, 32>>>(out);
    cudaMemcpy(host, out, 2 * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g %g\n", host[0], host[1]);
    cudaUnbindTexture(values);
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();  // as C has it
    if (cudaBindTexture(NULL, &values, device, &format, sizeof host) != CUDA_SUCCESS) std::printf("not bound\n");
    cudaUnbindTexture(&values);
    cudaUnbindTexture(picture);
    cudaFree(device);
    cudaFree(out);
    cudaFree(plane);
}
// prints: 496 1
