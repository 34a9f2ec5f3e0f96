// A kernel that was compiled and loaded, or a routine of a library.
#pragma once

#include <memory>
#include <vector>

#include "cuda/compile/kernel_compiler.h"
#include "cuda/driver/handle.h"
#include "cuda/libraries/library_call.h"
#include "device/interface/device.h"

namespace warpwise {

class CudaProgram : public Program {
  public:
    CompiledKernel kernel;
    std::vector<Parameter> declared;  // as the text has them
    bool prints = false;              // the text calls printf
    bool from_cache = false;          // compiled earlier in this process: compile_ms is that time
    bool asserts = false;             // or assert
    double load_ms = 0;
    std::shared_ptr<Context> context;
    Module module;
    CUfunction function = nullptr;
    std::shared_ptr<LibraryCall> library;  // called instead of a kernel of ours; null: none
};

}  // namespace warpwise
