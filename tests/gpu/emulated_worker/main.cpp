// Serves the emulator as warpwise-cuda-worker serves the GPU; the first argument says what else it does, wrong on purpose.
#include <string>

#include "device/process/child_process.h"
#include "device/process/device_server.h"
#include "scripted_session.h"

using namespace warpwise;

namespace {

// A device that ends its process, or never ends, in the middle of a launch: what a driver may do.
class BadDevice : public Device {
  public:
    explicit BadDevice(std::string habit) : habit_(std::move(habit)), emulator_(make_emulated_device()) {}
    DeviceInfo describe() const override { return emulator_->describe(); }
    Limits limits() const override { return emulator_->limits(); }
    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource& source) override {
        if (habit_ == "dies-compiling") _exit(9);
        return emulator_->compile(source);
    }
    LaunchOutcome launch(Program& program, const LaunchShape& shape, std::vector<KernelArgument> arguments,
                         const LaunchOptions& options) override {
        if (habit_ == "dies") _exit(7);
        if (habit_ == "crashes") __builtin_trap();
        if (habit_ == "throws") throw std::runtime_error("out of something");
        while (habit_ == "never-ends") pause();
        if (habit_ == "babbles") static_cast<void>(write(kChildSocket, "this is no message at all", 25));
        LaunchOutcome outcome = emulator_->launch(program, shape, std::move(arguments), options);
        if (habit_ == "tells-options") tell(options, outcome);
        return outcome;
    }
    std::expected<std::unique_ptr<DebugSession>, Fault> debug(Program& program, const LaunchShape& shape,
                                                              std::vector<KernelArgument> arguments, const DebugOptions& options,
                                                              const std::stop_token& stop) override {
        if (habit_ == "dies") _exit(7);
        if (habit_ == "throws") throw std::runtime_error("out of something");
        if (habit_ == "scripted-session") return std::make_unique<ScriptedSession>(arguments, options);
        return Device::debug(program, shape, std::move(arguments), options, stop);
    }

  private:
    // What came of the options on this side of the socket, in the fields that only a GPU fills.
    static void tell(const LaunchOptions& options, LaunchOutcome& outcome) {
        for (int chunk = 0; chunk < options.chunks; ++chunk)
            outcome.timeline.push_back({"kernel", chunk % options.streams, chunk, chunk * 1.0, chunk + 0.5});
        outcome.readings = {{"length_argument", static_cast<double>(options.length_argument.value_or(999))},
                            {"flush_l2", options.flush_l2 ? 1.0 : 0.0}};
        outcome.throttled = {{1, std::string(name_of(options.copies))}};
    }
    std::string habit_;
    std::unique_ptr<Device> emulator_;
};

}  // namespace

int main(int argc, char** argv) {
    const std::string habit = argc > 1 ? argv[1] : "";
    if (habit == "ends-at-once") return 5;
    if (habit == "other-version") {
        // a whole message of a program that is not ours: {"hello": 0, "version": "0"}
        constexpr char bytes[] =
            "WWM2\x12\0\0\0\0\0\0\0\xa2\x65hello\x00\x67version\x61"
            "0";
        static_cast<void>(write(kChildSocket, bytes, sizeof bytes - 1));
        pause();
    }
    if (habit == "silent") pause();
    serve_device(FileDescriptor(kChildSocket), [&]() -> Result<std::unique_ptr<Device>> {
        if (habit == "missing") return std::unexpected(Error{ErrorKind::device_missing, "there is no such device here", "Buy one"});
        return std::make_unique<BadDevice>(habit);
    });
}
