// What the view `ranks` keeps between frames.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiment/ranks/job_scaling.h"
#include "experiment/ranks/recorded_jobs.h"
#include "ui/kit/background_job.h"
#include "ui/timing/timeline_layout.h"

namespace warpwise::ui {

struct RanksState {
    std::string lesson, job;  // the chosen job, by its id
    bool wants_run = false;   // of the chosen job, in the next frame
    // `gpus`: all of this machine, or those that are chosen in Launch where they are several; `one_gpu`: one of several, shared.
    enum class Where { emulator, gpus, one_gpu, recorded } where = Where::emulator;
    std::size_t recording = 0;                            // of `recordings`, where the ranks are recorded
    std::optional<std::vector<RecordedJobs>> recordings;  // nothing: not read yet
    std::string hosts;                                    // a host file; empty: this machine
    std::optional<JobRun> last;
    std::string problem;  // why the last one did not run
    bool shows_program = false;
    TimeWindow window{0, 0};  // what is seen; without a length: all
    // A call that was pointed out, in `last`.
    int chosen_rank = -1;
    std::size_t chosen_call = 0;
    std::map<std::string, JobScaling> scalings;  // the newest, of the job that they name; by the size that grows, "": none
    std::string growing_sizes_of;                // the lesson and the job of:
    std::vector<std::string> growing_sizes;
    std::string scaling_problem;
    BackgroundJob<Result<JobRun>> run;  // these last: they end first
    BackgroundJob<Result<JobScaling>> scaling_run;
};

}  // namespace warpwise::ui
