// What a launch was and what came of it, for those who judge it. Internal to the runtime.
#pragma once

#include <vector>

#include "program/runtime/runtime.h"

namespace warpwise {

// What a launch was and what came of it.
struct Runtime::Launched {
    const ProgramKernel& kernel;
    const LaunchRequest& request;
    const std::vector<simt::ArgumentBytes>& arguments;
    const std::vector<HeapBlock*>& blocks;  // by parameter; null: no array's start
    const simt::ExecuteOutcome& outcome;
    const CodePlace& place;  // of the launch
    int index;               // among all launches
};

}  // namespace warpwise
