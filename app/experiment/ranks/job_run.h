// Runs a lesson's [[job]] in ranks of the machine's MPI: its program under mpirun, each rank with an emulated GPU or one of the
// machine's, and what the arrays hold afterwards compared with the job's reference.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "experiment/file/program_ranks.h"
#include "experiment/ranks/job_gpus.h"
#include "experiment/ranks/job_program.h"
#include "experiment/ranks/rank_timeline.h"
#include "experiment/record/record.h"
#include "experiment/run/device_set.h"
#include "lesson/lesson.h"

namespace warpwise {

struct JobRun {
    std::string lesson, job, program;  // `program`: its text
    ParameterValues values;
    RanksReport report;
    RankTimeline timeline;
    std::optional<Check> check;  // nothing: the program did not end, or the job has no reference
    struct Output {
        std::string array;
        std::vector<std::vector<std::string>> of_ranks;  // the first elements, by rank
        std::int64_t elements = 0;                       // of each rank
    };
    std::vector<Output> outputs;
    // "right", "wrong", "ended" (and not compared), "deadlock", "failed": it does not compile, has another mistake, or ended with
    // an exit code
    std::string status;
    std::string difference;  // the first element that is wrong, with its rank; empty: none
    // From the first rank's begin to the last one's end: without compiling. On GPUs, the median of the timed rounds.
    double job_s = 0;
    JobGpus gpus;
    std::string recorded_on;   // "NVIDIA H200, 2026-11-27"; empty: measured here
    std::string not_compared;  // why there is no check although the job has a reference; empty: there is one
    bool is_as_expected = false;
};

// The values of a job's run: those given, then the job's own, then the lesson's defaults. `values` may name `ranks`.
ParameterValues values_of_job(const Lesson&, const RankJob&, const ParameterValues& values);

// An Error when there is no MPI on this machine (`is_missing_mpi`), or when the job cannot be written as a program.
Result<JobRun> run_job(const Lesson&, const RankJob&, const ParameterValues&, DeviceSet&, const std::stop_token& = {},
                       const RankPlaces& = {});

// What both kinds of runs begin and end with (joined_job.h has the other one): the values, checked, and the outcome of the report
// with the arrays that the ranks have left in `folder`.
Result<JobRun> begun_job(const Lesson&, const RankJob&, const ParameterValues&);
Result<void> take_outcome(JobRun&, const Lesson&, const RankJob&, const std::vector<JobArray>&, const std::filesystem::path& folder,
                          DeviceSet&);
// Whether the machine's MPI can start ranks: why not, and what to install.
Result<void> mpi_is_here();

// "total: 0.84147101 on rank 0, 0 on rank 1, ..."
std::string text_of(const JobRun::Output&);
std::string text_of(const JobRun&);
nlohmann::json to_json(const JobRun&);  // "warpwise.job/1"

}  // namespace warpwise
