#include "program/runtime/copies.h"

#include <fmt/format.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "program/runtime/arrays.h"
#include "program/runtime/host_allocations.h"

namespace warpwise {
namespace {

constexpr std::size_t kNotKnown = ~std::size_t{0};

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

const char* words_for(cudaMemcpyKind kind) {
    switch (kind) {
        case cudaMemcpyHostToHost: return "cudaMemcpyHostToHost";
        case cudaMemcpyHostToDevice: return "cudaMemcpyHostToDevice";
        case cudaMemcpyDeviceToHost: return "cudaMemcpyDeviceToHost";
        case cudaMemcpyDeviceToDevice: return "cudaMemcpyDeviceToDevice";
        default: return "cudaMemcpyDefault";
    }
}

// From the first byte of a box to its last; nothing for more than an address can count.
std::optional<std::size_t> extent_of(std::size_t pitch, std::size_t layer, const CopyBox& box) {
    if (box.is_empty()) return 0;
    std::size_t rows = 0, layers = 0, sum = 0;
    if (__builtin_mul_overflow(pitch, box.height - 1, &rows) || __builtin_mul_overflow(layer, box.depth - 1, &layers) ||
        __builtin_add_overflow(rows, layers, &sum) || __builtin_add_overflow(sum, box.width, &sum))
        return std::nullopt;
    return sum;
}

}  // namespace

bool is_host_memory(const void* start, std::size_t bytes) {
    constexpr std::size_t most = 1024;  // probes: one call takes no more
    constexpr std::size_t page = 4096;
    if (bytes == 0) return true;
    const std::uint64_t first = address_of(start), last = first + bytes - 1;
    if (last < first) return false;
    std::array<char, most> taken{};
    std::vector<iovec> probes;
    const std::uint64_t step = std::max<std::uint64_t>(page, bytes / (most - 1));
    for (std::uint64_t at = first; probes.size() + 1 < most; at += step) {
        probes.push_back({reinterpret_cast<void*>(at), 1});
        if (last - at < step) break;
    }
    probes.push_back({reinterpret_cast<void*>(last), 1});
    const iovec own{taken.data(), probes.size()};
    const ssize_t got = process_vm_readv(getpid(), &own, 1, probes.data(), probes.size(), 0);
    return got < 0 ? errno != EFAULT : static_cast<std::size_t>(got) == probes.size();
}

namespace {

// What an end leads to, before its bounds are checked.
struct Reached {
    FoundEnd found;
    std::byte* start = nullptr;         // null: nowhere that is known
    std::size_t available = kNotKnown;  // from there on
    std::uint64_t address = 0;
};

Reached reach(Runtime& runtime, const CopyEnd& end) {
    Reached out;
    out.found.pitch = end.pitch;
    out.found.layer = end.layer;
    if (end.variable != nullptr) {
        DeviceVariable& variable = *end.variable;
        std::byte* bytes = variable.managed ? static_cast<std::byte*>(variable.managed) : runtime.value_of(variable).data();
        out.found.is_device = out.found.is_ours = true;
        out.available = end.offset <= variable.bytes ? variable.bytes - end.offset : 0;
        out.start = bytes + std::min(end.offset, variable.bytes);
        if (const auto address = runtime.address_of(variable)) out.address = *address + end.offset;
        return out;
    }
    out.address = address_of(end.pointer);
    if (end.array != nullptr) {
        out.found.pitch = end.array->width_bytes();
        out.found.layer = out.found.pitch * end.array->rows();
        out.address = end.array->address + end.z * out.found.layer + end.y * out.found.pitch + end.x;
    }
    if (HeapBlock* block = runtime.heap.holding(out.address)) {
        out.found.block = block;
        out.found.is_ours = true;
        out.found.is_device = block->kind == MemoryKind::device;
        out.available = block->bytes - (out.address - block->address);
        out.start = block->host + (out.address - block->address);
        return out;
    }
    std::size_t offset = 0;
    if (DeviceVariable* variable = runtime.variable_at(out.address, offset)) {
        out.found.is_ours = out.found.is_device = true;
        out.available = variable->bytes - offset;
        out.start = runtime.value_of(*variable).data() + offset;
        return out;
    }
    out.found.is_device = DeviceHeap::is_device_address(out.address);
    if (out.found.is_device || end.pointer == nullptr) return out;
    out.available = std::min(end.room, host_bytes_at(end.pointer).value_or(kNotKnown));
    out.start = static_cast<std::byte*>(const_cast<void*>(end.pointer));
    return out;
}

// Managed and pinned memory belongs to both sides.
bool agrees(const FoundEnd& end, bool says_device) { return end.is_device ? says_device : end.is_ours || !says_device; }

constexpr const char* kAllocationHint = "Was the memory allocated, and did the allocation succeed?";

struct Judge {
    Runtime& runtime;
    const char* call;
    const CodePlace& place;

    cudaError_t refuse(const std::string& message, const char* hint) const {
        runtime.tell("copy_out_of_bounds", place, fmt::format("{} {}", call, message), hint);
        return cudaErrorInvalidValue;
    }

    cudaError_t is_given(const Reached& reached, const char* verb) const {
        if (reached.start != nullptr || reached.address != 0) return cudaSuccess;
        return refuse(fmt::format("{} through a null pointer", verb), kAllocationHint);
    }

    // Freed memory, and how much is there.
    cudaError_t bounds(const CopyEnd& end, Reached& reached, const CopyBox& box, const char* verb) const {
        constexpr const char* kSizeHint = "The size is in bytes: count * sizeof(element), for both sides.";
        const auto extent = extent_of(reached.found.pitch, reached.found.layer, box);
        if (box.height > 1 && box.width > reached.found.pitch) return cudaErrorInvalidPitchValue;
        if (!extent) return refuse(fmt::format("{} more bytes than an address can count", verb), kSizeHint);
        if (end.array != nullptr && !is_in_array(end, box)) {
            runtime.tell("copy_out_of_bounds", place,
                         fmt::format("the copy is larger than the array, whose rows have {} bytes", end.array->width_bytes()),
                         "The width of a copy is in bytes: elements * sizeof(element).");
            return cudaErrorInvalidValue;
        }
        if (reached.start == nullptr) {
            if (const auto* freed = runtime.heap.freed_at(reached.address))
                return refuse(fmt::format("{} memory that line {} has freed", verb, freed->freed.line),
                              "Copy before the memory is freed.");
            return refuse(fmt::format("{} at an address of the device that belongs to no allocation", verb), kAllocationHint);
        }
        const bool is_pointer = !reached.found.is_ours && !reached.found.is_device && reached.available == sizeof(void*);
        if (*extent > reached.available)
            return refuse(fmt::format("{} {}", verb, too_many(end, reached, *extent)),
                          is_pointer ? "8 bytes are a pointer: pass the pointer itself, without &." : kSizeHint);
        if (!reached.found.is_ours && !is_host_memory(reached.start, *extent))
            return refuse(fmt::format("{} {} bytes of the host from {:#x} on, where the program has no memory", verb, *extent,
                                      reached.address),
                          "Was the memory allocated, and is it large enough?");
        if (reached.found.block != nullptr && reached.found.block->is_of_kernels)
            return refuse(fmt::format("{} memory that malloc() or new gave in a kernel, which the host cannot reach", verb),
                          "Copy it in a kernel to memory of cudaMalloc(), and that to the host.");
        reached.found.bytes = reached.start;
        reached.found.extent = *extent;
        if (reached.found.is_ours && reached.address != 0)
            reached.found.rows =
                ByteRows{reached.address, box.width, reached.found.pitch, box.height, reached.found.layer, box.depth}.joined();
        return cudaSuccess;
    }

    static std::string too_many(const CopyEnd& end, const Reached& reached, std::size_t extent) {
        if (end.variable != nullptr && end.offset > 0)
            return fmt::format("{} bytes at offset {}; the variable has {} bytes", extent, end.offset, end.variable->bytes);
        const HeapBlock* block = reached.found.block;
        const std::string where = block ? fmt::format("{} in line {}", block->call, block->place.line)
                                        : std::string(reached.found.is_device ? "a variable of the device" : "memory of the host");
        return fmt::format("{} bytes where only {} are left ({})", extent, reached.available, where);
    }

    static bool is_in_array(const CopyEnd& end, const CopyBox& box) {
        const auto fits = [](std::size_t at, std::size_t count, std::size_t size) { return at <= size && count <= size - at; };
        const cudaArray& array = *end.array;
        const bool is_in_one_layer = end.z == 0 && box.depth == 1;  // the rows of all layers follow one another
        const std::size_t rows = is_in_one_layer ? array.rows() * array.layers() : array.rows();
        return fits(end.x, box.width, array.width_bytes()) && fits(end.y, box.height, rows) &&
               fits(end.z, box.depth, array.layers());
    }

    cudaError_t direction(const FoundEnd& to, const FoundEnd& from, cudaMemcpyKind kind) const {
        const bool says_to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
        const bool says_from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
        if (kind == cudaMemcpyDefault || (agrees(to, says_to_device) && agrees(from, says_from_device))) return cudaSuccess;
        const bool is_never_allocated = says_to_device && !to.is_ours && !to.is_device && agrees(from, says_from_device);
        const auto side = [](const FoundEnd& end) { return end.is_device ? "the device's memory" : "the host's memory"; };
        const char* right = to.is_device ? (from.is_device ? "cudaMemcpyDeviceToDevice" : "cudaMemcpyHostToDevice")
                                         : (from.is_device ? "cudaMemcpyDeviceToHost" : "cudaMemcpyHostToHost");
        runtime.tell(
            "copy_direction", place,
            fmt::format("{} says {}, but it copies from {} to {}", call, words_for(kind), side(from), side(to)),
            is_never_allocated
                ? std::string(
                      "The first argument is not memory of the device: is cudaMalloc() missing, or did it fail? To a __device__ "
                      "or __constant__ variable copy with cudaMemcpyToSymbol().")
                : fmt::format("The first argument is where the bytes go, the second where they come from. For these two write {}.",
                              right));
        return cudaErrorInvalidValue;
    }

    cudaError_t is_of_device(const FoundEnd& to, const std::byte* start) const {
        if (to.is_ours || to.is_device) return cudaSuccess;
        const bool is_shadow = runtime.variable_of(start) != nullptr;
        runtime.tell("copy_direction", place, fmt::format("{} sets device memory, but is given host memory", call),
                     is_shadow
                         ? "It is a __device__ variable: ask cudaGetSymbolAddress() for its address on the device, or set it with "
                           "cudaMemcpyToSymbol()."
                         : "Give it a pointer from cudaMalloc(). For the host's memory use memset().");
        return cudaErrorInvalidValue;
    }
};

// Whether a copy has been made when its call returns: "API synchronization behavior" of CUDA's reference.
bool is_waited_for(const CopyRequest& request, const FoundEnd& to, const FoundEnd& from) {
    const bool is_pageable = !to.is_ours && !to.is_device;
    return request.is_async ? is_pageable : !(to.is_device && from.is_device);
}

// A copy between two GPUs in a default stream comes after all earlier work of both, and before all later work of both.
void order_with_both(Runtime& runtime, int from_gpu, int to_gpu) {
    const StreamOrder::Stream working = runtime.working_stream;
    if (from_gpu == to_gpu || working != StreamOrder::legacy_of(runtime.working_gpu())) return;
    for (const int gpu : {from_gpu, to_gpu}) {
        const StreamOrder::Stream other = StreamOrder::legacy_of(gpu);
        if (other == working) continue;
        runtime.order.wait(working, runtime.order.record(other));
        runtime.order.wait(other, runtime.order.record(working));
    }
}

// What the work at hand has written, and reads in host memory, is told to all that follows.
void finish(Runtime& runtime, const FoundEnd& to, const FoundEnd* from, bool is_waited, const CodePlace& place) {
    if (to.block) runtime.heap.note_filled(*to.block, to.rows, place);
    if (is_waited) {
        runtime.order.host_waits_for(runtime.working_stream);
        runtime.note_wait();
        return;
    }
    if (to.block) runtime.heap.put_in_flight(*to.block, runtime.working, to.rows);
    if (from != nullptr && from->block) runtime.heap.put_in_flight(*from->block, runtime.working, from->rows, true);
}

}  // namespace

CopyRequest flat_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, bool is_async) {
    return pitched_copy(to, bytes, from, bytes, bytes, 1, kind, is_async);
}

CopyRequest pitched_copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind, bool is_async) {
    return {.to = {.pointer = to, .pitch = to_pitch},
            .from = {.pointer = from, .pitch = from_pitch},
            .box = {width, height, 1},
            .kind = kind,
            .is_async = is_async};
}

std::byte* device_bytes(Runtime& runtime, const void* pointer, std::size_t bytes, std::size_t& available, HeapBlock*& block) {
    const Reached reached = reach(runtime, {.pointer = pointer});
    block = reached.found.block;
    if (!reached.found.is_ours) return nullptr;
    available = reached.available;
    return bytes <= available ? reached.start : nullptr;
}

std::expected<FoundEnds, cudaError_t> check_ends(Runtime& runtime, const CopyEnd& to, const CopyEnd* from, const CopyBox& box,
                                                 cudaMemcpyKind kind, const char* call, const CodePlace& place) {
    const Judge judge{runtime, call, place};
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return std::unexpected(cudaErrorInvalidMemcpyDirection);
    Reached reached_to = reach(runtime, to), reached_from;
    if (from == nullptr) {
        if (const cudaError_t error = judge.is_given(reached_to, "sets")) return std::unexpected(error);
        if (const cudaError_t error = judge.is_of_device(reached_to.found, reached_to.start)) return std::unexpected(error);
        if (const cudaError_t error = judge.bounds(to, reached_to, box, "sets")) return std::unexpected(error);
        return FoundEnds{reached_to.found, std::nullopt};
    }
    reached_from = reach(runtime, *from);
    if (const cudaError_t error = judge.is_given(reached_from, "reads")) return std::unexpected(error);
    if (const cudaError_t error = judge.is_given(reached_to, "writes")) return std::unexpected(error);
    if (const cudaError_t error = judge.direction(reached_to.found, reached_from.found, kind)) return std::unexpected(error);
    if (const cudaError_t error = judge.bounds(*from, reached_from, box, "reads")) return std::unexpected(error);
    if (const cudaError_t error = judge.bounds(to, reached_to, box, "writes")) return std::unexpected(error);
    return FoundEnds{reached_to.found, reached_from.found};
}

cudaError_t copy(Runtime& runtime, const CopyRequest& request, const char* call, const CodePlace& place) {
    if (request.box.is_empty()) return cudaSuccess;
    const auto ends = check_ends(runtime, request.to, &request.from, request.box, request.kind, call, place);
    if (!ends) return ends.error();
    const FoundEnd &to = ends->to, &from = *ends->from;
    const int from_gpu = from.gpu(runtime), to_gpu = to.gpu(runtime);
    order_with_both(runtime, from_gpu, to_gpu);
    runtime.begin_work();
    runtime.use(from.rows, false, call, place);
    runtime.use(to.rows, true, call, place);
    if (from.block && !to.is_device) runtime.judge_read_back(*from.block, from.rows, from.extent);
    {
        const DeviceHeap::Opened opened(runtime.heap);
        for (std::size_t layer = 0; layer < request.box.depth; ++layer)
            for (std::size_t row = 0; row < request.box.height; ++row)
                std::memmove(to.bytes + layer * to.layer + row * to.pitch, from.bytes + layer * from.layer + row * from.pitch,
                             request.box.width);
    }
    const OpenWorks::Begun begun = runtime.open_works.begin(runtime.order, runtime.working, false, place.line);
    runtime.report().event({{"event", "copy"},
                            {"work", begun.number},
                            {"stream", runtime.working.stream},
                            {"beside", begun.beside},
                            {"call", call},
                            {"bytes", request.box.width * request.box.height * request.box.depth},
                            {"kind", from.is_device ? (to.is_device ? "device_to_device" : "device_to_host")
                                                    : (to.is_device ? "host_to_device" : "host_to_host")},
                            {"from_gpu", from_gpu},
                            {"to_gpu", to_gpu},
                            {"file", place.file},
                            {"line", place.line}});
    order_with_both(runtime, from_gpu, to_gpu);
    finish(runtime, to, &from, is_waited_for(request, to, from), place);
    return cudaSuccess;
}

cudaError_t copy_box(Runtime& runtime, const cudaMemcpy3DParms& p, bool is_async, const char* call, const CodePlace& place) {
    const cudaArray *from_array = array_of(p.srcArray), *to_array = array_of(p.dstArray);
    if ((p.srcArray && !from_array) || (p.dstArray && !to_array)) return cudaErrorInvalidResourceHandle;
    if ((p.srcArray && p.srcPtr.ptr) || (p.dstArray && p.dstPtr.ptr)) return cudaErrorInvalidValue;
    // The extent counts elements where an array takes part; places in an array do, too.
    const std::size_t element = from_array ? from_array->element_bytes() : to_array ? to_array->element_bytes() : 1;
    const auto end_of = [&](const cudaArray* array, const cudaPitchedPtr& memory, const cudaPos& at) -> std::optional<CopyEnd> {
        if (array != nullptr) return CopyEnd{.array = array, .x = at.x * array->element_bytes(), .y = at.y, .z = at.z};
        CopyEnd end{.pointer = memory.ptr, .pitch = memory.pitch};
        std::size_t layers = 0, rows = 0, offset = 0;
        if (__builtin_mul_overflow(memory.pitch, memory.ysize, &end.layer) || __builtin_mul_overflow(end.layer, at.z, &layers) ||
            __builtin_mul_overflow(memory.pitch, at.y, &rows) || __builtin_add_overflow(layers, rows, &offset) ||
            __builtin_add_overflow(offset, at.x, &offset))
            return std::nullopt;
        if (memory.ptr != nullptr) end.pointer = static_cast<const std::byte*>(memory.ptr) + offset;
        return end;
    };
    const auto to = end_of(to_array, p.dstPtr, p.dstPos), from = end_of(from_array, p.srcPtr, p.srcPos);
    std::size_t width = 0;
    if (!to || !from || __builtin_mul_overflow(p.extent.width, element, &width)) return cudaErrorInvalidValue;
    return copy(runtime,
                {.to = *to,
                 .from = *from,
                 .box = {width, std::max<std::size_t>(p.extent.height, 1), std::max<std::size_t>(p.extent.depth, 1)},
                 .kind = p.kind,
                 .is_async = is_async},
                call, place);
}

cudaError_t copy_variable(Runtime& runtime, const VariableCopy& wanted, const char* call, const CodePlace& place) {
    DeviceVariable* variable = runtime.variable_of(wanted.shadow);
    if (variable == nullptr) return cudaErrorInvalidSymbol;
    const CopyEnd own{.pitch = wanted.bytes, .variable = variable, .offset = wanted.offset},
        other{.pointer = wanted.other, .pitch = wanted.bytes, .room = wanted.room};
    return copy(runtime,
                {.to = wanted.to_variable ? own : other,
                 .from = wanted.to_variable ? other : own,
                 .box = {wanted.bytes, 1, 1},
                 .kind = wanted.kind,
                 .is_async = wanted.is_async},
                call, place);
}

cudaError_t fill(Runtime& runtime, const FillRequest& request, const char* call, const CodePlace& place) {
    const unsigned element = request.element_bytes;
    if (element != 1 && element != 2 && element != 4) return cudaErrorInvalidValue;
    std::size_t width = 0;
    if (__builtin_mul_overflow(request.width, std::size_t{element}, &width)) return cudaErrorInvalidValue;
    const CopyBox box{width, request.height, request.depth};
    if (box.is_empty()) return cudaSuccess;
    const CopyEnd end{.pointer = request.to, .pitch = request.pitch, .layer = request.layer};
    const auto ends = check_ends(runtime, end, nullptr, box, cudaMemcpyDefault, call, place);
    if (!ends) return ends.error();
    const FoundEnd& to = ends->to;
    runtime.begin_work();
    runtime.use(to.rows, true, call, place);
    {
        const DeviceHeap::Opened opened(runtime.heap);
        for (std::size_t layer = 0; layer < request.depth; ++layer)
            for (std::size_t row = 0; row < request.height; ++row) {
                std::byte* start = to.bytes + layer * to.layer + row * to.pitch;
                if (element == 1) {
                    std::memset(start, static_cast<int>(request.value), width);
                    continue;
                }
                for (std::size_t at = 0; at < width; at += element) std::memcpy(start + at, &request.value, element);
            }
    }
    finish(runtime, to, nullptr, !request.is_async && !to.is_device, place);
    return cudaSuccess;
}

}  // namespace warpwise
