// NVIDIA's compiler's words on a kernel, as the plugin hands them over.
#pragma once

#include <string>
#include <vector>

namespace warpwise {

// What the plugin makes of a text (CudaPlugin::compile_to_text); the rest needs nothing of CUDA.
struct CompilerOutput {
    std::string ptx, log, compiler;
    std::string file, entry;  // how the PTX calls the kernel's own text, and the kernel
    std::vector<char> cubin;
    double compile_ms = 0;
};

}  // namespace warpwise
