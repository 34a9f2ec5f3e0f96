// What is known of a cost besides the stop itself: the kernel of the lesson that avoids it, and what hardware counted of the same
// launch.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ui/debugger/cause.h"
#include "ui/debugger/debugger_state.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct KernelFix {
    std::string kernel;  // id; empty: the solution of the exercise
    std::string title;
};

// Counts of a recorded run of the whole launch.
struct HardwareCounts {
    std::string device, date;  // "NVIDIA H200", "2026-11-22"
    Counters counters;
};

struct CauseHelp {
    std::map<std::string, KernelFix, std::less<>> fixes;  // by fix_name()
    std::vector<HardwareCounts> counted;                  // by recording
};

// Of the kernel that is stepped; nothing where none is.
const CauseHelp& cause_help(Workbench&);
// Of these recordings, those of a GPU that are of exactly this launch: kernel, values, grid and block, and the lesson's own text.
std::vector<HardwareCounts> hardware_counts(const KnownRecordings&, const DebugSubject&);
// "The NVIDIA H200 counted 16,384 wavefronts of shared-memory loads in this launch (recording of 2026-11-22)."; empty where it
// counted nothing of the kind.
std::string hardware_text(const Cause&, const HardwareCounts&);

}  // namespace warpwise::ui
