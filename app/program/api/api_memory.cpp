// cudaMalloc and its kin.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "program/graphs/graph_memory.h"
#include "program/graphs/graph_works.h"
#include "program/runtime/arrays.h"
#include "program/runtime/copies.h"

namespace warpwise {
namespace {

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }
void* pointer_to(std::uint64_t address) { return reinterpret_cast<void*>(address); }

cudaError_t allocate(Runtime& runtime, MemoryKind kind, void** out, std::size_t bytes, const CodePlace& place, const char* call,
                     int gpu = Gpus::current()) {
    if (out == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = refuse_to_allocate_while_capturing()) return error;
    if (bytes == 0) {
        *out = nullptr;
        return cudaSuccess;
    }
    const HeapBlock* block = runtime.heap.allocate(kind, bytes, place, call, gpu);
    if (block == nullptr) return cudaErrorMemoryAllocation;
    *out = pointer_to(block->address);
    return cudaSuccess;
}

// Why this cannot be freed here. `block`: what begins there; null: nothing.
void tell_wrong_free(Runtime& runtime, void* pointer, HeapBlock* block, bool is_pinned, const CodePlace& place, const char* call) {
    const std::uint64_t address = address_of(pointer);
    // A program that looks at what the call returns may have expected it.
    const auto tell = [&](std::string message, const char* hint) {
        if (runtime.is_ignored(place))
            runtime.tell("wrong_free", place, std::move(message), hint);
        else
            runtime.tell_note("wrong_free", place, std::move(message), hint);
    };
    if (cudaArray* array = array_of(static_cast<cudaArray*>(pointer))) {
        if (HeapBlock* storage = runtime.heap.at(array->address)) storage->is_freed_wrongly = true;
        tell(fmt::format("{} is given an array of cudaMallocArray() or cudaMalloc3DArray()", call),
             "Free it with cudaFreeArray().");
    } else if (block != nullptr && block->is_registered) {
        tell(fmt::format("{} is given memory that cudaHostRegister pinned in line {}", call, block->place.line),
             "Call cudaHostUnregister(), and free the memory as it was allocated.");
    } else if (block != nullptr) {
        block->is_freed_wrongly = true;
        tell(fmt::format("{} is given memory that {} allocated in line {}", call, block->call, block->place.line),
             is_pinned ? "Free it with cudaFree()." : "Free it with cudaFreeHost().");
    } else if (const auto* freed = runtime.heap.freed_at(address)) {
        runtime.tell("double_free", place,
                     fmt::format("{} is given memory that was already freed in line {} (allocated in line {})", call,
                                 freed->freed.line, freed->allocated.line),
                     "Free each allocation once; set the pointer to nullptr after freeing it.");
    } else if (runtime.heap.holding(address)) {
        runtime.tell("double_free", place, fmt::format("{} is given an address inside an allocation instead of its start", call),
                     "Pass the pointer that the allocation returned.");
    } else if (!DeviceHeap::is_device_address(address) && !DeviceHeap::is_shared_address(address) &&
               !runtime.has_failed_to_allocate()) {
        // Of addresses that CUDA has given, not all that were freed are remembered; and a failed allocation sets no pointer.
        tell(fmt::format("{} is given an address that no CUDA allocation returned", call),
             "Free memory from malloc() with free(), and memory from new with delete.");
    }
}

// What is freed must be the start of a living block of the right kind.
// cudaFree() waits for all work; cudaFreeAsync() is work of a stream itself.
cudaError_t release(Runtime& runtime, void* pointer, bool is_pinned, bool is_async, const CodePlace& place, const char* call) {
    if (pointer == nullptr) return cudaSuccess;
    if (const cudaError_t error = refuse_to_allocate_while_capturing()) return error;
    const std::uint64_t address = address_of(pointer);
    HeapBlock* block = runtime.heap.at(address);
    if (!is_async) runtime.synchronize(block == nullptr ? Gpus::current() : block->gpu);
    if (block != nullptr && block->is_of_graph) {
        GraphMemory::instance().release(*block);
        return cudaSuccess;
    }
    if (block == nullptr || block->is_registered || is_pinned != (block->kind == MemoryKind::pinned)) {
        tell_wrong_free(runtime, pointer, block, is_pinned, place, call);
        return cudaErrorInvalidValue;
    }
    GraphMemory::instance().release(*block);  // whose graph is gone
    runtime.heap.note_freed(*block, place);
    runtime.flights.forget(address, address + std::max<std::size_t>(block->bytes, 1));
    runtime.heap.release(address);
    return cudaSuccess;
}

constexpr std::size_t kPitch = 512;

// Rows of `width` bytes with a pitch; nothing for more bytes than an address can count.
std::optional<std::size_t> pitched_bytes(std::size_t width, std::size_t rows, std::size_t layers, std::size_t& pitch) {
    std::size_t bytes = 0;
    if (__builtin_add_overflow(width, kPitch - 1, &pitch)) return std::nullopt;
    pitch = pitch / kPitch * kPitch;
    if (__builtin_mul_overflow(pitch, rows, &bytes) || __builtin_mul_overflow(bytes, layers, &bytes)) return std::nullopt;
    return bytes;
}

}  // namespace
}  // namespace warpwise

using namespace warpwise;

extern "C" {

cudaError_t cudaMalloc(void** out, size_t bytes) {
    WARPWISE_CALL("cudaMalloc");
    WARPWISE_RETURN(allocate(runtime, MemoryKind::device, out, bytes, place, call_name));
}

cudaError_t cudaMallocAsync(void** out, size_t bytes, cudaStream_t stream) {
    WARPWISE_CALL("cudaMallocAsync");
    if (is_capturing(stream)) {
        if (out == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
        auto work = allocation_node(runtime, bytes, place, call_name, out);
        WARPWISE_RETURN(work ? submit(stream, std::move(*work)) : work.error());
    }
    WARPWISE_RETURN(allocate(runtime, MemoryKind::device, out, bytes, place, call_name, gpu_of(stream)));
}

cudaError_t cudaMallocManaged(void** out, size_t bytes, unsigned) {
    WARPWISE_CALL("cudaMallocManaged");
    WARPWISE_RETURN(bytes == 0 ? cudaErrorInvalidValue : allocate(runtime, MemoryKind::managed, out, bytes, place, call_name));
}

cudaError_t cudaMallocHost(void** out, size_t bytes) {
    WARPWISE_CALL("cudaMallocHost");
    WARPWISE_RETURN(allocate(runtime, MemoryKind::pinned, out, bytes, place, call_name));
}

cudaError_t cudaHostAlloc(void** out, size_t bytes, unsigned) {
    WARPWISE_CALL("cudaHostAlloc");
    WARPWISE_RETURN(allocate(runtime, MemoryKind::pinned, out, bytes, place, call_name));
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned) {
    WARPWISE_CALL("cudaHostRegister");
    if (pointer == nullptr || bytes == 0 || !is_host_memory(pointer, bytes)) WARPWISE_RETURN(cudaErrorInvalidValue);
    WARPWISE_RETURN(runtime.heap.register_host(pointer, bytes, place) ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered);
}

cudaError_t cudaHostUnregister(void* pointer) {
    WARPWISE_CALL("cudaHostUnregister");
    const HeapBlock* block = runtime.heap.at(address_of(pointer));
    if (block == nullptr || !block->is_registered) WARPWISE_RETURN(cudaErrorHostMemoryNotRegistered);
    runtime.heap.release(address_of(pointer));
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaHostGetDevicePointer(void** out, void* host, unsigned) {
    WARPWISE_CALL("cudaHostGetDevicePointer");
    const HeapBlock* block = runtime.heap.holding(address_of(host));
    if (out == nullptr || block == nullptr || block->kind == MemoryKind::device) WARPWISE_RETURN(cudaErrorInvalidValue);
    *out = host;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned* flags, void*) {
    WARPWISE_CALL("cudaHostGetFlags");
    *flags = cudaHostAllocMapped;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaMallocPitch(void** out, size_t* pitch, size_t width, size_t height) {
    WARPWISE_CALL("cudaMallocPitch");
    if (pitch == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    const auto bytes = pitched_bytes(width, height, 1, *pitch);
    if (!bytes) WARPWISE_RETURN(cudaErrorMemoryAllocation);
    const cudaError_t error = allocate(runtime, MemoryKind::device, out, *bytes, place, call_name);
    if (HeapBlock* block = error == cudaSuccess ? runtime.heap.holding(address_of(*out)) : nullptr) {
        block->row_bytes = width;
        block->pitch = *pitch;
    }
    WARPWISE_RETURN(error);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* out, cudaExtent extent) {
    WARPWISE_CALL("cudaMalloc3D");
    if (out == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    const auto bytes = pitched_bytes(extent.width, extent.height, extent.depth, out->pitch);
    if (!bytes) WARPWISE_RETURN(cudaErrorMemoryAllocation);
    out->xsize = extent.width;
    out->ysize = extent.height;
    WARPWISE_RETURN(allocate(runtime, MemoryKind::device, &out->ptr, *bytes, place, call_name));
}

cudaError_t cudaFree(void* pointer) {
    WARPWISE_CALL("cudaFree");
    WARPWISE_RETURN(release(runtime, pointer, false, false, place, call_name));
}

// For a temporary buffer of the library's own: no other code holds its address, so the next buffer may have it.
cudaError_t __simt_free_temporary(void* pointer) {
    WARPWISE_CALL("cudaFree");
    runtime.synchronize();
    runtime.heap.release(address_of(pointer), DeviceHeap::Address::is_given_again);
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    WARPWISE_CALL("cudaFreeAsync");
    if (is_capturing(stream)) {
        auto work = free_node(runtime, pointer, place);
        WARPWISE_RETURN(work ? submit(stream, std::move(*work)) : work.error());
    }
    if (!is_stream(stream)) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    WARPWISE_RETURN(release(runtime, pointer, false, true, place, call_name));
}

cudaError_t cudaFreeHost(void* pointer) {
    WARPWISE_CALL("cudaFreeHost");
    WARPWISE_RETURN(release(runtime, pointer, true, false, place, call_name));
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
    WARPWISE_CALL("cudaMemGetInfo");
    if (total_bytes) *total_bytes = runtime.heap.total_bytes();
    if (free_bytes) *free_bytes = runtime.heap.total_bytes() - runtime.heap.device_bytes(Gpus::current());
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* out, const void* pointer) {
    WARPWISE_CALL("cudaPointerGetAttributes");
    if (out == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    *out = {};
    const HeapBlock* block = runtime.heap.holding(address_of(pointer));
    if (block == nullptr) {
        out->device = -1;
        out->hostPointer = const_cast<void*>(pointer);
        WARPWISE_RETURN(cudaSuccess);
    }
    out->type = block->kind == MemoryKind::device    ? cudaMemoryTypeDevice
                : block->kind == MemoryKind::managed ? cudaMemoryTypeManaged
                                                     : cudaMemoryTypeHost;
    out->device = block->gpu;
    out->devicePointer = const_cast<void*>(pointer);
    out->hostPointer = block->kind == MemoryKind::device ? nullptr : const_cast<void*>(pointer);
    WARPWISE_RETURN(cudaSuccess);
}

// Where managed memory lies makes no difference here.
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t, int, cudaStream_t) {
    WARPWISE_CALL("cudaMemPrefetchAsync");
    const HeapBlock* block = runtime.heap.holding(address_of(pointer));
    WARPWISE_RETURN(block && block->kind == MemoryKind::managed ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, int) {
    WARPWISE_CALL("cudaMemAdvise");
    WARPWISE_RETURN(cudaSuccess);
}

}  // extern "C"
