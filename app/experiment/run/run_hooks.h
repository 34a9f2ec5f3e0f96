// What the caller of a run may hear of it, and keep from one to the next.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "device/interface/device.h"

namespace warpwise {

// Kernels compiled once for runs of one text at many values.
struct KeptPrograms {
    struct Kept {
        DeviceId device;
        KernelSource source;
        std::shared_ptr<Program> program;
    };
    std::vector<Kept> all;
};

class KeptTruths;

struct RunHooks {
    std::stop_token stop;
    std::function<void(const std::string& what, double fraction)> progress;  // from the worker's thread
    bool keep_arrays = true;                                  // false: the record keeps digests only, for sweeps over large arrays
    bool count_lines = false;                                 // with Trace::full: RunRecord::lines, for about as much time again
    std::uint64_t step_budget = LaunchOptions{}.step_budget;  // warp instructions of the launch
    KeptPrograms* kept = nullptr;                             // null: each run compiles its kernel
    KeptTruths* truths = nullptr;                             // null: each run computes what its reference computes
};

}  // namespace warpwise
