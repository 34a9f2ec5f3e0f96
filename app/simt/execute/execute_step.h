// Stepping: the interpreter's loop with a hook at each instruction, for the debugger. Baseline instructions, full trace; a block
// does the same as in an ordinary run.
#pragma once

#include <cstdint>
#include <functional>

#include "simt/execute/block_run.h"

namespace warpwise::simt {

struct Stepping {
    std::uint64_t stop_at = ~std::uint64_t{0};  // warp instructions of the run: it pauses before it would run more
    std::uint64_t now = 0;                      // warp instructions of the run when the two below are called
    // A warp is about to execute a new statement (Warp::statement). True: the block pauses here.
    std::function<bool(const Warp&)> on_statement;
    // A warp is about to execute an instruction.
    std::function<void(const Warp&, const Instruction&)> on_instruction;
};

inline bool must_pause(const BlockRun& run) { return run.warp_instructions >= run.stepping->stop_at; }

// A RunWarp for a run with `stepping`.
RunResult run_warp_stepping(BlockRun&, Warp&);

// Whether turns end by the instruction, so that the loop has to look behind each of them: the fast loops look at jumps alone.
constexpr bool takes_turns(BlockOrder order) { return order == BlockOrder::round_robin || order == BlockOrder::by_request; }
// A RunWarp for a run without `stepping` under such an order.
RunWarp run_warp_in_turns(TraceLevel);
// Whether the warp's turn ends behind the instruction that it is about to execute, whatever is left of its quantum.
bool ends_turn(const BlockRun&, const Warp&, const Instruction&);

// Whether the instruction at warp.pc begins a statement; then it is noted in warp.statement.
bool begin_statement(Warp&);
// Whether it will begin one that is not noted yet. Where a turn ends with the last instruction of a statement, the next one begins
// with the warp's next turn.
bool stands_before_statement(const Warp&);
struct BeforeInstruction {
    std::byte* frame = nullptr;
    std::size_t calls = 0;
    std::uint32_t mask = 0;
};
// After an instruction: marks what it wrote.
void note_written(Warp&, const Instruction&, const BeforeInstruction&);

}  // namespace warpwise::simt
