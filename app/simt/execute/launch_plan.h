// What stays the same while a launch runs: the program, the shape, the arguments and memory, and the order of the blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/launch_shape.h"
#include "simt/code/bytecode.h"
#include "simt/execute/execute_options.h"
#include "simt/memory/memory.h"
#include "simt/memory/shadow.h"

namespace warpwise::simt {

struct LaunchPlan {
    LaunchPlan(const Bytecode&, const Function& entry, const LaunchShape&, std::span<const ArgumentBytes>, Memory&,
               const ExecuteOptions&);
    LaunchPlan(const LaunchPlan&) = delete;  // `constants` points into itself

    const Bytecode& program;
    const Function& entry;
    LaunchShape shape;
    std::span<const ArgumentBytes> arguments;
    Memory& memory;
    const ExecuteOptions& options;
    std::uint32_t threads_per_block = 0, warps_per_block = 0, shared_bytes = 0;
    const std::byte* constants = nullptr;  // the constants bank, 64-byte aligned
    std::byte* constant_bytes = nullptr;   // behind kConstantBase; no kernel writes there
    std::uint64_t constant_size = 0;
    std::uint64_t parameters_at = 0;                    // behind kConstantBase, too: those of Parameter::is_constant
    std::vector<std::unique_ptr<ArrayShadow>> shadows;  // Trace full, by allocation
    bool is_cooperative = false;                        // its blocks meet at a barrier of the grid: all are resident at once
    bool has_children = false;                          // its threads can launch grids
    std::uint32_t launched_by = 0;                      // of a child grid: ChildGrid's, told as the writer of what it writes

    // The linear index of the block at a place in the order of dispatch.
    std::uint64_t block_at(std::uint64_t position) const;
    std::uint64_t position_of(std::uint64_t block) const;
    Dim3 block_index(std::uint64_t block) const {
        const auto x = shape.grid.x, y = shape.grid.y;
        return {static_cast<std::uint32_t>(block % x), static_cast<std::uint32_t>(block / x % y),
                static_cast<std::uint32_t>(block / x / y)};
    }
    Dim3 thread_index(std::uint32_t thread) const {
        const auto x = shape.block.x, y = shape.block.y;
        return {thread % x, thread / x % y, thread / x / y};
    }

  private:
    struct Stride {
        std::uint64_t start = 0, step = 1;
    };
    Stride random_stride() const;
    std::vector<std::byte> constant_image_, constants_copy_;
};

}  // namespace warpwise::simt
