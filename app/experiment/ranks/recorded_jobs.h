// Jobs that ran in ranks on the GPUs of another machine: what a learner without GPUs sees of them. Nothing runs, and nothing is
// made up between what was measured.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "experiment/ranks/job_scaling.h"

namespace warpwise {

struct RecordedJobs {
    std::filesystem::path file;
    std::string date, cpu;  // ISO 8601; of the machine
    std::vector<JobRun> runs;
    std::vector<JobScaling> scalings;
    std::string title() const;  // "NVIDIA H100 80GB HBM3, 2026-11-27"
};

// data_dir()/assets/recordings/ranks, and that of the learner's own.
std::vector<std::filesystem::path> recorded_jobs_dirs();
// *.json of the folders that exist, by name. What is damaged or of another kind is named and passed over.
std::vector<RecordedJobs> load_recorded_jobs(const std::vector<std::filesystem::path>& dirs, Diagnostics& problems);
Result<RecordedJobs> load_recorded_jobs(const std::filesystem::path& file);  // "warpwise.jobs/1"

// Into the file, which is made where there is none: in place of an earlier one of the same job, ranks and values.
Result<void> add_to_recorded_jobs(const std::filesystem::path& file, const JobRun&);
Result<void> add_to_recorded_jobs(const std::filesystem::path& file, const JobScaling&);

}  // namespace warpwise
