#include <fmt/format.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <thread>

#include "experiment/run/runner.h"
#include "experiment/run/worker.h"

namespace warpwise {

struct Worker::State {
    explicit State(DeviceSet& d) : devices(d) {}

    DeviceSet& devices;
    mutable std::mutex mutex;
    std::condition_variable_any changed;
    std::deque<Job> waiting;
    std::vector<Finished> finished;
    Status status;
    std::stop_source running;  // of the job that runs now
    std::uint64_t next_ticket = 1;
    std::jthread thread;  // last: stops and joins before the rest goes

    void loop(const std::stop_token& stop);
    // Nothing: a task that came to its end.
    std::optional<Result<RunRecord>> run(const Job& job, std::stop_token stop);
};

std::optional<Result<RunRecord>> Worker::State::run(const Job& job, std::stop_token stop) {
    RunHooks hooks;
    hooks.count_lines = !job.task;
    hooks.stop = std::move(stop);
    hooks.step_budget = job.step_budget;
    hooks.progress = [this](const std::string& what, double fraction) {
        const std::lock_guard lock(mutex);
        status.what = what;
        status.fraction = fraction;
    };
    try {
        if (job.task) {
            job.task(hooks);
            return std::nullopt;
        }
        if (job.launch) return run_experiment(*job.lesson, job.request, *job.launch, devices, hooks);
        return run_experiment(*job.lesson, job.request, devices, hooks);
    } catch (const std::exception& e) {
        return failure(fmt::format("{} ended with an internal error: {}", job.name, e.what()),
                       "Please report it, with the values that caused it.");
    } catch (...) {
        return failure(job.name + " ended with an unknown internal error", "Please report it, with the values that caused it.");
    }
}

void Worker::State::loop(const std::stop_token& stop) {
    while (true) {
        Job job;
        std::stop_token job_stop;
        {
            std::unique_lock lock(mutex);
            if (!changed.wait(lock, stop, [this] { return !waiting.empty(); })) return;
            job = std::move(waiting.front());
            waiting.pop_front();
            running = std::stop_source();
            job_stop = running.get_token();
            status = {true, "preparing", 0, waiting.size()};
        }
        std::optional<Result<RunRecord>> record = run(job, job_stop);
        const std::lock_guard lock(mutex);
        if (record) finished.push_back({job.ticket, std::move(job.request), std::move(*record), job.task != nullptr});
        status = {false, "", 0, waiting.size()};
    }
}

Worker::Worker(DeviceSet& devices) : state_(std::make_unique<State>(devices)) {
    State* state = state_.get();
    state->thread = std::jthread([state](const std::stop_token& stop) { state->loop(stop); });
}

Worker::~Worker() {
    state_->thread.request_stop();
    cancel_all();
}

std::uint64_t Worker::submit(const Lesson* lesson, ExperimentRequest request, std::optional<ResolvedLaunch> launch,
                             std::uint64_t step_budget) {
    const std::lock_guard lock(state_->mutex);
    const std::uint64_t ticket = state_->next_ticket++;
    state_->waiting.push_back({.lesson = lesson,
                               .request = std::move(request),
                               .ticket = ticket,
                               .step_budget = step_budget,
                               .launch = std::move(launch)});
    state_->status.waiting = state_->waiting.size();
    state_->changed.notify_one();
    return ticket;
}

std::uint64_t Worker::submit_task(std::string name, std::function<void(const RunHooks&)> task) {
    const std::lock_guard lock(state_->mutex);
    const std::uint64_t ticket = state_->next_ticket++;
    state_->waiting.push_back({.ticket = ticket, .task = std::move(task), .name = std::move(name)});
    state_->status.waiting = state_->waiting.size();
    state_->changed.notify_one();
    return ticket;
}

void Worker::cancel_all() {
    const std::lock_guard lock(state_->mutex);
    // Every ticket gets its answer: those that waited end as cancelled.
    for (Job& job : state_->waiting)
        if (!job.task) state_->finished.push_back({job.ticket, std::move(job.request), failure("cancelled before it ran")});
    state_->waiting.clear();
    state_->status.waiting = 0;
    state_->running.request_stop();
}

std::vector<Worker::Finished> Worker::poll() {
    const std::lock_guard lock(state_->mutex);
    return std::exchange(state_->finished, {});
}

Worker::Status Worker::status() const {
    const std::lock_guard lock(state_->mutex);
    Status status = state_->status;
    status.busy = status.busy || status.waiting > 0;
    return status;
}

}  // namespace warpwise
