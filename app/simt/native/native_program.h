// A kernel as code of this machine's processor: the second tier of the emulator, beside the interpreter's loop. What it does is the
// same, instruction by instruction: results, counters, faults and where turns end.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_isa.h"
#include "base/error.h"
#include "simt/native/native_source.h"

namespace warpwise::simt {

class NativeMemory;

class NativeProgram {
  public:
    // Makes what LLVM keeps until the process ends. What is made earlier ends later: a thread that still makes code then finds it.
    static void prepare();
    // The code as an object file, which depends on nothing but the source, the processor and this build of the program. Takes tens
    // of milliseconds and a stack as deep as a compiler's. An error: why the program stays interpreted.
    static Result<std::string> object_of(const NativeSource&, Isa);
    // ... in memory, where it can run. The processor must have what `isa` says.
    static Result<std::shared_ptr<const NativeProgram>> link(std::string_view object, const NativeSource&, const NativeHelpers&,
                                                             Isa);
    ~NativeProgram();
    NativeProgram(const NativeProgram&) = delete;

    // By index in Bytecode::functions.
    const std::vector<NativeFunction>& functions() const { return functions_; }
    Isa isa() const { return isa_; }
    std::size_t code_bytes() const { return code_bytes_; }

  private:
    NativeProgram();

    std::unique_ptr<NativeMemory> memory_;
    std::vector<NativeFunction> functions_;
    Isa isa_ = Isa::baseline;
    std::size_t code_bytes_ = 0;
};

}  // namespace warpwise::simt
