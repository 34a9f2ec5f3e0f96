// The debugger's sessions of a RemoteDevice: each command is a request to its process.
#include <fmt/format.h>

#include <exception>

#include "base/fault_json.h"
#include "base/json.h"
#include "debug/debug_json.h"
#include "device/process/device_messages.h"
#include "device/process/remote_device.h"
#include "device/process/remote_program.h"

namespace warpwise {

using nlohmann::json;

class RemoteDevice::RemoteSession : public DebugSession {
  public:
    RemoteSession(RemoteDevice& device, const RemoteProgram& program, std::uint64_t id)
        : device_(device), entry_(program.entry), id_(id), generation_(device.generation_) {}
    ~RemoteSession() override {
        const std::lock_guard lock(device_.mutex_);
        if (!lost_ && device_.generation_ == generation_) device_.channel_.send({{"do", "debug_end"}, {"session", id_}});
    }

    Result<DebugState> run(const DebugCommand& command, const std::stop_token& stop) override {
        return ask({{"do", "debug_run"}, {"command", to_json(command)}}, stop,
                   [](const json& answer) { return debug_state_from_json(answer.at("state")); });
    }
    Result<DebugOverview> overview(std::uint64_t most_steps, const std::stop_token& stop) override {
        return ask({{"do", "debug_overview"}, {"most_steps", most_steps}}, stop, [](const json& answer) {
            DebugOverview overview = debug_overview_from_json(answer.at("overview"));
            overview.timeline = timeline_from(answer.at("timeline"));
            return overview;
        });
    }
    Result<DebugBlockAccesses> accesses(const DebugAccessesWanted& wanted, const std::stop_token& stop) override {
        return ask({{"do", "debug_accesses"}, {"wanted", to_json(wanted)}}, stop,
                   [](const json& answer) { return block_accesses_from_json(answer.at("accesses")); });
    }
    Result<std::vector<DebugArray>> arrays() override {
        return ask({{"do", "debug_arrays"}}, {}, [](const json& answer) { return debug_arrays_from(answer.at("arrays")); });
    }
    Result<std::vector<std::string>> variable_names() override {
        return ask({{"do", "debug_names"}}, {},
                   [](const json& answer) { return answer.at("names").get<std::vector<std::string>>(); });
    }
    Result<std::vector<std::byte>> read(std::uint64_t address, std::uint64_t bytes) override {
        return ask({{"do", "debug_read"}, {"address", address}, {"bytes", bytes}}, {},
                   [](const json& answer) { return bytes_from(answer.at("bytes")); });
    }
    Result<std::vector<std::byte>> read_in_thread(std::uint32_t thread, std::uint64_t address, std::uint64_t bytes) override {
        return ask({{"do", "debug_read"}, {"address", address}, {"bytes", bytes}, {"thread", thread}}, {},
                   [](const json& answer) { return bytes_from(answer.at("bytes")); });
    }

  private:
    // After the process has ended, every command says so.
    template <typename Read>
    auto ask(json request, const std::stop_token& stop, Read read) -> Result<decltype(read(request))> {
        const std::lock_guard lock(device_.mutex_);
        if (!lost_ && device_.generation_ != generation_) lost_ = lost("was started anew");
        if (lost_) return std::unexpected(*lost_);
        const std::uint64_t number = device_.next_number_++;
        request["session"] = id_;
        request["number"] = number;
        const auto answer = device_.ask(request, {.limit_s = device_.settings_.launch_limit_s, .stop = stop, .number = number});
        if (!answer && answer.error().why == NoAnswer::Why::too_large)
            return failure("the command is too large for one message", "Set fewer breakpoints, or shorter conditions.");
        if (!answer) return std::unexpected(*(lost_ = lost(answer.error().text)));
        try {
            const json& message = answer->message;
            if (message.contains("error")) return std::unexpected(error_from(message["error"]));
            if (message.contains("failed")) throw std::runtime_error(message["failed"].get<std::string>());
            return read(message);
        } catch (const std::exception& e) {
            device_.end_process();
            lost_ = lost(fmt::format("failed ({}) and was ended", plain_words(e)));
            return std::unexpected(*lost_);
        }
    }
    Error lost(const std::string& what) const {
        const RemoteWords& words = device_.settings_.words;
        return {ErrorKind::failure, fmt::format("{} {} while {} was in the debugger", words.process, what, entry_),
                words.after_session};
    }

    RemoteDevice& device_;
    std::string entry_;
    std::uint64_t id_, generation_;
    std::optional<Error> lost_;
};

std::expected<std::unique_ptr<DebugSession>, Fault> RemoteDevice::debug(Program& any_program, const LaunchShape& shape,
                                                                        std::vector<KernelArgument> arguments,
                                                                        const DebugOptions& options, const std::stop_token& stop) {
    auto* program = dynamic_cast<RemoteProgram*>(&any_program);
    if (program == nullptr) return std::unexpected(other_devices_program());
    const std::lock_guard lock(mutex_);
    if (auto compiled = compile_there(*program, stop); !compiled) return std::unexpected(lost_by(compiled.error()));
    const SharedArrays arrays = SharedArrays::of(arguments);
    const auto file = share(arrays, *program);
    if (!file) return std::unexpected(file.error());
    const std::uint64_t number = next_number_++;
    const json request{{"do", "debug"},
                       {"number", number},
                       {"session", number},
                       {"program", program->id},
                       {"shape", message_of(shape)},
                       {"arrays", message_of(arrays)},
                       {"arguments", message_of(arguments, arrays)},
                       {"options", message_of(options)},
                       {"shared_bytes", shared_.size()}};
    const auto answer = ask(request, {.limit_s = settings_.launch_limit_s, .stop = stop, .number = number}, *file);
    if (!answer) return std::unexpected(fault_of(answer.error(), *program, settings_.launch_limit_s));
    shared_is_known_ = true;
    release_shared();
    try {
        const json& message = answer->message;
        if (message.contains("failed")) throw std::runtime_error(message["failed"].get<std::string>());
        if (message.contains("fault")) return std::unexpected(fault_from_json(message["fault"]));
        return std::make_unique<RemoteSession>(*this, *program, message.at("session").get<std::uint64_t>());
    } catch (const std::exception& e) {
        end_process();
        return std::unexpected(could_not_run(*program, e));
    }
}

}  // namespace warpwise
