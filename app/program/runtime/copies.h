// Where a copy or a memset reads and writes, and what is wrong with it. All of them go through check_ends().
#pragma once

#include <cstddef>
#include <expected>
#include <optional>

#include "program/runtime/runtime.h"

namespace warpwise {

// One side of a copy as a call names it: memory, a variable of the program, or a CUDA array.
struct CopyEnd {
    const void* pointer = nullptr;
    std::size_t pitch = 0, layer = 0;    // bytes from one row to the next, and from one layer to the next
    std::size_t room = ~std::size_t{0};  // of host memory, where the compiler knows it
    DeviceVariable* variable = nullptr;
    std::size_t offset = 0;  // in the variable
    const cudaArray* array = nullptr;
    std::size_t x = 0, y = 0, z = 0;  // in the array: bytes, rows, layers
};
// What is copied: rows of bytes, and layers of rows.
struct CopyBox {
    std::size_t width = 0, height = 1, depth = 1;
    bool is_empty() const { return width == 0 || height == 0 || depth == 0; }
};

struct CopyRequest {
    CopyEnd to, from;
    CopyBox box;
    cudaMemcpyKind kind = cudaMemcpyDefault;
    bool is_async = false;
};
CopyRequest flat_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, bool is_async);
CopyRequest pitched_copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind, bool is_async);

// An end whose bytes are all there.
struct FoundEnd {
    std::byte* bytes = nullptr;
    std::size_t pitch = 0, layer = 0;
    bool is_device = false;  // memory of the device only
    bool is_ours = false;    // CUDA knows it
    HeapBlock* block = nullptr;
    std::size_t extent = 0;  // from the first byte to the last
    ByteRows rows;           // at the device's addresses; none in memory that CUDA does not know
    // Whose memory it is; the host's and what both sides share: the GPU that the copy is work of.
    int gpu(const Runtime& runtime) const {
        return block != nullptr && block->kind == MemoryKind::device ? block->gpu : runtime.working_gpu();
    }
};
struct FoundEnds {
    FoundEnd to;
    std::optional<FoundEnd> from;
};
// Checks null pointers, bounds, and the direction. `from` is null for a memset. What is wrong is told.
std::expected<FoundEnds, cudaError_t> check_ends(Runtime&, const CopyEnd& to, const CopyEnd* from, const CopyBox&, cudaMemcpyKind,
                                                 const char* call, const CodePlace&);

// Whether the host's memory is mapped there: its first and last byte, and up to 1,022 between them, one for each page of 4 KiB as
// far as they go. Where the system does not tell: believed.
bool is_host_memory(const void* start, std::size_t bytes);

// Checks both ends, and copies.
cudaError_t copy(Runtime&, const CopyRequest&, const char* call, const CodePlace&);
// Of boxes: pitched memory and CUDA arrays on either side.
cudaError_t copy_box(Runtime&, const cudaMemcpy3DParms&, bool is_async, const char* call, const CodePlace&);
// cudaMemcpyToSymbol() and cudaMemcpyFromSymbol().
struct VariableCopy {
    const void* shadow;  // the host's variable of the same name
    void* other;
    std::size_t bytes, offset;
    bool to_variable;
    cudaMemcpyKind kind;
    bool is_async = false;
    std::size_t room = ~std::size_t{0};
};
cudaError_t copy_variable(Runtime&, const VariableCopy&, const char* call, const CodePlace&);
// Rows of `width` elements, set to one value.
struct FillRequest {
    void* to;
    std::size_t pitch;  // in bytes
    unsigned value;
    unsigned element_bytes;  // 1, 2, 4
    std::size_t width, height;
    bool is_async = false;
    std::size_t layer = 0, depth = 1;
};
cudaError_t fill(Runtime&, const FillRequest&, const char* call, const CodePlace&);
// The host's bytes behind a range of device, managed or pinned memory, or of a __device__ variable. Null where there is none;
// `available` then says how many bytes there are from its start.
std::byte* device_bytes(Runtime&, const void* pointer, std::size_t bytes, std::size_t& available, HeapBlock*& block);

}  // namespace warpwise
