// What `warpwise course verify` is asked, and one line of what it answers.
#pragma once

#include <functional>
#include <string>

#include "experiment/run/device_set.h"
#include "experiment/run/run_hooks.h"

namespace warpwise {

struct VerifyLine {
    std::string lesson;  // id, or the folder's name when it could not be read
    std::string what;    // "kernel sum_of_three", "prediction idle_threads", ...
    bool passed = false;
    std::string detail;  // what was seen; what to do when it failed
    double wall_s = 0;
    bool uncertain = false;  // passed, because nothing here can contradict it: no recording has what it is about
    std::string file{};      // what to mend when it failed, as an editor finds it; empty: `detail` names the files
    int line = 0;            // of it; 0: the file as a whole
};

struct VerifyOptions {
    int threads = 0;
    bool runs_ranks = true;                          // false: what needs MPI is passed over, as on a machine without it
    std::function<void(const VerifyLine&)> on_line;  // each as it is known
    const Recordings* recordings = nullptr;          // what claims are held against; none: the shipped ones
    RunHooks hooks;
};

}  // namespace warpwise
