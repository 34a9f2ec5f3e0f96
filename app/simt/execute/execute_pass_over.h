// What a GPU passes over (ExecuteOptions::goes_on_as_gpu): the fault is told, and the launch goes on as it does on a GPU. Cold
// code.
#pragma once

#include "simt/execute/block_run.h"

namespace warpwise::simt {

// Tells it, once an instruction; always true, for `return pass_over(...)`.
bool pass_over(BlockRun&, const Instruction&, Fault);
bool was_passed_over(const BlockRun&, const Instruction&);
// Whether that was told, so that its text is not made again.
inline bool is_passed_over(const BlockRun& run, const Instruction& in) {
    return !run.passed_over.empty() && was_passed_over(run, in);
}

// Whether an access that no object holds reaches memory that a GPU has mapped.
bool reaches_mapped(const BlockRun&, std::uint64_t address, std::uint64_t bytes, bool is_store);
// Such an access: reads what the emulator has there and 0 elsewhere, writes only what it has.
void read_mapped(const BlockRun&, std::uint64_t address, std::byte* out, std::uint64_t bytes);
void write_mapped(BlockRun&, std::uint64_t address, const std::byte* data, std::uint64_t bytes);

}  // namespace warpwise::simt
