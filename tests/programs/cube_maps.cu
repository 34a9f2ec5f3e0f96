// Cube maps: six faces, read by a direction; layers of them; a surface that writes a face.
// prints: 0 differ, 0 of 2 layers differ
// prints: through the surface: 1000, then 21
// prints: refused: 1 1
#include <cstdio>
#include <vector>

constexpr int width = 8;

// The direction through the middle of a texel.
__device__ void direction(int face, int row, int column, float& x, float& y, float& z) {
    const float s = 2 * (column + 0.5f) / width - 1, t = 2 * (row + 0.5f) / width - 1;
    x = face == 0 ? 1 : face == 1 ? -1 : face == 5 ? -s : s;
    y = face == 2 ? 1 : face == 3 ? -1 : -t;
    z = face == 0 ? -s : face == 1 ? s : face == 2 ? t : face == 3 ? -t : face == 4 ? 1 : -1;
}

__global__ void read_all(cudaTextureObject_t cube, float scale, float* out) {
    float x, y, z;
    direction(blockIdx.x, threadIdx.y, threadIdx.x, x, y, z);
    out[(blockIdx.x * width + threadIdx.y) * width + threadIdx.x] = texCubemap<float>(cube, scale * x, scale * y, scale * z);
}

__global__ void read_layer(cudaTextureObject_t cubes, int layer, float* out) {
    float x, y, z;
    direction(blockIdx.x, threadIdx.y, threadIdx.x, x, y, z);
    float value;
    texCubemapLayered(&value, cubes, x, y, z, layer);
    out[(blockIdx.x * width + threadIdx.y) * width + threadIdx.x] = value;
}

__global__ void write_middle(cudaSurfaceObject_t faces, float* before) {
    *before = surfCubemapread<float>(faces, 5 * sizeof(float), 2, 0);
    surfCubemapwrite(1000.f, faces, 5 * sizeof(float), 2, 0);
}

cudaArray_t array_of(const std::vector<float>& texels, int faces, unsigned flags) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    if (cudaMalloc3DArray(&array, &format, make_cudaExtent(width, width, faces), flags) != cudaSuccess) return nullptr;
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr((void*)texels.data(), width * sizeof(float), width, width);
    p.dstArray = array;
    p.extent = make_cudaExtent(width, width, faces);
    p.kind = cudaMemcpyHostToDevice;
    return cudaMemcpy3D(&p) == cudaSuccess ? array : nullptr;
}

cudaTextureObject_t texture_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeWrap;
    how.filterMode = cudaFilterModeLinear;
    how.normalizedCoords = 1;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    return texture;
}

int main() {
    constexpr int texels = 6 * width * width;
    std::vector<float> h(2 * texels), back(texels);
    for (int i = 0; i < 2 * texels; ++i) h[i] = i;
    float* out;
    cudaMalloc(&out, texels * sizeof(float));

    cudaArray_t array = array_of(h, 6, cudaArrayCubemap | cudaArraySurfaceLoadStore);
    if (!array) return 1;
    cudaTextureObject_t cube = texture_of(array);
    int wrong = 0, wrong_layers = 0;
    for (float scale : {1.f, 0.25f}) {
        read_all<<<6, dim3(width, width)>>>(cube, scale, out);
        cudaMemcpy(back.data(), out, texels * sizeof(float), cudaMemcpyDeviceToHost);
        for (int i = 0; i < texels; ++i) wrong += back[i] != h[i];
    }
    cudaArray_t layers = array_of(h, 12, cudaArrayCubemap | cudaArrayLayered);
    if (!layers) return 2;
    cudaTextureObject_t cubes = texture_of(layers);
    for (int layer = 0; layer < 2; ++layer) {
        read_layer<<<6, dim3(width, width)>>>(cubes, layer, out);
        cudaMemcpy(back.data(), out, texels * sizeof(float), cudaMemcpyDeviceToHost);
        bool differs = false;
        for (int i = 0; i < texels; ++i) differs |= back[i] != h[layer * texels + i];
        wrong_layers += differs;
    }
    std::printf("%d differ, %d of 2 layers differ\n", wrong, wrong_layers);

    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t faces;
    cudaCreateSurfaceObject(&faces, &resource);
    write_middle<<<1, 1>>>(faces, out);
    float before = 0;
    cudaMemcpy(&before, out, sizeof before, cudaMemcpyDeviceToHost);
    read_all<<<6, dim3(width, width)>>>(cube, 1, out);
    cudaMemcpy(back.data(), out, texels * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("through the surface: %g, then %g\n", back[2 * width + 5], before);

    // Faces are square, and there are six.
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t none;
    std::printf("refused: %d ", cudaMalloc3DArray(&none, &format, make_cudaExtent(8, 4, 6), cudaArrayCubemap) == cudaErrorInvalidValue);
    std::printf("%d\n", cudaMalloc3DArray(&none, &format, make_cudaExtent(8, 8, 5), cudaArrayCubemap) == cudaErrorInvalidValue);
    cudaGetLastError();
    cudaDestroySurfaceObject(faces);
    cudaDestroyTextureObject(cube);
    cudaDestroyTextureObject(cubes);
    cudaFreeArray(array);
    cudaFreeArray(layers);
    cudaFree(out);
}
