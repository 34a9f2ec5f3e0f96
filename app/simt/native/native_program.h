// A kernel as code of this machine's processor: the second tier of the emulator, beside the interpreter's loop. What it does is the
// same, instruction by instruction: results, counters, faults and where turns end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/cpu_isa.h"
#include "base/error.h"
#include "simt/code/bytecode.h"
#include "simt/native/loop_state.h"

namespace warpwise::simt {

// What compiled code calls, each with the state of a warp's execution, its frame, and an instruction; they give a Then. Before
// a call the state's pc is that of the instruction behind it, and its steps count the instruction.
using NativeHelper = std::uint32_t (*)(LoopState*, std::byte* frame, const Instruction*);
struct NativeHelpers {
    NativeHelper load_1, load_2, load_4, load_8, store_1, store_2, store_4, store_8;
    NativeHelper elsewhere;  // whatever is not an operation on registers
    NativeHelper branch_if;  // whose lanes part
    NativeHelper join;       // a jump to the join point: LoopState::pc is the target
};

// From LoopState::pc on, until the warp's turn is over, it waits, it ends, has a fault, or another function goes on (Then::next).
// `special` and `lane_mask` are the warp's.
using NativeFunction = std::uint32_t (*)(LoopState*, std::byte* frame, const std::byte* special, const std::uint32_t* lane_mask);

// What of a program its compiled code depends on.
struct NativeSource {
    NativeSource(const Bytecode&, std::size_t entry, bool checks_each_access);
    struct Function {
        std::string name;
        std::vector<Instruction> code;
        std::vector<SwitchTable> switches;
        std::vector<CallSite> calls;
        std::vector<ReturnValue> results;
        std::vector<Parameter> parameters;
        std::vector<bool> is_variable;  // by 128 bytes of the frame: someone may look there
        std::size_t frame_bytes = 0;
    };
    std::vector<Function> functions;      // as in Bytecode::functions
    std::vector<std::uint8_t> constants;  // as Bytecode::constants
    std::size_t entry = 0;                // the kernel's index
    bool checks_each_access = false;      // Trace full: loads and stores are the helpers' alone
};

class NativeProgram {
  public:
    // The processor must have what `isa` says. Takes tens of milliseconds and a stack as deep as a compiler's. An error: why the
    // program stays interpreted.
    static Result<std::shared_ptr<const NativeProgram>> make(const NativeSource&, const NativeHelpers&, Isa);
    ~NativeProgram();
    NativeProgram(const NativeProgram&) = delete;

    // By index in Bytecode::functions.
    const std::vector<NativeFunction>& functions() const { return functions_; }
    Isa isa() const { return isa_; }
    double seconds() const { return seconds_; }  // that it took to make it
    std::size_t code_bytes() const { return code_bytes_; }

  private:
    struct Memory;
    NativeProgram();

    std::unique_ptr<Memory> memory_;
    std::vector<NativeFunction> functions_;
    Isa isa_ = Isa::baseline;
    double seconds_ = 0;
    std::size_t code_bytes_ = 0;
};

}  // namespace warpwise::simt
