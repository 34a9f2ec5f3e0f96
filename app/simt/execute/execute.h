// Runs a program on the host, warp by warp: 32 lanes under an active mask that meet again at immediate post-dominators.
//
// The same launch gives the same result whatever `threads` is, except where blocks race: the order of floating-point atomics
// of different blocks follows the host's threads. Which of two racing blocks is told of does too, in
// traces of Trace::full of 65536 threads and more; smaller ones run on one host thread.
#pragma once

#include <span>

#include "base/error.h"
#include "base/launch_shape.h"
#include "simt/code/bytecode.h"
#include "simt/execute/execute_options.h"
#include "simt/execute/execute_outcome.h"
#include "simt/memory/kernel_heap.h"
#include "simt/memory/memory.h"

namespace warpwise::simt {

// `memory` must be the one that prepare_memory() gave the program's variables to, before any array was added.
ExecuteOutcome execute(const Bytecode&, const Function& entry, const LaunchShape&, std::span<const ArgumentBytes> arguments,
                       Memory& memory, const ExecuteOptions&);

// Puts the program's __device__ variables at the start of an empty memory, where the bytecode expects them, and behind them what
// malloc() gives in a kernel that calls it: unless the program has a heap that outlives the launch.
Result<void> prepare_memory(const Bytecode&, Memory&, HeapOwner = HeapOwner::launch);

}  // namespace warpwise::simt
