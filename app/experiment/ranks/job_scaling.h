// How the time of a job depends on the number of ranks: measured, beside the ideal, and by a model where nothing was measured.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "experiment/ranks/job_run.h"
#include "experiment/ranks/message_path.h"

namespace warpwise {

struct ScalingPoint {
    int ranks = 1;
    double seconds = 0;  // the best of the repeats; on GPUs, each is a median already
    MessagePath path;    // as the job's stages say
    JobGpus gpus;
};

struct JobScaling {
    std::string lesson, job;
    std::string weak;                  // the size that grows with the ranks; empty: the job stays the same (strong scaling)
    ParameterValues values;            // of one rank
    int processors = 1;                // of the machines; on GPUs, the GPUs
    std::string recorded_on;           // "NVIDIA H200, 2026-11-27"; empty: measured here
    std::string hosts;                 // "3 hosts"; empty: this machine
    std::vector<ScalingPoint> points;  // measured, by their ranks
    std::optional<RankLink> link;      // measured, where there is more than one rank
    struct Beyond {
        int ranks = 1;
        MessagePath path;
    };
    std::vector<Beyond> beyond;  // numbers of ranks that were not measured
    bool overlaps = false;       // the job starts messages without waiting for them
    bool is_on_gpus() const { return !points.empty() && !points.front().gpus.gpus.empty(); }
    // Where it were ideal: of the first point.
    double ideal_s(int ranks) const;
    double efficiency(const ScalingPoint&) const;  // 1: ideal
};

// Strong scaling: seconds = serial + parallel / ranks + messages * latency + bytes / bandwidth. Weak scaling: the first two are one
// constant, as each rank's own work stays the same. Fitted to what was measured with no more ranks than processors.
struct ScalingModel {
    double serial_s = 0, parallel_s = 0;
    bool is_weak = false;
    RankLink link;
    double serial_share() const { return serial_s / (serial_s + parallel_s); }
    double message_s(const MessagePath& path) const { return path.seconds(link); }
    double seconds(int ranks, const MessagePath& path) const {
        return serial_s + (is_weak ? parallel_s : parallel_s / ranks) + message_s(path);
    }
};
// Nothing without a link, or where too few points have a processor for each rank: 2 of strong scaling, 1 of weak scaling.
std::optional<ScalingModel> fit_model(const JobScaling&);

struct ScalingRequest {
    std::vector<int> ranks{1, 2, 4, 8};
    std::string weak;
    int repeats = 1;
    RankPlaces places;
};
// Each number of ranks in its turn, then a ping-pong. An Error where a run is not as the lesson expects.
Result<JobScaling> measure_scaling(const Lesson&, const RankJob&, const ParameterValues&, const ScalingRequest&, DeviceSet&,
                                   const std::stop_token& = {});

// "A model, not measured: ..."; empty: there is none.
std::string text_of_model(const JobScaling&);
std::string text_of(const JobScaling&);
nlohmann::json to_json(const JobScaling&);  // "warpwise.scaling/1"

}  // namespace warpwise
