// warpwise dap: an editor steps through a kernel (docs/debug-adapter.md)
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/json.h"
#include "cli/commands.h"
#include "cli/dap_server.h"
#include "cli/debug_target.h"

namespace warpwise {
namespace {

using nlohmann::json;

// What a launch request may hold: the options of `warpwise kernel`, those of a debugger, and what editors add of their own.
constexpr std::array known_keys{"program", "entry",   "grid",     "block",  "shared",      "arg",       "seed",
                                "cwd",     "atBlock", "schedule", "before", "stopOnEntry", "stopAtEnd", "noDebug"};
constexpr std::array editors_keys{
    "name", "type", "request", "preLaunchTask", "postDebugTask", "presentation", "internalConsoleOptions"};

Result<std::string> text_of(const json& arguments, const char* key, const std::string& otherwise) {
    const json& value = json_part(arguments, key);
    if (value.is_null()) return otherwise;
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_integer()) return fmt::format("{}", value.get<std::int64_t>());
    if (value.is_array()) {
        std::string list;
        for (const json& one : value) {
            if (!one.is_number_integer())
                return usage_error(fmt::format("launch: '{}' has an element that is not a whole number", key));
            list += (list.empty() ? "" : ",") + fmt::format("{}", one.get<std::int64_t>());
        }
        return list;
    }
    return usage_error(fmt::format("launch: '{}' is neither a string nor a number", key),
                       "Write it as \"4\", \"16,16\", 4 or [16, 16].");
}

Result<KernelOptions> kernel_options_of(const json& arguments) {
    KernelOptions options;
    const auto program = optional_in<std::string>(arguments, "program");
    if (!program) return usage_error("launch: 'program' is missing: the path of the CUDA C++ file");
    const auto entry = optional_in<std::string>(arguments, "entry");
    if (!entry) return usage_error("launch: 'entry' is missing: the kernel's name, such as add<float>");
    options.file = *program;
    options.entry = *entry;
    for (const auto& [key, option] : {std::pair{"grid", &options.grid}, {"block", &options.block}}) {
        auto text = text_of(arguments, key, *option);
        if (!text) return std::unexpected(text.error());
        *option = std::move(*text);
    }
    options.shared_bytes = value_or(arguments, "shared", options.shared_bytes);
    options.seed = value_or(arguments, "seed", options.seed);
    for (const auto& [key, list] : {std::pair{"include", &options.includes.folders}, {"define", &options.includes.definitions}})
        if (const json& given = json_part(arguments, key); given.is_array()) *list = given.get<std::vector<std::string>>();
    const json& argument = json_part(arguments, "arg");
    if (argument.is_string()) options.arguments = {argument.get<std::string>()};
    if (argument.is_array()) options.arguments = argument.get<std::vector<std::string>>();
    return options;
}

Result<DebugOptions> debug_options_of(const json& arguments) {
    DebugOptions options;
    const auto at_block = text_of(arguments, "atBlock", "0");
    if (!at_block) return std::unexpected(at_block.error());
    const auto block = parse_block_index("atBlock", *at_block);
    if (!block) return std::unexpected(block.error());
    options.block = *block;
    if (const auto parsed = set_schedule(options, value_or<std::string>(arguments, "schedule", "round-robin")); !parsed)
        return std::unexpected(parsed.error());
    const auto before = parse_blocks_before(value_or<std::string>(arguments, "before", "none"));
    if (!before) return std::unexpected(before.error());
    options.before = *before;
    return options;
}

// "args" for "arg": it would be ignored silently.
std::string words_about_keys(const json& arguments) {
    const std::vector<std::string> known(known_keys.begin(), known_keys.end());
    std::string words;
    for (const auto& [key, value] : arguments.items()) {
        if (key.starts_with("__") || std::ranges::find(known, key) != known.end() ||
            std::ranges::find(editors_keys, key) != editors_keys.end())
            continue;
        if (const std::string near = did_you_mean(key, known); !near.empty())
            words += fmt::format("launch: '{}' is not a known setting. {}\n", key, near);
    }
    return words;
}

// What must outlive a session, in the order in which it is made.
struct Held {
    DebugTarget target;
    DebugStart start;
};

Result<DapLaunched> launch(DeviceSet& devices, const json& arguments, const std::stop_token& stop) {
    // This process serves one client: relative paths, including those of .npy files, start from the folder that it names.
    if (const auto cwd = optional_in<std::string>(arguments, "cwd")) {
        std::error_code error;
        std::filesystem::current_path(*cwd, error);
        if (error) return usage_error(fmt::format("launch: the folder '{}' cannot be opened: {}", *cwd, error.message()));
    }
    const auto kernel = kernel_options_of(arguments);
    if (!kernel) return std::unexpected(kernel.error());
    const auto debug = debug_options_of(arguments);
    if (!debug) return std::unexpected(debug.error());
    auto held = std::make_shared<Held>();
    auto target = debug_target_of(*kernel);
    if (!target) return std::unexpected(target.error());
    held->target = std::move(*target);
    const auto device = devices.get(kind_that(&DeviceTraits::has_debugger));
    if (!device) return std::unexpected(device.error());
    auto start = start_debugger(**device, held->target, *debug, stop);
    if (!start) return std::unexpected(start.error());
    held->start = std::move(*start);
    if (stop.stop_requested()) return failure("the launch was cancelled");
    if (held->start.session == nullptr)
        return failure(has_errors(held->start.diagnostics) ? text_of(held->start.diagnostics)
                       : held->start.fault                 ? text_of(*held->start.fault)
                                                           : "the kernel cannot be debugged");
    return DapLaunched{.session = std::shared_ptr<DebugSession>(held, held->start.session.get()),
                       .shape = held->target.shape,
                       .file = std::filesystem::absolute(held->target.file).lexically_normal(),
                       .text = held->target.source.text,
                       .statement_lines = held->start.program->statement_lines,
                       .words = words_about_keys(arguments) + text_of(held->start.diagnostics)};
}

}  // namespace

int dap_command() {
    DeviceSet devices;
    return serve_dap(STDIN_FILENO, STDOUT_FILENO,
                     [&devices](const json& arguments, const std::stop_token& stop) { return launch(devices, arguments, stop); });
}

}  // namespace warpwise
