// The one run path: a request in, a record out. The window, the command line, the tests and the benchmark all use it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "experiment/record.h"
#include "experiment/recording.h"

namespace warpwise {

using GpuMaker = std::function<Result<std::unique_ptr<Device>>(int ordinal)>;

// The devices of this process, made on first use. Safe to call from any thread.
class DeviceSet {
  public:
    // A device that runs kernels, started when it is first asked for. An Error of kind device_missing says why it is not there.
    Result<Device*> get(const DeviceId&);
    // The devices of a kind, by ordinal: of those that run kernels the first one is started, which knows the others. An Error when
    // there is none.
    Result<std::vector<DeviceInfo>> all_of(DeviceKind);
    // What the CPU is compared with: the first GPU, started; else why there is none.
    Result<DeviceInfo> first_gpu();
    // Every device that can run here, in the order they are shown. Not cpu-library, which few kernels have
    // (Routine::check_library), and no recordings.
    std::vector<DeviceInfo> present();
    // What a device is called here; an Error when it is not there. Starts no device but this one.
    Result<DeviceInfo> describe(const DeviceId&);
    // What makes the GPUs instead of make_device(), for stand-ins in tests; before one is first asked for.
    void make_gpu_with(GpuMaker maker) { make_gpu_ = std::move(maker); }
    // Of recording_dirs(), read on first use; those added come first. As they are now: what is added later is in the next answer.
    std::shared_ptr<const Recordings> recordings();
    Result<void> add_recording(const std::filesystem::path&);

  private:
    struct Slot {
        std::mutex making;  // held while it is made: a GPU's start may take seconds, and no other caller waits for it
        std::optional<Result<std::unique_ptr<Device>>> made;
    };
    Slot& slot_of(const DeviceId&);
    // What a started device said of those of its kind; empty when none was started.
    std::vector<DeviceInfo> known_of(DeviceKind);

    std::mutex mutex_;  // of what follows
    std::shared_ptr<const Recordings> recordings_;
    GpuMaker make_gpu_;
    std::map<DeviceId, Slot> slots_;  // never erased: a slot stays where it is
    std::map<DeviceKind, std::vector<DeviceInfo>> siblings_;
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

// Kernels compiled once for runs of one text at many values.
struct KeptPrograms {
    struct Kept {
        DeviceId device;
        KernelSource source;
        std::shared_ptr<Program> program;
    };
    std::vector<Kept> all;
};

struct RunHooks {
    std::stop_token stop;
    std::function<void(const std::string& what, double fraction)> progress;  // from the worker's thread
    bool keep_arrays = true;                                  // false: the record keeps digests only, for sweeps over large arrays
    bool count_lines = false;                                 // with Trace::full: RunRecord::lines, for about as much time again
    std::uint64_t step_budget = LaunchOptions{}.step_budget;  // warp instructions of the launch
    KeptPrograms* kept = nullptr;                             // null: each run compiles its kernel
};

// Runs one request to its end. Errors are for what never became a run (unknown kernel, bad value, device missing);
// a kernel that does not compile, faults or is wrong is a record that says so.
Result<RunRecord> run_experiment(const Lesson&, const ExperimentRequest&, DeviceSet&, const RunHooks& = {});

// Runs requests one after the other on a thread of its own; results are polled once per frame.
class Worker {
  public:
    struct Job {
        const Lesson* lesson = nullptr;  // outlives the job
        ExperimentRequest request;
        std::uint64_t ticket = 0;
        std::function<void(const RunHooks&)> task;  // instead of a run; keeps its own result
        std::uint64_t step_budget = RunHooks{}.step_budget;
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
    std::uint64_t submit(const Lesson* lesson, ExperimentRequest request, std::uint64_t step_budget = RunHooks{}.step_budget);
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
