// What is launched, on what, and how.
#pragma once

#include <memory>
#include <vector>

#include "cuda/driver/nvml.h"
#include "cuda/launch/cuda_program.h"

namespace warpwise {

struct LaunchJob {
    std::shared_ptr<Context> context;
    const CudaProgram& program;
    const LaunchShape& shape;
    std::vector<KernelArgument>& arguments;
    const LaunchOptions& options;
    const Nvml* nvml = nullptr;  // null: no readings
};

}  // namespace warpwise
