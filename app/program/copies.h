// Where a copy reads and writes, and what is wrong with it.
#pragma once

#include <cstddef>

#include "program/runtime.h"

namespace warpwise {

struct CopyRequest {
    void* to;
    const void* from;
    // Rows of `width` bytes, `height` of them, each `..._pitch` bytes after the one before.
    std::size_t to_pitch, from_pitch, width, height;
    cudaMemcpyKind kind;
    bool is_async = false;
    std::size_t to_room = ~std::size_t{0}, from_room = ~std::size_t{0};  // of host memory, where the compiler knows it
};

// Checks both ends, tells what is wrong, and copies.
cudaError_t copy(Runtime&, const CopyRequest&, const char* call, const CodePlace&);
// Of boxes: pitched memory and CUDA arrays on either side.
cudaError_t copy_box(Runtime&, const cudaMemcpy3DParms&, bool is_async, const char* call, const CodePlace&);
// cudaMemcpyToSymbol() and cudaMemcpyFromSymbol().
cudaError_t copy_variable(Runtime&, const void* shadow, void* other, std::size_t bytes, std::size_t offset, bool to_variable,
                          const char* call, const CodePlace&);
// Rows of `width` elements, set to one value.
struct FillRequest {
    void* to;
    std::size_t pitch;  // in bytes
    unsigned value;
    unsigned element_bytes;  // 1, 2, 4
    std::size_t width, height;
};
cudaError_t fill(Runtime&, const FillRequest&, const char* call, const CodePlace&);
// The host's bytes behind a range of device, managed or pinned memory, or of a __device__ variable. Null where there is none;
// `available` then says how many bytes there are from its start.
std::byte* device_bytes(Runtime&, const void* pointer, std::size_t bytes, std::size_t& available, HeapBlock*& block);

}  // namespace warpwise
