// The GPU that the emulator stands for, an H200: the one place for its numbers. Launches are refused by them, a program that asks
// for the device's properties is told them, and occupancy is computed from them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/launch_limits.h"

namespace warpwise {

struct EmulatedGpu {
    const char* name = "NVIDIA H200";
    int major = 9, minor = 0;
    const char* compute_capability = "9.0";
    const char* architecture = "sm_90";
    int architecture_number = 90;  // as compilers and cudaFuncAttributes give it
    // What Clang compiles kernels for: __CUDA_ARCH__ is 800, and the instructions are those that the decoder knows.
    const char* clang_target = "sm_80";

    int multiprocessors = 132;
    int threads_per_multiprocessor = 2048, blocks_per_multiprocessor = 32;
    int registers_per_multiprocessor = 65536;                 // 32 bits each
    std::size_t shared_bytes_per_multiprocessor = 228 << 10;  // of which each block takes some for the system:
    std::size_t reserved_shared_bytes_per_block = 1 << 10;

    LaunchLimits launch{.shared_bytes_per_block = 227 << 10};  // with the opt-in (docs/gpu.md)
    std::size_t local_bytes_per_thread = 512 << 10;
    std::size_t constant_bytes = 64 << 10;
    std::uint64_t pending_grids = 2048;  // launched by kernels, waiting to begin

    // What a program that asks is told, and nothing here is computed from; kHz, bits and bytes. The last two are inferred.
    int clock_khz = 1980000, memory_clock_khz = 3201000, memory_bus_bits = 6144;
    int l2_bytes = 60 << 20, persisting_l2_bytes = 39321600, largest_access_window_bytes = 134213632;
};

inline constexpr EmulatedGpu kEmulatedGpu;

}  // namespace warpwise
