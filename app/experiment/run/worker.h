// Runs on a thread of its own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/record/record.h"
#include "experiment/run/device_set.h"
#include "experiment/run/resolve.h"
#include "experiment/run/run_hooks.h"

namespace warpwise {

// Runs requests one after the other on a thread of its own; results are polled once per frame.
class Worker {
  public:
    struct Job {
        const Lesson* lesson = nullptr;  // outlives the job
        ExperimentRequest request;
        std::uint64_t ticket = 0;
        std::function<void(const RunHooks&)> task;  // instead of a run; keeps its own result
        std::string name = "the run";               // "the search", in a sentence
        std::uint64_t step_budget = RunHooks{}.step_budget;
        std::optional<ResolvedLaunch> launch = std::nullopt;  // of the request; nothing: evaluated by the run
    };
    struct Finished {
        std::uint64_t ticket = 0;
        ExperimentRequest request;
        Result<RunRecord> record;
        bool is_task = false;  // which ended with an exception: `record` says with which
    };
    struct Status {
        bool busy = false;
        std::string what;  // "compiling", "emulated: block 12 of 4,096"
        double fraction = 0;
        std::size_t waiting = 0;
    };
    explicit Worker(DeviceSet& devices);
    ~Worker();  // cancels and joins
    std::uint64_t submit(const Lesson* lesson, ExperimentRequest request, std::optional<ResolvedLaunch> launch = std::nullopt,
                         std::uint64_t step_budget = RunHooks{}.step_budget);
    // Something else that needs the devices for itself, in turn with the runs. Its end is told by `status` alone, unless it throws.
    std::uint64_t submit_task(std::string name, std::function<void(const RunHooks&)> task);
    void cancel_all();
    std::vector<Finished> poll();
    Status status() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace warpwise
