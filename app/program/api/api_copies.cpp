// cudaMemcpy, cudaMemset and their kin, and copies from and to variables.
#include <fmt/format.h>

#include "program/graphs/streams.h"
#include "program/runtime/copies.h"

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

NodeWork copying_variable(VariableCopy wanted, const char* call, const CodePlace& place) {
    return {.type = cudaGraphNodeTypeMemcpy,
            .call = [=] { return copy_variable(Runtime::instance(), wanted, call, place); },
            .place = place};
}

NodeWork copying_box(const cudaMemcpy3DParms& box, bool is_async, const char* call, const CodePlace& place) {
    return {.type = cudaGraphNodeTypeMemcpy,
            .call = [=] { return copy_box(Runtime::instance(), box, is_async, call, place); },
            .place = place};
}

CopyRequest flat(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, bool is_async, std::size_t to_room,
                 std::size_t from_room) {
    CopyRequest request = flat_copy(to, from, bytes, kind, is_async);
    request.to.room = to_room;
    request.from.room = from_room;
    return request;
}

unsigned byte_of(int value) { return static_cast<unsigned char>(value); }

constexpr cudaStream_t kDefault = nullptr;

}  // namespace

extern "C" {

cudaError_t __warpwise_memcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, size_t to_room, size_t from_room) {
    WARPWISE_CALL("cudaMemcpy");
    WARPWISE_RETURN(submit(kDefault, copying(flat(to, from, bytes, kind, false, to_room, from_room), call_name, place)));
}

cudaError_t __warpwise_memcpy_async(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, size_t to_room, size_t from_room,
                                    cudaStream_t stream) {
    WARPWISE_CALL("cudaMemcpyAsync");
    WARPWISE_RETURN(submit(stream, copying(flat(to, from, bytes, kind, true, to_room, from_room), call_name, place)));
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
    WARPWISE_CALL("cudaMemcpy2D");
    WARPWISE_RETURN(
        submit(kDefault, copying(pitched_copy(to, to_pitch, from, from_pitch, width, height, kind, false), call_name, place)));
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
    WARPWISE_CALL("cudaMemcpy2DAsync");
    WARPWISE_RETURN(
        submit(stream, copying(pitched_copy(to, to_pitch, from, from_pitch, width, height, kind, true), call_name, place)));
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
    WARPWISE_RETURN(submit(stream, filling({to, bytes, byte_of(value), 1, bytes, 1, true}, call_name, place)));
}

cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
    WARPWISE_CALL("cudaMemset2D");
    WARPWISE_RETURN(submit(kDefault, filling({to, pitch, byte_of(value), 1, width, height}, call_name, place)));
}

cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
    WARPWISE_CALL("cudaMemset2DAsync");
    WARPWISE_RETURN(submit(stream, filling({to, pitch, byte_of(value), 1, width, height, true}, call_name, place)));
}

cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
    WARPWISE_CALL("cudaMemset3D");
    std::size_t layer = 0;
    if (__builtin_mul_overflow(to.pitch, to.ysize, &layer)) WARPWISE_RETURN(cudaErrorInvalidValue);
    const FillRequest request{to.ptr, to.pitch, byte_of(value), 1, extent.width, extent.height, false, layer, extent.depth};
    WARPWISE_RETURN(submit(kDefault, filling(request, call_name, place)));
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
    WARPWISE_CALL("cudaMemset3DAsync");
    std::size_t layer = 0;
    if (__builtin_mul_overflow(to.pitch, to.ysize, &layer)) WARPWISE_RETURN(cudaErrorInvalidValue);
    const FillRequest request{to.ptr, to.pitch, byte_of(value), 1, extent.width, extent.height, true, layer, extent.depth};
    WARPWISE_RETURN(submit(stream, filling(request, call_name, place)));
}

cudaError_t __warpwise_copy_to_symbol(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                      size_t room) {
    WARPWISE_CALL("cudaMemcpyToSymbol");
    const VariableCopy wanted{symbol, const_cast<void*>(from), bytes, offset, true, kind, false, room};
    WARPWISE_RETURN(submit(kDefault, copying_variable(wanted, call_name, place)));
}

cudaError_t __warpwise_copy_to_symbol_async(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                            size_t room, cudaStream_t stream) {
    WARPWISE_CALL("cudaMemcpyToSymbolAsync");
    const VariableCopy wanted{symbol, const_cast<void*>(from), bytes, offset, true, kind, true, room};
    WARPWISE_RETURN(submit(stream, copying_variable(wanted, call_name, place)));
}

cudaError_t __warpwise_copy_from_symbol(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                        size_t room) {
    WARPWISE_CALL("cudaMemcpyFromSymbol");
    WARPWISE_RETURN(submit(kDefault, copying_variable({symbol, to, bytes, offset, false, kind, false, room}, call_name, place)));
}

cudaError_t __warpwise_copy_from_symbol_async(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                              size_t room, cudaStream_t stream) {
    WARPWISE_CALL("cudaMemcpyFromSymbolAsync");
    WARPWISE_RETURN(submit(stream, copying_variable({symbol, to, bytes, offset, false, kind, true, room}, call_name, place)));
}

void __warpwise_short_symbol_copy(const void* symbol, size_t element) {
    Runtime& runtime = Runtime::instance();
    if (runtime.is_forked()) return;
    const std::lock_guard lock(runtime.mutex);
    const DeviceVariable* variable = runtime.variable_of(symbol);
    if (variable == nullptr) return;
    const std::string name = readable_name(variable->symbol);
    runtime.tell_note("short_copy", place_of_call(__builtin_return_address(0)),
                      fmt::format("only {} of the {} bytes of '{}' are copied: as many bytes as it has elements",
                                  variable->bytes / element, variable->bytes, name),
                      fmt::format("cudaMemcpyToSymbol() takes bytes: multiply by {}, the size of an element, or pass sizeof({}).",
                                  element, name));
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
