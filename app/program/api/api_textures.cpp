// CUDA arrays, and the texture and surface objects that kernels read them by.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "program/graphs/streams.h"
#include "program/runtime/arrays.h"
#include "program/runtime/copies.h"
#include "simt/code/texture.h"

using namespace warpwise;

namespace {

std::set<cudaArray*>& arrays() {
    static auto* all = new std::set<cudaArray*>;
    return *all;
}

// What the objects were made of, for those who ask.
struct Description {
    cudaResourceDesc resource{};
    cudaTextureDesc how{};
};
std::map<std::uint64_t, Description>& descriptions() {
    static auto* all = new std::map<std::uint64_t, Description>;
    return *all;
}

template <typename T>
cudaError_t describe(T* out, std::uint64_t handle, T Description::* part) {
    const auto found = descriptions().find(handle);
    if (out == nullptr || found == descriptions().end()) return cudaErrorInvalidValue;
    *out = found->second.*part;
    return cudaSuccess;
}

cudaError_t make_array(Runtime& runtime, cudaArray_t* out, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned flags,
                       const CodePlace& place, const char* call) {
    if (out == nullptr || format == nullptr || extent.width == 0) return cudaErrorInvalidValue;
    const std::size_t faces = extent.depth, layers = (flags & cudaArrayLayered) != 0 ? faces / 6 : 1;
    if ((flags & cudaArrayCubemap) != 0 && (extent.width != extent.height || layers == 0 || faces != layers * 6))
        return cudaErrorInvalidValue;
    cudaArray array{0, *format, extent, flags};
    if (array.element_bytes() == 0) return cudaErrorInvalidChannelDescriptor;
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(extent.width, array.element_bytes(), &bytes) ||
        __builtin_mul_overflow(bytes, array.rows(), &bytes) || __builtin_mul_overflow(bytes, array.layers(), &bytes))
        return cudaErrorMemoryAllocation;
    HeapBlock* block = runtime.heap.allocate(MemoryKind::device, bytes, place, call, Gpus::current());
    if (block == nullptr) return cudaErrorMemoryAllocation;
    runtime.heap.note_written(*block);  // texels that were never set are zeros here
    array.address = block->address;
    *out = *arrays().insert(new cudaArray(array)).first;
    return cudaSuccess;
}

// A copy between a box of an array and rows of memory; `x` counts bytes.
struct ArrayCopy {
    const cudaArray* array;
    std::size_t x, y;
    void* memory;
    std::size_t pitch, width, height;
    cudaMemcpyKind kind;
    bool to_array;
};

cudaError_t copy_rows(Runtime& runtime, const ArrayCopy& c, const char* call, const CodePlace& place) {
    if (c.array == nullptr) return cudaErrorInvalidResourceHandle;
    const CopyEnd texels{.array = c.array, .x = c.x, .y = c.y}, memory{.pointer = c.memory, .pitch = c.pitch};
    const CopyRequest request{
        .to = c.to_array ? texels : memory, .from = c.to_array ? memory : texels, .box = {c.width, c.height, 1}, .kind = c.kind};
    return submit(nullptr, {.type = cudaGraphNodeTypeMemcpy,
                            .call = [&runtime, request, call, place] { return copy(runtime, request, call, place); },
                            .place = place});
}

// `bytes` in the order of the texels, row after row.
cudaError_t copy_flat(Runtime& runtime, ArrayCopy c, std::size_t bytes, const char* call, const CodePlace& place) {
    if (c.array == nullptr) return cudaErrorInvalidResourceHandle;
    c.pitch = c.width = c.array->width_bytes();
    c.height = bytes / std::max<std::size_t>(c.width, 1);
    if (c.height > 0)
        if (const cudaError_t error = copy_rows(runtime, c, call, place)) return error;
    const std::size_t rest = bytes - c.height * c.width;
    if (rest == 0) return cudaSuccess;
    c.memory = static_cast<std::byte*>(c.memory) + c.height * c.width;
    c.y += c.height;
    c.width = rest;
    c.height = 1;
    return copy_rows(runtime, c, call, place);
}

std::optional<simt::TexelType> texel_type(const cudaChannelFormatDesc& format) {
    using enum simt::TexelType;
    switch (format.f) {
        case cudaChannelFormatKindFloat:
            return format.x == 32 ? std::optional(f32) : format.x == 16 ? std::optional(f16) : std::nullopt;
        case cudaChannelFormatKindSigned:
            return format.x == 32   ? std::optional(i32)
                   : format.x == 16 ? std::optional(i16)
                   : format.x == 8  ? std::optional(i8)
                                    : std::nullopt;
        case cudaChannelFormatKindUnsigned:
            return format.x == 32   ? std::optional(u32)
                   : format.x == 16 ? std::optional(u16)
                   : format.x == 8  ? std::optional(u8)
                                    : std::nullopt;
        default: return std::nullopt;
    }
}

std::optional<simt::Texture> described(const cudaResourceDesc& resource) {
    simt::Texture out;
    cudaChannelFormatDesc format{};
    if (resource.resType == cudaResourceTypeArray) {
        const cudaArray* array = array_of(resource.res.array.array);
        if (array == nullptr) return std::nullopt;
        format = array->format;
        out.address = array->address;
        out.is_layered = (array->flags & cudaArrayLayered) != 0;
        out.is_cube = (array->flags & cudaArrayCubemap) != 0;
        out.width = static_cast<std::uint32_t>(array->extent.width);
        out.height = static_cast<std::uint32_t>(array->rows());
        out.depth = static_cast<std::uint32_t>(array->layers());
        out.dimensions = array->extent.depth && !out.is_layered && !out.is_cube ? 3 : array->extent.height ? 2 : 1;
        out.pitch_bytes = array->width_bytes();
        out.plane_bytes = array->width_bytes() * array->rows();
    } else if (resource.resType == cudaResourceTypeLinear) {
        format = resource.res.linear.desc;
        out.address = reinterpret_cast<std::uint64_t>(resource.res.linear.devPtr);
        out.is_linear = true;
        out.dimensions = 1;
    } else if (resource.resType == cudaResourceTypePitch2D) {
        format = resource.res.pitch2D.desc;
        out.address = reinterpret_cast<std::uint64_t>(resource.res.pitch2D.devPtr);
        out.width = static_cast<std::uint32_t>(resource.res.pitch2D.width);
        out.height = static_cast<std::uint32_t>(resource.res.pitch2D.height);
        out.pitch_bytes = resource.res.pitch2D.pitchInBytes;
        out.plane_bytes = out.pitch_bytes * out.height;
    } else {
        return std::nullopt;  // mipmaps
    }
    const auto type = texel_type(format);
    if (!type) return std::nullopt;
    out.type = *type;
    out.channels = static_cast<std::uint8_t>((format.x > 0) + (format.y > 0) + (format.z > 0) + (format.w > 0));
    if (out.is_linear) {
        out.width = static_cast<std::uint32_t>(resource.res.linear.sizeInBytes / texel_bytes(out));
        out.pitch_bytes = out.plane_bytes = resource.res.linear.sizeInBytes;
    }
    return out;
}

cudaError_t destroy(Runtime& runtime, std::uint64_t handle) {
    const simt::Texture* found = runtime.textures.find(handle);
    if (found == nullptr || found->kind == simt::Texture::Kind::destroyed) return cudaErrorInvalidValue;
    runtime.textures.textures[static_cast<std::size_t>(handle - simt::kTextureHandles - 1)].kind = simt::Texture::Kind::destroyed;
    descriptions().erase(handle);
    return cudaSuccess;
}

}  // namespace

namespace warpwise {

cudaArray* array_of(cudaArray_const_t array) {
    const auto found = arrays().find(const_cast<cudaArray*>(array));
    return found == arrays().end() ? nullptr : *found;
}

}  // namespace warpwise

extern "C" {

cudaError_t cudaMallocArray(cudaArray_t* out, const cudaChannelFormatDesc* format, size_t width, size_t height, unsigned flags) {
    WARPWISE_CALL("cudaMallocArray");
    WARPWISE_RETURN(make_array(runtime, out, format, {width, height, 0}, flags, place, call_name));
}

cudaError_t cudaMalloc3DArray(cudaArray_t* out, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned flags) {
    WARPWISE_CALL("cudaMalloc3DArray");
    WARPWISE_RETURN(make_array(runtime, out, format, extent, flags, place, call_name));
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    WARPWISE_CALL("cudaFreeArray");
    if (array == nullptr) WARPWISE_RETURN(cudaSuccess);
    cudaArray* known = array_of(array);
    if (known == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    runtime.synchronize();
    runtime.heap.release(known->address);
    arrays().erase(known);
    delete known;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags, cudaArray_t array) {
    WARPWISE_CALL("cudaArrayGetInfo");
    const cudaArray* known = array_of(array);
    if (known == nullptr) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    if (format) *format = known->format;
    if (extent) *extent = known->extent;
    if (flags) *flags = known->flags;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaMemcpyToArray(cudaArray_t array, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind) {
    WARPWISE_CALL("cudaMemcpyToArray");
    WARPWISE_RETURN(
        copy_flat(runtime, {array_of(array), x, y, const_cast<void*>(from), 0, 0, 0, kind, true}, bytes, call_name, place));
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t array, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind) {
    WARPWISE_CALL("cudaMemcpyFromArray");
    WARPWISE_RETURN(copy_flat(runtime, {array_of(array), x, y, to, 0, 0, 0, kind, false}, bytes, call_name, place));
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t array, size_t x, size_t y, const void* from, size_t pitch, size_t width, size_t height,
                                cudaMemcpyKind kind) {
    WARPWISE_CALL("cudaMemcpy2DToArray");
    WARPWISE_RETURN(
        copy_rows(runtime, {array_of(array), x, y, const_cast<void*>(from), pitch, width, height, kind, true}, call_name, place));
}

cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t array, size_t x, size_t y, size_t width, size_t height,
                                  cudaMemcpyKind kind) {
    WARPWISE_CALL("cudaMemcpy2DFromArray");
    WARPWISE_RETURN(copy_rows(runtime, {array_of(array), x, y, to, pitch, width, height, kind, false}, call_name, place));
}

size_t __warpwise_bytes_from(const void* pointer) {
    Runtime& runtime = Runtime::instance();
    const std::lock_guard lock(runtime.mutex);
    const auto address = reinterpret_cast<std::uint64_t>(pointer);
    const HeapBlock* block = runtime.heap.holding(address);
    return block ? block->bytes - (address - block->address) : 0;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* out, const cudaResourceDesc* resource, const cudaTextureDesc* how,
                                    const cudaResourceViewDesc*) {
    WARPWISE_CALL("cudaCreateTextureObject");
    if (out == nullptr || resource == nullptr || how == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    auto texture = described(*resource);
    // Linear memory may be named larger than it is; a GPU's fetches see only their own element.
    if (texture && texture->is_linear)
        if (const HeapBlock* block = runtime.heap.holding(texture->address)) {
            const std::uint64_t room = block->bytes - (texture->address - block->address);
            texture->plane_bytes = texture->pitch_bytes = std::min<std::uint64_t>(texture->plane_bytes, room);
            texture->width = static_cast<std::uint32_t>(texture->plane_bytes / texel_bytes(*texture));
        }
    if (!texture) WARPWISE_RETURN(cudaErrorInvalidValue);
    for (int i = 0; i < 3; ++i) {
        texture->address_modes[static_cast<std::size_t>(i)] = static_cast<simt::TextureAddress>(how->addressMode[i]);
    }
    std::ranges::copy(how->borderColor, texture->border.begin());
    texture->filter = static_cast<simt::TextureFilter>(how->filterMode);
    texture->read = static_cast<simt::TextureRead>(how->readMode);
    texture->normalized_coordinates = how->normalizedCoords != 0;
    if (!mistake_in(*texture).empty()) WARPWISE_RETURN(cudaErrorInvalidValue);
    if (texture->is_cube && how->seamlessCubemap != 0 && texture->filter == simt::TextureFilter::linear) {
        runtime.tell("unsupported", place,
                     "filtering across the edges of a cube map (seamlessCubemap) is not supported by the emulator",
                     "It may still run on a GPU. Without seamlessCubemap each face is filtered by itself.");
        WARPWISE_RETURN(cudaErrorNotSupported);
    }
    *out = runtime.textures.add(std::move(*texture));
    descriptions()[*out] = {*resource, *how};
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* out, const cudaResourceDesc* resource) {
    WARPWISE_CALL("cudaCreateSurfaceObject");
    if (out == nullptr || resource == nullptr || resource->resType != cudaResourceTypeArray) WARPWISE_RETURN(cudaErrorInvalidValue);
    auto surface = described(*resource);
    if (!surface) WARPWISE_RETURN(cudaErrorInvalidValue);
    surface->kind = simt::Texture::Kind::surface;
    *out = runtime.textures.add(std::move(*surface));
    descriptions()[*out] = {*resource, {}};
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* out, cudaTextureObject_t handle) {
    WARPWISE_CALL("cudaGetTextureObjectResourceDesc");
    WARPWISE_RETURN(describe(out, handle, &Description::resource));
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* out, cudaTextureObject_t handle) {
    WARPWISE_CALL("cudaGetTextureObjectTextureDesc");
    WARPWISE_RETURN(describe(out, handle, &Description::how));
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* out, cudaSurfaceObject_t handle) {
    WARPWISE_CALL("cudaGetSurfaceObjectResourceDesc");
    WARPWISE_RETURN(describe(out, handle, &Description::resource));
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t handle) {
    WARPWISE_CALL("cudaDestroyTextureObject");
    WARPWISE_RETURN(destroy(runtime, handle));
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t handle) {
    WARPWISE_CALL("cudaDestroySurfaceObject");
    WARPWISE_RETURN(destroy(runtime, handle));
}

}  // extern "C"
