// A Device that lives in a process of its own, so that what ends that process (an illegal access that ruins its CUDA, a text
// that crashes the compiler, an endless kernel, a kill) ends a run and never the program. The process is started again when it
// is next needed, and programs are compiled again there.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "device/interface/device.h"
#include "device/process/child_process.h"
#include "device/process/message_channel.h"
#include "device/process/shared_memory.h"

namespace warpwise {

struct ForgottenPrograms;
class RemoteProgram;
struct SharedArrays;

// What is said of the process, and what to try when it fails.
struct RemoteWords {
    std::string log = "cuda";                                        // in front of the log's lines
    std::string process = "the process that drives the GPU";         // "... was killed by signal 9 (Killed)"
    std::string compiler = "the process that compiles for the GPU";  // the same process while it compiles
    std::string not_installed = "Install Warpwise again, or rebuild all of it; until then the lessons run in the emulator";
    std::string no_start = "Check nvidia-smi; `warpwise doctor` shows what is present";
    std::string after_compile = "Try again; the emulator (--device emulated) has its own compiler";
    std::string after_launch =
        "Run it in the emulator (--device emulated), which names the array, the thread and the line. The GPU is ready for the next "
        "run";
    std::string after_limit =
        "Look for a loop that never ends. Run it in the emulator (--device emulated), which counts the steps and names the line. "
        "The GPU is ready for the next run";
    std::string after_session = "Open the debugger again: a new process starts with it";
    std::map<int, std::string> exits;  // what an exit status of the process says: "used up its memory"
};

struct RemoteSettings {
    std::vector<std::string> command;  // the program that calls serve_device, and its arguments
    ChildEnvironment environment = ChildEnvironment::whole;
    double start_limit_s = 60;  // driver and context; a GPU without persistence mode takes its time
    double compile_limit_s = 120;
    double launch_limit_s =
        10;                     // for one launch, when LaunchOptions::time_budget_s says nothing; 0: the device keeps limits itself
    double stop_limit_s = 0.5;  // what a cancelled request gets to end by itself
    bool fault_ends_process = true;  // a kernel's fault leaves the process of no use, as it does CUDA
    RemoteWords words = {};
};

// What is said of a program that compiled before and does not in the next process.
Fault lost_by(const Diagnostics&);

class RemoteDevice : public Device {
  public:
    // Starts the process and asks what device it has; an Error of kind device_missing when it has none.
    static Result<std::unique_ptr<RemoteDevice>> start(RemoteSettings);
    ~RemoteDevice() override;

    DeviceInfo describe() const override { return info_; }
    std::vector<DeviceInfo> siblings() const override { return siblings_; }
    Limits limits() const override { return limits_; }
    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource& source) override {
        return compile_until(source, {});
    }
    std::expected<std::shared_ptr<Program>, Diagnostics> compile_until(const KernelSource&, const std::stop_token&) override;
    LaunchOutcome launch(Program&, const LaunchShape&, std::vector<KernelArgument>, const LaunchOptions&) override;
    // Of several sessions, and of those and launches, one is served at a time; they all end with the process.
    std::expected<std::unique_ptr<DebugSession>, Fault> debug(Program&, const LaunchShape&, std::vector<KernelArgument>,
                                                              const DebugOptions&, const std::stop_token&) override;

    pid_t process() const { return process_.pid(); }  // 0 when none runs

  private:
    class RemoteSession;
    // Why there is no answer. The process has been ended by then, unless the request was too large to be sent.
    struct NoAnswer {
        enum class Why { cannot_start, too_large, died, silent, stopped, nonsense } why = Why::died;
        std::string text;  // how it ended, or what could not be started
        std::string hint;
    };
    template <typename T>
    using Answer = std::expected<T, NoAnswer>;
    struct Wait {
        double limit_s = 0;  // between two signs of life; 0: none
        std::stop_token stop = {};
        const LaunchOptions* launch = nullptr;  // whose progress is passed on
        std::uint64_t number = 0;               // of a request that can be stopped; 0: it cannot
    };

    explicit RemoteDevice(RemoteSettings settings) : settings_(std::move(settings)) {}
    Result<void> start_process();
    void end_process();
    Answer<void> ensure_process();
    Answer<MessageChannel::Received> ask(const nlohmann::json& request, const Wait&, int file = -1);
    Answer<MessageChannel::Received> wait_for_answer(const Wait&, int wake);
    NoAnswer give_up(NoAnswer::Why);
    // Compiles in the process that runs now, unless it was.
    std::expected<void, Diagnostics> compile_there(RemoteProgram&, const std::stop_token&);
    // Copies the arrays to where the process finds them. The descriptor goes with the request: -1 when the process has it.
    std::expected<int, Fault> share(const SharedArrays&, const RemoteProgram&);
    void release_shared();
    LaunchOutcome launch_there(RemoteProgram&, const LaunchShape&, std::vector<KernelArgument>&, const LaunchOptions&);
    LaunchOutcome outcome_from(MessageChannel::Received&);
    Fault fault_of(const NoAnswer&, const RemoteProgram&, double limit_s) const;
    Fault could_not_run(const RemoteProgram&, const std::exception&) const;

    RemoteSettings settings_;
    DeviceInfo info_;
    std::vector<DeviceInfo> siblings_;
    Limits limits_;
    std::mutex mutex_;  // one request at a time
    ChildProcess process_;
    MessageChannel channel_;
    SharedMemory shared_;            // arrays, for the process
    SharedMemory maps_;              // write maps, the process's own
    bool shared_is_known_ = false;   // the process has mapped it
    std::uint64_t generation_ = 0;   // counts the processes
    std::uint64_t next_number_ = 1;  // of programs, sessions and requests
    std::shared_ptr<ForgottenPrograms> forgotten_ = nullptr;
};

}  // namespace warpwise
