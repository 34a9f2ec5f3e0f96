// What a kernel's compiled code is made of, and what it calls, as plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/code/bytecode.h"
#include "simt/code/half.h"
#include "simt/native/loop_state.h"

namespace warpwise::simt {

// What compiled code calls, each with the state of a warp's execution, its frame, and an instruction; they give a Then. Before
// a call the state's pc is that of the instruction behind it, and its steps count the instruction.
using NativeHelper = std::uint32_t (*)(LoopState*, std::byte* frame, const Instruction*);
// ... a load or store of one register: the addresses of the lanes, and where its result goes (in the lanes that are not active,
// too) or what it stores.
using NativeAccess = std::uint32_t (*)(LoopState*, const std::uint64_t* address, std::byte* lanes, const Instruction*);
// ... whose addresses are one number plus a multiple of a register of 32-bit lanes.
struct IndexedLanes {
    std::uint64_t base = 0, scale = 0;
    const std::uint32_t* index = nullptr;
    std::uint64_t is_signed = 0;
};
using NativeIndexedAccess = std::uint32_t (*)(LoopState*, const IndexedLanes*, std::byte* lanes, const Instruction*);
// Trace full: all lanes, in two halves; a step may be any number.
using NativeHalvesAccess = std::uint32_t (*)(LoopState*, const Half*, std::byte* lanes, const Instruction*);
struct NativeHelpers {
    NativeAccess load_1, load_2, load_4, load_8, store_1, store_2, store_4, store_8;
    NativeIndexedAccess gather_1, gather_2, gather_4, gather_8, scatter_1, scatter_2, scatter_4, scatter_8;  // loads and stores
    NativeHalvesAccess load_halves_4, load_halves_8, store_halves_4, store_halves_8;
    NativeHelper elsewhere;      // whatever is not an operation on registers
    NativeHelper branch_if;      // whose lanes part
    NativeHelper join;           // a jump to the join point: LoopState::pc is the target
    NativeHelper call_or_leave;  // Op::call, and `ret`
    NativeHelper statement;      // where lines are counted: whether the warp begins a statement with the instruction
    NativeHelper all_meet;       // trace full: the warp's 32 lanes meet: what any did before is ordered before what any does after
};

// From LoopState::pc on, until the warp's turn is over, it waits, it ends, has a fault, or another function goes on (Then::next).
// `special` and `lane_mask` are the warp's.
using NativeFunction = std::uint32_t (*)(LoopState*, std::byte* frame, const std::byte* special, const std::uint32_t* lane_mask);

// What of a program its compiled code depends on.
struct NativeSource {
    NativeSource(const Bytecode&, std::size_t entry, bool checks_each_access, bool counts_lines);
    struct Function {
        std::string name;
        std::vector<Instruction> code;
        std::vector<SwitchTable> switches;
        std::vector<CallSite> calls;
        std::vector<ReturnValue> results;
        std::vector<Parameter> parameters;
        std::size_t frame_bytes = 0;
        std::vector<std::uint32_t> argument_copies;  // of the kernel: registers that hold parameters when it starts
        // Where lines are counted, by instruction: where a statement may begin, a number of its own for each place in the text that
        // the warp may be at; else 0.
        std::vector<std::uint32_t> statements;
    };
    std::vector<Function> functions;      // as in Bytecode::functions
    std::vector<std::uint8_t> constants;  // as Bytecode::constants
    std::size_t entry = 0;                // the kernel's index
    bool checks_each_access = false;      // Trace full: loads and stores are calls of helpers, which check and count them
    bool counts_lines = false;            // for each instruction, in LoopState::lines; only where each access is checked
};

}  // namespace warpwise::simt
