// The largest textures and surfaces, and how they must lie in memory, as an H100 answers (cudaDeviceGetAttribute, CUDA 13).
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "program/headers/runtime_types.h"

namespace warpwise {

struct TextureLimit {
    cudaDeviceAttr which;
    int value;
};
inline constexpr auto kTextureLimits = std::to_array<TextureLimit>({
    {cudaDevAttrMaxTexture1DWidth, 131072},
    {cudaDevAttrMaxTexture2DWidth, 131072},
    {cudaDevAttrMaxTexture2DHeight, 65536},
    {cudaDevAttrMaxTexture3DWidth, 16384},
    {cudaDevAttrMaxTexture3DHeight, 16384},
    {cudaDevAttrMaxTexture3DDepth, 16384},
    {cudaDevAttrMaxTexture2DLayeredWidth, 32768},
    {cudaDevAttrMaxTexture2DLayeredHeight, 32768},
    {cudaDevAttrMaxTexture2DLayeredLayers, 2048},
    {cudaDevAttrSurfaceAlignment, 512},
    {cudaDevAttrMaxTexture1DLayeredWidth, 32768},
    {cudaDevAttrMaxTexture1DLayeredLayers, 2048},
    {cudaDevAttrMaxTexture2DGatherWidth, 32768},
    {cudaDevAttrMaxTexture2DGatherHeight, 32768},
    {cudaDevAttrMaxTexture3DWidthAlt, 8192},
    {cudaDevAttrMaxTexture3DHeightAlt, 8192},
    {cudaDevAttrMaxTexture3DDepthAlt, 32768},
    {cudaDevAttrTexturePitchAlignment, 32},
    {cudaDevAttrMaxTextureCubemapWidth, 32768},
    {cudaDevAttrMaxTextureCubemapLayeredWidth, 32768},
    {cudaDevAttrMaxTextureCubemapLayeredLayers, 2046},
    {cudaDevAttrMaxSurface1DWidth, 32768},
    {cudaDevAttrMaxSurface2DWidth, 131072},
    {cudaDevAttrMaxSurface2DHeight, 65536},
    {cudaDevAttrMaxSurface3DWidth, 16384},
    {cudaDevAttrMaxSurface3DHeight, 16384},
    {cudaDevAttrMaxSurface3DDepth, 16384},
    {cudaDevAttrMaxSurface1DLayeredWidth, 32768},
    {cudaDevAttrMaxSurface1DLayeredLayers, 2048},
    {cudaDevAttrMaxSurface2DLayeredWidth, 32768},
    {cudaDevAttrMaxSurface2DLayeredHeight, 32768},
    {cudaDevAttrMaxSurface2DLayeredLayers, 2048},
    {cudaDevAttrMaxSurfaceCubemapWidth, 32768},
    {cudaDevAttrMaxSurfaceCubemapLayeredWidth, 32768},
    {cudaDevAttrMaxSurfaceCubemapLayeredLayers, 2046},
    {cudaDevAttrMaxTexture1DLinearWidth, 268435456},
    {cudaDevAttrMaxTexture2DLinearWidth, 131072},
    {cudaDevAttrMaxTexture2DLinearHeight, 65000},
    {cudaDevAttrMaxTexture2DLinearPitch, 2097120},
    {cudaDevAttrMaxTexture2DMipmappedWidth, 32768},
    {cudaDevAttrMaxTexture2DMipmappedHeight, 32768},
    {cudaDevAttrMaxTexture1DMipmappedWidth, 32768},
});

inline std::optional<int> texture_limit(cudaDeviceAttr which) {
    const auto found = std::ranges::find(kTextureLimits, which, &TextureLimit::which);
    return found == kTextureLimits.end() ? std::nullopt : std::optional(found->value);
}

// The fields of the properties that say the same.
inline void set_texture_limits(cudaDeviceProp& p) {
    const auto set = [](int& field, cudaDeviceAttr which) { field = *texture_limit(which); };
    set(p.maxTexture1D, cudaDevAttrMaxTexture1DWidth);
    set(p.maxTexture1DMipmap, cudaDevAttrMaxTexture1DMipmappedWidth);
    set(p.maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth);
    set(p.maxTexture2D[0], cudaDevAttrMaxTexture2DWidth);
    set(p.maxTexture2D[1], cudaDevAttrMaxTexture2DHeight);
    set(p.maxTexture2DMipmap[0], cudaDevAttrMaxTexture2DMipmappedWidth);
    set(p.maxTexture2DMipmap[1], cudaDevAttrMaxTexture2DMipmappedHeight);
    set(p.maxTexture2DLinear[0], cudaDevAttrMaxTexture2DLinearWidth);
    set(p.maxTexture2DLinear[1], cudaDevAttrMaxTexture2DLinearHeight);
    set(p.maxTexture2DLinear[2], cudaDevAttrMaxTexture2DLinearPitch);
    set(p.maxTexture2DGather[0], cudaDevAttrMaxTexture2DGatherWidth);
    set(p.maxTexture2DGather[1], cudaDevAttrMaxTexture2DGatherHeight);
    set(p.maxTexture3D[0], cudaDevAttrMaxTexture3DWidth);
    set(p.maxTexture3D[1], cudaDevAttrMaxTexture3DHeight);
    set(p.maxTexture3D[2], cudaDevAttrMaxTexture3DDepth);
    set(p.maxTexture3DAlt[0], cudaDevAttrMaxTexture3DWidthAlt);
    set(p.maxTexture3DAlt[1], cudaDevAttrMaxTexture3DHeightAlt);
    set(p.maxTexture3DAlt[2], cudaDevAttrMaxTexture3DDepthAlt);
    set(p.maxTextureCubemap, cudaDevAttrMaxTextureCubemapWidth);
    set(p.maxTexture1DLayered[0], cudaDevAttrMaxTexture1DLayeredWidth);
    set(p.maxTexture1DLayered[1], cudaDevAttrMaxTexture1DLayeredLayers);
    set(p.maxTexture2DLayered[0], cudaDevAttrMaxTexture2DLayeredWidth);
    set(p.maxTexture2DLayered[1], cudaDevAttrMaxTexture2DLayeredHeight);
    set(p.maxTexture2DLayered[2], cudaDevAttrMaxTexture2DLayeredLayers);
    set(p.maxTextureCubemapLayered[0], cudaDevAttrMaxTextureCubemapLayeredWidth);
    set(p.maxTextureCubemapLayered[1], cudaDevAttrMaxTextureCubemapLayeredLayers);
    set(p.maxSurface1D, cudaDevAttrMaxSurface1DWidth);
    set(p.maxSurface2D[0], cudaDevAttrMaxSurface2DWidth);
    set(p.maxSurface2D[1], cudaDevAttrMaxSurface2DHeight);
    set(p.maxSurface3D[0], cudaDevAttrMaxSurface3DWidth);
    set(p.maxSurface3D[1], cudaDevAttrMaxSurface3DHeight);
    set(p.maxSurface3D[2], cudaDevAttrMaxSurface3DDepth);
    set(p.maxSurface1DLayered[0], cudaDevAttrMaxSurface1DLayeredWidth);
    set(p.maxSurface1DLayered[1], cudaDevAttrMaxSurface1DLayeredLayers);
    set(p.maxSurface2DLayered[0], cudaDevAttrMaxSurface2DLayeredWidth);
    set(p.maxSurface2DLayered[1], cudaDevAttrMaxSurface2DLayeredHeight);
    set(p.maxSurface2DLayered[2], cudaDevAttrMaxSurface2DLayeredLayers);
    set(p.maxSurfaceCubemap, cudaDevAttrMaxSurfaceCubemapWidth);
    set(p.maxSurfaceCubemapLayered[0], cudaDevAttrMaxSurfaceCubemapLayeredWidth);
    set(p.maxSurfaceCubemapLayered[1], cudaDevAttrMaxSurfaceCubemapLayeredLayers);
}

}  // namespace warpwise
