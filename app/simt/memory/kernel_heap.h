// The memory that malloc() and new give in kernels. compile/prelude/heap.inc keeps its lists in a variable that begins as
// KernelHeap; a kernel that asks for no memory does not have the variable.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpwise::simt {

// How long the memory lives: of lessons as long as a launch, of programs as the program, which keeps it.
enum class HeapOwner { launch, program };

struct KernelHeap {
    std::uint64_t address = 0, bytes = 0;
};

inline constexpr std::string_view kKernelHeapVariable = "__simt_heap";
inline constexpr std::string_view kKernelHeapName = "malloc heap";             // in findings
inline constexpr std::uint64_t kKernelHeapBytes = std::uint64_t{8} << 20;      // the default of cudaLimitMallocHeapSize
inline constexpr std::uint64_t kMostKernelHeapBytes = std::uint64_t{2} << 30;  // its lists keep offsets of 32 bits

}  // namespace warpwise::simt
