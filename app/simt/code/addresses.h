// The addresses of the emulator.
//
// One flat 64-bit address space; the upper bits tell the space. Bytecode::global_image lies at exactly kGlobalBase and
// Bytecode::constant_image at kConstantBase (initialisers hold such addresses); arrays of a launch follow in global memory.
#pragma once

#include <cstdint>

namespace warpwise::simt {

inline constexpr std::uint64_t kGlobalBase = 0x7'0000'0000;
inline constexpr std::uint64_t kSharedBase = std::uint64_t{1} << 48;    // offset in the block's shared memory
inline constexpr std::uint64_t kLocalBase = std::uint64_t{2} << 48;     // offset in the thread's own stack of local memory
inline constexpr std::uint64_t kConstantBase = std::uint64_t{3} << 48;  // __constant__, string literals, const tables: read only
inline constexpr std::uint64_t kFunctionBase = std::uint64_t{4} << 48;  // function i is kFunctionBase + i * kFunctionStride
inline constexpr std::uint64_t kFunctionStride = 16;
inline constexpr std::uint64_t kVariableBase = std::uint64_t{1} << 47;  // __device__ variables in windows of their own
// Each shared, local, __device__ and __constant__ array has a window of its own in its space: the array at offset o with window w
// lies at base + w * kWindowBytes + o. An index past its end thus never reaches the next array, while the low bits, and so the
// banks, are the hardware's. Window 0 is the whole space by plain offsets: what was made from a number, temporaries.
inline constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 36;  // 2^31 elements of 16 bytes on both sides
inline constexpr std::uint32_t kMostWindows = 1024;
constexpr std::uint64_t window_offset(std::uint64_t address) { return address & (kWindowBytes - 1); }
constexpr std::uint64_t window_start(std::uint64_t address) { return address & ~(kWindowBytes - 1); }

}  // namespace warpwise::simt
