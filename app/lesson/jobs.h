// [[job]]: what the ranks of an MPI program do, stage by stage, as data. The number of ranks is the lesson's parameter `ranks`; in
// the formulas of a stage, `rank` is the rank's own number.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "lesson/parameter_values.h"

namespace warpwise {

inline constexpr std::array<const char*, 10> kStageActions{"launch", "copy",      "send",   "receive", "exchange",
                                                           "reduce", "broadcast", "gather", "barrier", "wait"};

// Formulas are of whole numbers. Counts are elements.
struct RankStage {
    std::string action;                  // one of kStageActions
    std::string when;                    // the rank takes part where this is not 0; empty: always
    std::string kernel;                  // that is launched
    std::vector<std::string> arguments;  // of the launch, in place of the kernel's; empty: the kernel's
    std::string array;                   // that is copied, sent, reduced, ...
    std::string into;                    // that takes the result; empty: `array`
    std::string first = "0", into_first = "0";
    std::string count;          // empty: all elements of `array`
    std::string to, from;       // ranks; of a copy, `to` is "host" or "device"
    std::string root;           // of a collective call; empty: all ranks get the result
    std::string operation;      // of a reduction: "sum", "product", "least", "greatest"
    std::string times;          // adjacent stages with the same formula are repeated together, so often; empty: once
    bool is_on_device = false;  // what is sent and received is the GPU's array, not the host's
    // The messages that this stage starts without waiting for them, or, of a "wait", those that it waits for; empty: none.
    std::string under_way;
    int line = 0;  // in the manifest
    bool starts_messages() const { return !under_way.empty() && action != "wait"; }
};
inline constexpr std::array<const char*, 4> kRankOperations{"sum", "product", "least", "greatest"};

struct RankJob {
    std::string id, title, note;
    ParameterValues values;  // over the defaults
    std::vector<RankStage> stages;
    // A file of the lesson with a kernel `reference`, run as one thread over the arrays of all ranks, one rank behind the other.
    // Empty: what the arrays hold is not checked.
    std::string reference;
    std::vector<std::string> arguments;  // of the reference: arrays, parameters, formulas
    bool expects_deadlock = false;
};
inline constexpr int kMostJobRanks = 16;
inline constexpr const char* kRankName = "rank";
inline constexpr const char* kRanksName = "ranks";

// What a run of a job is counted by, for predictions and gates: messages, bytes_sent, most_messages, most_bytes, collective_calls,
// waiting_ranks.
std::vector<std::string> job_value_names();

// Whether a formula reads as C++ over whole numbers as it stands: names, digits, + - * ( ), comparisons, && || and ?:.
bool is_whole_formula(const std::string& formula);

}  // namespace warpwise
