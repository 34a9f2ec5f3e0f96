// cudaMemcpy, cudaMemset and their kin, and copies from and to variables.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "program/arrays.h"
#include "program/copies.h"
#include "program/streams.h"

namespace warpwise {
namespace {

// One side of a copy of boxes: pitched memory, whose places count bytes, or a CUDA array, whose places count elements.
struct BoxSide {
    std::byte* start = nullptr;
    std::size_t pitch = 0, layer = 0;
};

BoxSide side_of(const cudaPitchedPtr& memory, const cudaArray* array, const cudaPos& at) {
    if (array == nullptr) {
        const std::size_t layer = memory.pitch * memory.ysize;
        return {static_cast<std::byte*>(memory.ptr) + at.z * layer + at.y * memory.pitch + at.x, memory.pitch, layer};
    }
    const std::size_t pitch = array->width_bytes(), layer = pitch * array->rows();
    return {reinterpret_cast<std::byte*>(array->address) + at.z * layer + at.y * pitch + at.x * array->element_bytes(), pitch,
            layer};
}

}  // namespace

cudaError_t fill(Runtime& runtime, const FillRequest& request, const char* call, const CodePlace& place) {
    const auto& [to, pitch, value, element, width, height] = request;
    if (element != 1 && element != 2 && element != 4) return cudaErrorInvalidValue;
    const std::size_t bytes = width == 0 || height == 0 ? 0 : pitch * (height - 1) + width * element;
    if (bytes == 0) return cudaSuccess;
    runtime.heap.release_flight();
    std::size_t available = 0;
    HeapBlock* block = nullptr;
    std::byte* there = device_bytes(runtime, to, bytes, available, block);
    if (there == nullptr) {
        if (block)
            runtime.tell("copy_out_of_bounds", place,
                         fmt::format("{} sets {} bytes where only {} are left ({} in line {})", call, bytes, available, block->call,
                                     block->place.line),
                         "The size is in bytes: count * sizeof(element).");
        return cudaErrorInvalidValue;
    }
    for (std::size_t row = 0; row < height; ++row)
        for (std::size_t i = 0; i < width; ++i) {
            if (element == 1) {
                std::memset(there + row * pitch, static_cast<int>(value), width);
                break;
            }
            std::memcpy(there + row * pitch + i * element, &value, element);
        }
    if (block) runtime.heap.note_filled(*block);
    return cudaSuccess;
}

cudaError_t copy_box(Runtime& runtime, const cudaMemcpy3DParms& p, bool is_async, const char* call, const CodePlace& place) {
    const cudaArray *from_array = array_of(p.srcArray), *to_array = array_of(p.dstArray);
    if ((p.srcArray && !from_array) || (p.dstArray && !to_array)) return cudaErrorInvalidResourceHandle;
    const std::size_t element = from_array ? from_array->element_bytes() : to_array ? to_array->element_bytes() : 1;
    const BoxSide from = side_of(p.srcPtr, from_array, p.srcPos), to = side_of(p.dstPtr, to_array, p.dstPos);
    for (std::size_t layer = 0; layer < std::max<std::size_t>(p.extent.depth, 1); ++layer) {
        const cudaError_t error = copy(runtime,
                                       {to.start + layer * to.layer, from.start + layer * from.layer, to.pitch, from.pitch,
                                        p.extent.width * element, std::max<std::size_t>(p.extent.height, 1), p.kind, is_async},
                                       call, place);
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}

cudaError_t copy_variable(Runtime& runtime, const void* shadow, void* other, std::size_t bytes, std::size_t offset,
                          bool to_variable, const char* call, const CodePlace& place) {
    DeviceVariable* variable = runtime.variable_of(shadow);
    if (variable == nullptr) return cudaErrorInvalidSymbol;
    runtime.synchronize();
    if (offset > variable->bytes || bytes > variable->bytes - offset) {
        runtime.tell(
            "copy_out_of_bounds", place,
            fmt::format("{} copies {} bytes at offset {}; the variable has {} bytes", call, bytes, offset, variable->bytes),
            "Give the variable's own size: sizeof(variable).");
        return cudaErrorInvalidValue;
    }
    std::size_t available = bytes;
    HeapBlock* block = nullptr;
    std::byte* there = device_bytes(runtime, other, bytes, available, block);
    if (there == nullptr) there = static_cast<std::byte*>(other);
    std::byte* own = runtime.value_of(*variable).data() + offset;
    std::memcpy(to_variable ? own : there, to_variable ? there : own, bytes);
    if (!to_variable && block) runtime.heap.note_filled(*block);
    return cudaSuccess;
}

}  // namespace warpwise

using namespace warpwise;

namespace {

// What an asynchronous copy or memset is to a graph.
NodeWork copying(CopyRequest request, const char* call, const CodePlace& place) {
    return {
        .type = cudaGraphNodeTypeMemcpy, .call = [=] { return copy(Runtime::instance(), request, call, place); }, .place = place};
}

NodeWork filling(FillRequest request, const char* call, const CodePlace& place) {
    return {
        .type = cudaGraphNodeTypeMemset, .call = [=] { return fill(Runtime::instance(), request, call, place); }, .place = place};
}

NodeWork copying_variable(const void* shadow, void* other, std::size_t bytes, std::size_t offset, bool to_variable,
                          const char* call, const CodePlace& place) {
    return {.type = cudaGraphNodeTypeMemcpy,
            .call = [=] { return copy_variable(Runtime::instance(), shadow, other, bytes, offset, to_variable, call, place); },
            .place = place};
}

NodeWork copying_box(const cudaMemcpy3DParms& box, bool is_async, const char* call, const CodePlace& place) {
    return {.type = cudaGraphNodeTypeMemcpy,
            .call = [=] { return copy_box(Runtime::instance(), box, is_async, call, place); },
            .place = place};
}

unsigned byte_of(int value) { return static_cast<unsigned char>(value); }

constexpr cudaStream_t kDefault = nullptr;

}  // namespace

extern "C" {

cudaError_t __warpwise_memcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, size_t to_room, size_t from_room) {
    WARPWISE_CALL("cudaMemcpy");
    WARPWISE_RETURN(
        submit(kDefault, copying({to, from, bytes, bytes, bytes, 1, kind, false, to_room, from_room}, call_name, place)));
}

cudaError_t __warpwise_memcpy_async(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, size_t to_room, size_t from_room,
                                    cudaStream_t stream) {
    WARPWISE_CALL("cudaMemcpyAsync");
    WARPWISE_RETURN(submit(stream, copying({to, from, bytes, bytes, bytes, 1, kind, true, to_room, from_room}, call_name, place)));
}

cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
    WARPWISE_CALL("cudaMemcpyPeer");
    WARPWISE_RETURN(
        submit(kDefault, copying({to, from, bytes, bytes, bytes, 1, cudaMemcpyDeviceToDevice, false}, call_name, place)));
}

cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t stream) {
    WARPWISE_CALL("cudaMemcpyPeerAsync");
    WARPWISE_RETURN(submit(stream, copying({to, from, bytes, bytes, bytes, 1, cudaMemcpyDeviceToDevice, true}, call_name, place)));
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
    WARPWISE_CALL("cudaMemcpy2D");
    WARPWISE_RETURN(submit(kDefault, copying({to, from, to_pitch, from_pitch, width, height, kind}, call_name, place)));
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
    WARPWISE_CALL("cudaMemcpy2DAsync");
    WARPWISE_RETURN(submit(stream, copying({to, from, to_pitch, from_pitch, width, height, kind, true}, call_name, place)));
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
    WARPWISE_CALL("cudaMemcpy3D");
    if (p == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    WARPWISE_RETURN(submit(kDefault, copying_box(*p, false, call_name, place)));
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
    WARPWISE_CALL("cudaMemcpy3DAsync");
    if (p == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    WARPWISE_RETURN(submit(stream, copying_box(*p, true, call_name, place)));
}

cudaError_t cudaMemset(void* to, int value, size_t bytes) {
    WARPWISE_CALL("cudaMemset");
    WARPWISE_RETURN(submit(kDefault, filling({to, bytes, byte_of(value), 1, bytes, 1}, call_name, place)));
}

cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
    WARPWISE_CALL("cudaMemsetAsync");
    WARPWISE_RETURN(submit(stream, filling({to, bytes, byte_of(value), 1, bytes, 1}, call_name, place)));
}

cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
    WARPWISE_CALL("cudaMemset2D");
    WARPWISE_RETURN(submit(kDefault, filling({to, pitch, byte_of(value), 1, width, height}, call_name, place)));
}

cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
    WARPWISE_CALL("cudaMemset2DAsync");
    WARPWISE_RETURN(submit(stream, filling({to, pitch, byte_of(value), 1, width, height}, call_name, place)));
}

cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
    WARPWISE_CALL("cudaMemset3D");
    for (std::size_t layer = 0; layer < extent.depth; ++layer) {
        auto* start = static_cast<std::byte*>(to.ptr) + layer * to.pitch * to.ysize;
        const FillRequest request{start, to.pitch, byte_of(value), 1, extent.width, extent.height};
        if (const cudaError_t error = submit(kDefault, filling(request, call_name, place))) WARPWISE_RETURN(error);
    }
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t __warpwise_copy_to_symbol(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind) {
    WARPWISE_CALL("cudaMemcpyToSymbol");
    WARPWISE_RETURN(submit(kDefault, copying_variable(symbol, const_cast<void*>(from), bytes, offset, true, call_name, place)));
}

cudaError_t __warpwise_copy_to_symbol_async(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind,
                                            cudaStream_t stream) {
    WARPWISE_CALL("cudaMemcpyToSymbolAsync");
    WARPWISE_RETURN(submit(stream, copying_variable(symbol, const_cast<void*>(from), bytes, offset, true, call_name, place)));
}

cudaError_t __warpwise_copy_from_symbol(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind) {
    WARPWISE_CALL("cudaMemcpyFromSymbol");
    WARPWISE_RETURN(submit(kDefault, copying_variable(symbol, to, bytes, offset, false, call_name, place)));
}

cudaError_t __warpwise_copy_from_symbol_async(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind,
                                              cudaStream_t stream) {
    WARPWISE_CALL("cudaMemcpyFromSymbolAsync");
    WARPWISE_RETURN(submit(stream, copying_variable(symbol, to, bytes, offset, false, call_name, place)));
}

cudaError_t __warpwise_symbol_address(void** out, const void* symbol) {
    WARPWISE_CALL("cudaGetSymbolAddress");
    DeviceVariable* variable = runtime.variable_of(symbol);
    const auto address = variable ? runtime.address_of(*variable) : std::nullopt;
    if (!address) WARPWISE_RETURN(cudaErrorInvalidSymbol);
    *out = reinterpret_cast<void*>(*address);
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t __warpwise_symbol_size(size_t* out, const void* symbol) {
    WARPWISE_CALL("cudaGetSymbolSize");
    const DeviceVariable* variable = runtime.variable_of(symbol);
    if (variable == nullptr) WARPWISE_RETURN(cudaErrorInvalidSymbol);
    *out = variable->bytes;
    WARPWISE_RETURN(cudaSuccess);
}

}  // extern "C"
