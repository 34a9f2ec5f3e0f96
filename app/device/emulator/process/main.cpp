// warpwise-emulator MOST_COMPILE_BYTES: compiles and runs kernels in the emulator for the program that started it
// (docs/architecture.md), so that a text that ends a process ends this one. It serves the socket it was given and ends with it.
// warpwise-emulator --write-preludes FOLDER: a step of the build (simt/compile/write_preludes.h).
#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "device/interface/debug_session.h"
#include "device/process/child_process.h"
#include "device/process/device_server.h"
#include "device/process/process_guard.h"
#include "device/process/walls.h"
#include "simt/compile/deep_stack.h"
#include "simt/compile/write_preludes.h"

namespace {

using namespace warpwise;

class GuardedSession : public DebugSession {
  public:
    GuardedSession(ProcessGuard& guard, std::unique_ptr<DebugSession> session) : guard_(guard), session_(std::move(session)) {}
    Result<DebugState> run(const DebugCommand& command, const std::stop_token& stop) override {
        const ProcessGuard::Watch watch(guard_, 0);
        return session_->run(command, stop);
    }
    Result<DebugOverview> overview(std::uint64_t most_steps, const std::stop_token& stop) override {
        const ProcessGuard::Watch watch(guard_, 0);
        return session_->overview(most_steps, stop);
    }
    Result<DebugBlockAccesses> accesses(const DebugAccessesWanted& wanted, const std::stop_token& stop) override {
        const ProcessGuard::Watch watch(guard_, 0);
        return session_->accesses(wanted, stop);
    }
    Result<std::vector<DebugArray>> arrays() override { return session_->arrays(); }
    Result<std::vector<std::string>> variable_names() override { return session_->variable_names(); }
    Result<std::vector<std::byte>> read(std::uint64_t address, std::uint64_t bytes) override {
        return session_->read(address, bytes);
    }
    Result<std::vector<std::byte>> read_in_thread(std::uint32_t thread, std::uint64_t address, std::uint64_t bytes) override {
        return session_->read_in_thread(thread, address, bytes);
    }

  private:
    ProcessGuard& guard_;
    std::unique_ptr<DebugSession> session_;
};

// The emulator under the guard's limits.
class GuardedEmulator : public Device {
  public:
    explicit GuardedEmulator(std::uint64_t most_compile_bytes) : most_compile_bytes_(most_compile_bytes) {}
    DeviceInfo describe() const override { return emulator_->describe(); }
    Limits limits() const override { return emulator_->limits(); }
    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource& source) override {
        const ProcessGuard::Watch watch(guard_, most_compile_bytes_);
        return emulator_->compile(source);
    }
    LaunchOutcome launch(Program& program, const LaunchShape& shape, std::vector<KernelArgument> arguments,
                         const LaunchOptions& options) override {
        const ProcessGuard::Watch watch(guard_, 0);
        return emulator_->launch(program, shape, std::move(arguments), options);
    }
    std::expected<std::unique_ptr<DebugSession>, Fault> debug(Program& program, const LaunchShape& shape,
                                                              std::vector<KernelArgument> arguments, const DebugOptions& options,
                                                              const std::stop_token& stop) override {
        const ProcessGuard::Watch watch(guard_, 0);
        auto session = emulator_->debug(program, shape, std::move(arguments), options, stop);
        if (!session) return session;
        return std::make_unique<GuardedSession>(guard_, std::move(*session));
    }

  private:
    std::uint64_t most_compile_bytes_;
    ProcessGuard guard_;
    std::unique_ptr<Device> emulator_ = make_emulated_device();
};

// The first text of a process waits until the compiler's code is read from the disk: no learner's text is to be that one.
std::unique_ptr<Device> warm_emulator(std::uint64_t most_compile_bytes) {
    auto emulator = std::make_unique<GuardedEmulator>(most_compile_bytes);
    static_cast<void>(emulator->compile({"__global__ void first(float* a) { a[threadIdx.x] += 1; }", "first", "first.cu"}));
    return emulator;
}

// For the build: what every compile would else parse anew.
int write_preludes(const char* folder) {
    const auto written = simt::write_parsed_preludes(folder);
    if (!written) std::fprintf(stderr, "warpwise-emulator: %s\n", written.error().text().c_str());
    return written ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == "--write-preludes") return write_preludes(argv[2]);
    struct stat status{};
    if (argc != 2 || fstat(kChildSocket, &status) != 0 || !S_ISSOCK(status.st_mode)) {
        std::fputs("warpwise-emulator is a part of Warpwise and is started by it; run warpwise instead\n", stderr);
        return 2;
    }
    ProcessGuard::offer_process();
    raise_walls();
    simt::exit_when_deep_stack_ends(kExitOutOfStack);
    const std::uint64_t most_compile_bytes = std::strtoull(argv[1], nullptr, 10);
    serve_device(FileDescriptor(kChildSocket),
                 [=]() -> Result<std::unique_ptr<Device>> { return warm_emulator(most_compile_bytes); },
                 {.process = "the emulator's process", .arrays_in_place = true});
}
