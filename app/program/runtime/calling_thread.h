// What CUDA keeps for each thread of the program: its last error, and the configurations between <<<...>>> and the launch.
#pragma once

#include <cstdint>
#include <vector>

#include "program/compile/jit.h"
#include "program/runtime/errors.h"

namespace warpwise {

struct LaunchRequest {
    dim3 grid, block;
    std::size_t shared_bytes = 0;
    cudaStream_t stream = nullptr;
};

struct CallingThread {
    std::uint64_t number = 0;           // no two threads have the same one
    int gpu = 0;                        // the current device: cudaSetDevice()
    std::vector<LaunchRequest> pushed;  // between <<<...>>> and the stub
    CodePlace pushed_place;
    bool is_unconfigured = false;  // a stub found no configuration: the kernel is called as a function
    cudaError_t last = cudaSuccess;
    CodePlace told;  // of the last finding: the error that follows from it is not told again

    static CallingThread& here();
};

}  // namespace warpwise
