// What a texture object was made of, and how large textures can be.
#include <cstdio>

int main() {
    float* data;
    cudaMalloc(&data, 64 * sizeof(float));
    cudaResourceDesc resource{}, told{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 64 * sizeof(float);
    cudaTextureDesc how{}, told_how{};
    how.addressMode[0] = cudaAddressModeClamp;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    const bool good = cudaGetTextureObjectResourceDesc(&told, texture) == cudaSuccess &&
                      cudaGetTextureObjectTextureDesc(&told_how, texture) == cudaSuccess && told.res.linear.devPtr == data &&
                      told.res.linear.sizeInBytes == 256 && told_how.addressMode[0] == cudaAddressModeClamp;
    cudaDestroyTextureObject(texture);
    const bool gone = cudaGetTextureObjectResourceDesc(&told, texture) == cudaErrorInvalidValue;
    int width = 0, layers = 0, alt = 0;
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    cudaDeviceGetAttribute(&width, cudaDevAttrMaxTexture2DWidth, 0);
    cudaDeviceGetAttribute(&layers, cudaDevAttrMaxSurface2DLayeredLayers, 0);
    cudaDeviceGetAttribute(&alt, cudaDevAttrMaxTexture3DDepthAlt, 0);
    const bool alike =
        width == device.maxTexture2D[0] && layers == device.maxSurface2DLayered[2] && alt == device.maxTexture3DAlt[2];
    std::printf("%d %d %d: %d %d %d\n", good, gone, alike, width, layers, alt);
    cudaFree(data);
}
// prints: 1 1 1: 131072 2048 32768
