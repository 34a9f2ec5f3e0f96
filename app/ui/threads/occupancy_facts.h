// What the occupancy view shows of the current launch: the question for the calculator and where its numbers come from. No
// window library.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "device/interface/occupancy.h"
#include "experiment/record/record.h"

namespace warpwise::ui {

// What is known of the kernel's needs, best first: a GPU's compiler, a listing's ptxas, the learner's own guess.
struct KernelNeeds {
    int registers_per_thread = 32;
    std::size_t static_shared_bytes = 0;
    enum class From { gpu, listing, guess } from = From::guess;
};
// "as the GPU's compiler says", "as ptxas says for sm_90", "a guess: move the slider"
std::string origin_text(const KernelNeeds&, const std::string& architecture);

// From the readings of a run on a GPU; nothing when they hold no registers.
std::optional<KernelNeeds> needs_of(const RunRecord& cuda);
// Blocks on a multiprocessor as the driver told, when the run had this shape.
std::optional<int> drivers_blocks(const RunRecord& cuda, const LaunchShape&);

// The present GPU's compute capability, so that the first picture is about the machine in hand; without a GPU the emulated one's,
// the recordings' H200.
std::string present_capability(const std::vector<DeviceInfo>&);

// The occupancy of each block size from one warp to 32, all else the same.
std::vector<double> occupancy_curve(const SmLimits&, OccupancyQuestion);

// "8 blocks of 8 warps: 64 of 64 warps. Threads and registers are the limit"
std::string occupancy_sentence(const Occupancy&);
// A resource's use: "49,152 of 65,536".
struct ResourceUse {
    OccupancyLimit limit = OccupancyLimit::threads;
    double used = 0, available = 0;
    int blocks = 0;  // that it has room for
    bool binds = false;
};
std::vector<ResourceUse> resource_uses(const SmLimits&, const Occupancy&);

}  // namespace warpwise::ui
