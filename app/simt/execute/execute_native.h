// When a launch goes over to compiled code.
#pragma once

#include "simt/execute/launch_plan.h"
#include "simt/execute/launch_progress.h"

namespace warpwise::simt {

// Of a launch, where its options leave it open: what the environment variable WARPWISE_TIER says (interpreted, native), for tests.
Tier tier_of(const ExecuteOptions&);

// Warp instructions of a launch after which it asks for its compiled code: the interpreter takes about as long for them as it takes
// to make the code, some tenths of a second at most. With Trace full, which takes longer, fewer, and fewer again where lines
// are counted. For a kernel of more than kUsualInstructions, it is more: in proportion to the square of its length up to
// kManyInstructions, and to its length beyond that, as compiling it takes longer.
inline constexpr std::uint64_t kNativeSteps = 16'000'000, kNativeStepsFull = 8'000'000, kNativeStepsLines = 4'000'000;
inline constexpr std::uint64_t kUsualInstructions = 200, kManyInstructions = 1'000;
std::uint64_t native_steps(const Bytecode&, const ExecuteOptions&);

// From now on the launch's blocks use the code as soon as it is there; `waits`: it is there now, or never will be. From any of the
// launch's threads.
void ask_for_native(const LaunchPlan&, LaunchProgress&, bool waits);

// At the start of a launch: uses code that an earlier one asked for, or that is on disk. Not where fewer warps run than looking for
// it costs.
inline constexpr std::uint64_t kLeastWarpsForKept = 256;
void use_kept_native(const LaunchPlan&, LaunchProgress&);

// ... or asks for code that earlier launches of the kernel have together run long enough for, as a loop of a simulation's steps
// does. Not where they took as long as looking for code does.
inline constexpr std::uint64_t kLeastStepsOfLaunches = 16'384;  // warp instructions, the mean of them
void ask_for_often_launched(const LaunchPlan&, LaunchProgress&);
void note_launch(const LaunchPlan&, const LaunchProgress&);  // that has ended

}  // namespace warpwise::simt
