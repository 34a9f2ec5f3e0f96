// The limits that a launch must keep on a GPU, and how this launch stands to each: figures of the CUDA C++ programming guide's
// table of technical specifications per compute capability. No window library.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "device/interface/device.h"
#include "ui/threads/occupancy_facts.h"

namespace warpwise::ui {

enum class LimitState {
    within,
    outside,  // the launch is refused
    opt_in,   // allowed, if the program asks for it before the launch
    says_so,  // no launch is refused by it
};

struct LimitRow {
    std::string name;       // "blockDim.x"
    std::string of_launch;  // "256"
    std::string most;       // "1,024"
    LimitState state = LimitState::says_so;
    std::string error;  // what a launch outside returns
    std::string help;
};

struct LimitGroup {
    std::string title;
    std::vector<LimitRow> rows;
};

struct LimitsQuestion {
    LaunchShape shape;
    KernelNeeds needs;
    std::optional<int> multiprocessors;  // of the GPU here; they are not the same in all GPUs of a compute capability
};
std::vector<LimitGroup> launch_limits(const SmLimits&, const LimitsQuestion&);

// Of the GPU here that has this compute capability.
std::optional<int> present_multiprocessors(const std::vector<DeviceInfo>&, const SmLimits&);

// "This launch is within every limit of compute capability 9.0.", or the first one that it is not within and the error's name.
std::string limits_verdict(const SmLimits&, const std::vector<LimitGroup>&);
bool is_refused(const std::vector<LimitGroup>&);

}  // namespace warpwise::ui
