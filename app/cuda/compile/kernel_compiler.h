// CUDA C++ to machine code by NVRTC. Needs no GPU: the architecture is an argument.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "cuda/compile/nvrtc.h"
#include "device/gpu/listing.h"
#include "device/interface/device.h"

namespace warpwise {

struct CompiledKernel {
    std::vector<char> image;   // a cubin, or PTX when NVRTC is older than the GPU
    std::string lowered_name;  // the entry's symbol in the image
    bool is_ptx = false;
    double compile_ms = 0;
    Diagnostics warnings;
};

// `architecture` as in sm_90: 90.
std::expected<CompiledKernel, Diagnostics> compile_kernel(const Nvrtc&, const KernelSource&, int architecture);

// The same for a reader: PTX with the source's lines, what ptxas says, and the machine code where NVRTC knows the architecture.
std::expected<CompilerOutput, Diagnostics> compile_listing(const Nvrtc&, const KernelSource&, int architecture);

// The names of the __global__ functions in a text, for messages; a plain search, not a parser.
std::vector<std::string> kernel_names(const std::string& text);

}  // namespace warpwise
