// How the time of a job depends on the number of ranks: measured, beside the ideal, and by a model where nothing was measured.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "experiment/ranks/job_run.h"

namespace warpwise {

struct ScalingPoint {
    int ranks = 1;
    double seconds = 0;  // the best of the repeats
};

// Amdahl's law: a share of the work does not get faster. Fitted to what was measured with no more ranks than processors.
struct AmdahlModel {
    double one_s = 0, serial_share = 0;
    double seconds(int ranks) const { return one_s * (serial_share + (1 - serial_share) / ranks); }
};

struct JobScaling {
    std::string lesson, job;
    std::string weak;  // the size that grows with the ranks; empty: the job stays the same (strong scaling)
    int processors = 1;
    std::vector<ScalingPoint> points;  // by their ranks
    // Where it were ideal: of the first point.
    double ideal_s(int ranks) const;
    double efficiency(const ScalingPoint&) const;  // 1: ideal
};

// Of strong scaling, where two points or more have no more ranks than there are processors.
std::optional<AmdahlModel> fit_amdahl(const JobScaling&);

struct ScalingRequest {
    std::vector<int> ranks{1, 2, 4, 8};
    std::string weak;
    int repeats = 1;
};
// Each number of ranks in its turn. An Error where a run is not as the lesson expects.
Result<JobScaling> measure_scaling(const Lesson&, const RankJob&, const ParameterValues&, const ScalingRequest&, DeviceSet&,
                                   const std::stop_token& = {});

std::string text_of(const JobScaling&);
nlohmann::json to_json(const JobScaling&);  // "warpwise.scaling/1"

}  // namespace warpwise
