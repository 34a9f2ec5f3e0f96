// The one run path: a request in, a record out. The window, the command line, the tests and the benchmark all use it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "experiment/record.h"
#include "experiment/recording.h"

namespace warpwise {

// The devices of this process, made on first use. Safe to call from any thread.
class DeviceSet {
  public:
    // An Error of kind device_missing says why a device is not there.
    Result<Device*> get(DeviceKind);
    // cuda and emulated, and the CPU forms: those that can run here, in the order they are shown. Not cpu-library, which few
    // kernels have: Routine::check_library.
    std::vector<DeviceInfo> present();
    // What a kind is called here; an Error when it is not there. Never starts a device that has not been asked for, apart from
    // `cuda` and `emulated` themselves.
    Result<DeviceInfo> describe(DeviceKind);
    // What makes the GPU's device instead of make_cuda_device(), for a stand-in in tests; before it is first asked for.
    void make_gpu_with(std::function<Result<std::unique_ptr<Device>>()> maker) { make_gpu_ = std::move(maker); }
    // Of recording_dirs(), read on first use; those added come first.
    const Recordings& recordings();
    Result<void> add_recording(const std::filesystem::path&);

  private:
    // What is known of a kind; nothing when it was never asked for.
    std::optional<Result<Device*>> find(DeviceKind);

    std::mutex cuda_mutex_, emulated_mutex_;  // held while a device is made: a GPU's start may take seconds
    std::mutex mutex_;                        // of what follows
    std::unique_ptr<Recordings> recordings_;
    std::function<Result<std::unique_ptr<Device>>()> make_gpu_ = make_cuda_device;
    std::map<DeviceKind, std::unique_ptr<Device>> devices_;
    std::map<DeviceKind, Error> missing_;
};

// What a request becomes once its formulas are evaluated; the launch panel shows it before a run.
struct ResolvedLaunch {
    LaunchShape shape;
    DType dtype = DType::f32;
    std::string entry;       // "add_one<float>"
    std::uint64_t work = 0;  // threads that have an element
    // Of a 2-D kernel: columns and rows of threads that have an element.
    std::optional<std::uint64_t> columns, rows;
};
Result<ResolvedLaunch> resolve_launch(const Lesson&, const ExperimentRequest&);

// The parameters as the kernel's formulas see them: a block of the request's own counts for the parameters that name its edges.
ParameterValues formula_values(const Lesson&, const KernelSpec&, const ExperimentRequest&);

// The block of the next launch. Edges that are parameters of the lesson (the kernel's `block` is just their name) are set there,
// so that all formulas follow; a block that the parameters cannot say goes to the launch alone.
void set_block(const Lesson&, ExperimentRequest& request, const Dim3& block);

// Parameters given as text ("block=64", "grid=4", "dtype=f64") checked against the lesson and put over `request`.
Result<void> apply_setting(const Lesson&, ExperimentRequest& request, const std::string& key, const std::string& value);

struct RunHooks {
    std::stop_token stop;
    std::function<void(const std::string& what, double fraction)> progress;  // from the worker's thread
    bool keep_arrays = true;  // false: the record keeps digests only, for sweeps over large arrays
};

// Runs one request to its end. Errors are for what never became a run (unknown kernel, bad value, device missing);
// a kernel that does not compile, faults or is wrong is a record that says so.
Result<RunRecord> run_experiment(const Lesson&, const ExperimentRequest&, DeviceSet&, const RunHooks& = {});

// Runs requests one after the other on a thread of its own; results are polled once a frame.
class Worker {
  public:
    struct Job {
        const Lesson* lesson = nullptr;  // outlives the job
        ExperimentRequest request;
        std::uint64_t ticket = 0;
        std::function<void(const RunHooks&)> task;  // instead of a run; keeps its own result
    };
    struct Finished {
        std::uint64_t ticket = 0;
        ExperimentRequest request;
        Result<RunRecord> record;
    };
    struct Status {
        bool busy = false;
        std::string what;  // "compiling", "emulated: block 12 of 4,096"
        double fraction = 0;
        std::size_t waiting = 0;
    };
    explicit Worker(DeviceSet& devices);
    ~Worker();  // cancels and joins
    std::uint64_t submit(const Lesson* lesson, ExperimentRequest request);
    // Something else that needs the devices for itself, in turn with the runs. Its end is told by `status` alone.
    void submit_task(std::function<void(const RunHooks&)> task);
    void cancel_all();
    std::vector<Finished> poll();
    Status status() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace warpwise
