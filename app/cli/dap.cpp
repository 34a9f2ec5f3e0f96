// warpwise dap: an editor steps through a kernel (docs/debug-adapter.md)
#include <fmt/format.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/dap_program.h"
#include "cli/dap_server.h"
#include "cli/dap_settings.h"
#include "cli/debug_target.h"

namespace warpwise {
namespace {

using nlohmann::json;

// What must outlive a session, in the order in which it is made.
struct Held {
    DebugTarget target;
    DebugStart start;
};

// The learner's own text in a lesson's launch.
Result<void> take_text(DebugTarget& target, const std::filesystem::path& file) {
    auto text = read_file(file);
    if (!text) return std::unexpected(text.error());
    target.source.text = std::move(*text);
    target.source.origin = file.filename().string();
    target.file = file;
    return {};
}

Result<DebugTarget> target_of(const DapLaunch& launch, const std::stop_token& stop) {
    switch (launch.what) {
        case DapLaunch::What::kernel: return debug_target_of(launch.kernel);
        case DapLaunch::What::program: return debug_target_of_program(launch, stop);
        case DapLaunch::What::lesson: break;
    }
    auto target = debug_target_of(launch.lesson);
    if (target && !launch.text.empty())
        if (const auto taken = take_text(*target, launch.text); !taken) return std::unexpected(taken.error());
    return target;
}

Error why_not(const DebugStart& start) {
    const std::string text = has_errors(start.diagnostics) ? text_of(start.diagnostics)
                             : start.fault                 ? text_of(*start.fault)
                                                           : "the kernel cannot be debugged";
    return {ErrorKind::failure, std::string(trimmed(text)), {}};
}

Result<DapLaunched> launch(DeviceSet& devices, const json& arguments, const std::stop_token& stop) {
    const auto asked = dap_launch_of(arguments);
    if (!asked) return std::unexpected(asked.error());
    // This process serves one client: relative paths, including those of .npy files, start from the folder that it names.
    if (!asked->cwd.empty()) {
        std::error_code error;
        std::filesystem::current_path(asked->cwd, error);
        if (error) return usage_error(fmt::format("launch: the folder '{}' cannot be opened: {}", asked->cwd, error.message()));
    }
    auto held = std::make_shared<Held>();
    auto target = target_of(*asked, stop);
    if (!target) return std::unexpected(target.error());
    held->target = std::move(*target);
    const auto device = devices.get(kind_that(&DeviceTraits::has_debugger));
    if (!device) return std::unexpected(device.error());
    auto start = start_debugger(**device, held->target, asked->debug, stop);
    if (!start) return std::unexpected(start.error());
    held->start = std::move(*start);
    if (stop.stop_requested()) return failure("the launch was cancelled");
    if (held->start.session == nullptr) return std::unexpected(why_not(held->start));
    const auto names = held->start.session->variable_names();
    return DapLaunched{.session = std::shared_ptr<DebugSession>(held, held->start.session.get()),
                       .shape = held->target.shape,
                       .file = std::filesystem::absolute(held->target.file).lexically_normal(),
                       .text = held->target.source.text,
                       .statement_lines = held->start.program->statement_lines,
                       .variable_names = names ? *names : std::vector<std::string>(),
                       .parameters = held->start.program->parameters,
                       .words = std::string(trimmed(text_of(held->start.diagnostics)))};
}

}  // namespace

int dap_command() {
    DeviceSet devices;
    return serve_dap(STDIN_FILENO, STDOUT_FILENO,
                     [&devices](const json& arguments, const std::stop_token& stop) { return launch(devices, arguments, stop); });
}

}  // namespace warpwise
