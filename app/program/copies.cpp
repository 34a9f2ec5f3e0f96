#include "program/copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "program/host_allocations.h"

namespace warpwise {
namespace {

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

struct End {
    std::byte* bytes = nullptr;  // null: not there
    bool is_device = false;      // memory of the device only
    bool is_ours = false;        // CUDA knows it
    HeapBlock* block = nullptr;
    std::size_t available = 0;
};

End end_of(Runtime& runtime, const void* pointer, std::size_t bytes, std::size_t room) {
    End end;
    end.bytes = device_bytes(runtime, pointer, bytes, end.available, end.block);
    end.is_ours = end.bytes != nullptr || end.block != nullptr;
    end.is_device = end.is_ours ? end.block == nullptr || end.block->kind == MemoryKind::device
                                : DeviceHeap::is_device_address(address_of(pointer));
    if (end.is_ours || end.is_device) return end;
    end.available = std::min(room, host_bytes_at(pointer).value_or(~std::size_t{0}));
    if (bytes <= end.available) end.bytes = static_cast<std::byte*>(const_cast<void*>(pointer));
    return end;
}

const char* words_for(cudaMemcpyKind kind) {
    switch (kind) {
        case cudaMemcpyHostToHost: return "cudaMemcpyHostToHost";
        case cudaMemcpyHostToDevice: return "cudaMemcpyHostToDevice";
        case cudaMemcpyDeviceToHost: return "cudaMemcpyDeviceToHost";
        case cudaMemcpyDeviceToDevice: return "cudaMemcpyDeviceToDevice";
        default: return "cudaMemcpyDefault";
    }
}

// Managed and pinned memory belongs to both sides.
bool agrees(const End& end, bool says_device) { return end.is_device ? says_device : end.is_ours || !says_device; }

std::size_t extent_of(std::size_t pitch, std::size_t width, std::size_t height) {
    return height == 0 || width == 0 ? 0 : pitch * (height - 1) + width;
}

}  // namespace

std::byte* device_bytes(Runtime& runtime, const void* pointer, std::size_t bytes, std::size_t& available, HeapBlock*& block) {
    const std::uint64_t address = address_of(pointer);
    block = runtime.heap.holding(address);
    if (block != nullptr) {
        available = block->bytes - (address - block->address);
        return bytes <= available ? block->host + (address - block->address) : nullptr;
    }
    std::size_t offset = 0;
    if (DeviceVariable* variable = runtime.variable_at(address, offset)) {
        available = variable->bytes - offset;
        return bytes <= available ? runtime.value_of(*variable).data() + offset : nullptr;
    }
    return nullptr;
}

cudaError_t copy(Runtime& runtime, const CopyRequest& request, const char* call, const CodePlace& place) {
    const std::size_t from_bytes = extent_of(request.from_pitch, request.width, request.height);
    const std::size_t to_bytes = extent_of(request.to_pitch, request.width, request.height);
    if (from_bytes == 0 || to_bytes == 0) return cudaSuccess;
    if (request.kind < cudaMemcpyHostToHost || request.kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    if (request.height > 1 && (request.width > request.to_pitch || request.width > request.from_pitch))
        return cudaErrorInvalidPitchValue;
    runtime.synchronize();
    const End to = end_of(runtime, request.to, to_bytes, request.to_room),
              from = end_of(runtime, request.from, from_bytes, request.from_room);

    const bool says_to_device = request.kind == cudaMemcpyHostToDevice || request.kind == cudaMemcpyDeviceToDevice;
    const bool says_from_device = request.kind == cudaMemcpyDeviceToHost || request.kind == cudaMemcpyDeviceToDevice;
    if (request.kind != cudaMemcpyDefault && (!agrees(to, says_to_device) || !agrees(from, says_from_device))) {
        const auto side = [](const End& end) { return end.is_device ? "the device's memory" : "the host's memory"; };
        const char* right = to.is_device ? (from.is_device ? "cudaMemcpyDeviceToDevice" : "cudaMemcpyHostToDevice")
                                         : (from.is_device ? "cudaMemcpyDeviceToHost" : "cudaMemcpyHostToHost");
        runtime.tell(
            "copy_direction", place,
            fmt::format("{} says {}, but it copies from {} to {}", call, words_for(request.kind), side(from), side(to)),
            fmt::format("The first argument is where the bytes go, the second where they come from. For these two write {}.",
                        right));
        return cudaErrorInvalidValue;
    }
    for (const auto& [end, bytes, pointer, what] : {std::tuple(&from, from_bytes, request.from, "reads"),
                                                    std::tuple(&to, to_bytes, static_cast<const void*>(request.to), "writes")}) {
        if (end->bytes != nullptr) continue;
        if (const auto* freed = runtime.heap.freed_at(address_of(pointer)); freed && !end->is_ours) {
            runtime.tell("copy_out_of_bounds", place,
                         fmt::format("{} {} memory that line {} has freed", call, what, freed->freed.line),
                         "Copy before the memory is freed.");
        } else if (pointer == nullptr || (!end->is_ours && end->available == ~std::size_t{0})) {
            runtime.tell("copy_out_of_bounds", place,
                         pointer == nullptr
                             ? fmt::format("{} {} through a null pointer", call, what)
                             : fmt::format("{} {} at an address of the device that belongs to no allocation", call, what),
                         "Was the memory allocated, and did the allocation succeed?");
        } else {
            const std::string where = end->block ? fmt::format("{} in line {}", end->block->call, end->block->place.line)
                                                 : std::string(end->is_device ? "a __device__ variable" : "memory of the host");
            runtime.tell("copy_out_of_bounds", place,
                         fmt::format("{} {} {} bytes where only {} are left ({})", call, what, bytes, end->available, where),
                         "The size is in bytes: count * sizeof(element), for both sides.");
        }
        return cudaErrorInvalidValue;
    }
    if (from.block && !to.is_device) runtime.judge_read_back(*from.block, from_bytes);
    for (std::size_t row = 0; row < request.height; ++row)
        std::memmove(to.bytes + row * request.to_pitch, from.bytes + row * request.from_pitch, request.width);
    if (to.block) runtime.heap.note_filled(*to.block);
    runtime.report().event({{"event", "copy"},
                            {"call", call},
                            {"bytes", request.width * request.height},
                            {"kind", from.is_device ? (to.is_device ? "device_to_device" : "device_to_host")
                                                    : (to.is_device ? "host_to_device" : "host_to_host")},
                            {"file", place.file},
                            {"line", place.line}});
    // Into pinned memory an asynchronous copy is still under way when the call returns.
    if (request.is_async && to.block && to.block->kind == MemoryKind::pinned) runtime.heap.put_in_flight(*to.block);
    return cudaSuccess;
}

}  // namespace warpwise
