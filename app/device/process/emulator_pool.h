// The emulator as processes of their own beside the program (warpwise-emulator): what ends one of them ends a run or a check of
// a text, and the next one works. One process serves one request at a time; who asks while all are busy gets another process,
// so that a text is checked while a long run goes on, and one that ends its process takes no run with it. A session of the debugger
// has a process for itself as long as it lives, and leaves as many for other requests as there would be without it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "device/process/remote_device.h"

namespace warpwise {

// What compiling one text may take, unless a test says less: 4 GiB, or half of a small machine's memory.
std::uint64_t usual_compile_bytes();
// Where warpwise-emulator is and what is said of it.
Result<RemoteSettings> emulator_settings(std::uint64_t most_compile_bytes = usual_compile_bytes());

class EmulatorPool : public Device {
  public:
    // Starts the first process, which stays.
    static Result<std::unique_ptr<EmulatorPool>> start(RemoteSettings);

    DeviceInfo describe() const override { return info_; }
    Limits limits() const override { return limits_; }
    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource& source) override {
        return compile_until(source, {});
    }
    std::expected<std::shared_ptr<Program>, Diagnostics> compile_until(const KernelSource&, const std::stop_token&) override;
    LaunchOutcome launch(Program&, const LaunchShape&, std::vector<KernelArgument>, const LaunchOptions&) override;
    std::expected<std::unique_ptr<DebugSession>, Fault> debug(Program&, const LaunchShape&, std::vector<KernelArgument>,
                                                              const DebugOptions&, const std::stop_token&) override;

    std::vector<pid_t> processes();  // those that run now

  private:
    class PooledProgram;
    class PooledSession;
    class Lease;
    struct Place {
        enum class Use { nothing, request, session };
        std::uint64_t id = 0;                  // never used again
        std::unique_ptr<RemoteDevice> device;  // null while its process starts
        Use use = Use::nothing;
    };
    std::expected<std::shared_ptr<Program>, Fault> compiled_at(const Lease&, PooledProgram&, const std::stop_token&);

    explicit EmulatorPool(RemoteSettings settings) : settings_(std::move(settings)) {}

    RemoteSettings settings_;
    DeviceInfo info_;
    Limits limits_;
    std::mutex mutex_;
    std::condition_variable_any freed_;
    std::list<Place> places_;
    std::uint64_t next_place_ = 1;
    std::size_t failed_starts_ = 0;  // of processes for requests
    Fault no_process_;               // why
};

}  // namespace warpwise
