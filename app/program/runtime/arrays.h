// CUDA arrays: memory of the device that only textures, surfaces and copies reach.
#pragma once

#include "program/runtime/runtime.h"

struct cudaArray {
    std::uint64_t address = 0;  // of its storage, which no pointer of the program names
    cudaChannelFormatDesc format{};
    cudaExtent extent{};  // in elements; 0 for a dimension it does not have
    unsigned flags = 0;
    std::size_t element_bytes() const { return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8; }
    std::size_t width_bytes() const { return extent.width * element_bytes(); }
    std::size_t rows() const { return extent.height ? extent.height : 1; }
    std::size_t layers() const { return extent.depth ? extent.depth : 1; }
    std::size_t bytes() const { return width_bytes() * rows() * layers(); }
};

namespace warpwise {

// Null for what is no living array.
cudaArray* array_of(cudaArray_const_t);

}  // namespace warpwise
