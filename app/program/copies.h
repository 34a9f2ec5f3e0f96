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
// The host's bytes behind a range of device, managed or pinned memory, or of a __device__ variable. Null where there is none;
// `available` then says how many bytes there are from its start.
std::byte* device_bytes(Runtime&, const void* pointer, std::size_t bytes, std::size_t& available, HeapBlock*& block);

}  // namespace warpwise
