// The words of `warpwise trace`: those of `kernel` for a file, those of `run` for a lesson, and its own.
#include <fmt/format.h>

#include "base/files.h"
#include "cli/lesson_argument.h"
#include "cli/shared_options.h"

namespace warpwise {
namespace {

constexpr const char* kOfBoth = "For whole runs only; ignored";

// So that the words of `kernel` and `run` can be taken over as they are.
void add_options_without_effect(CLI::App& command, TraceOptions& o) {
    command.add_option("--device", o.kernel.device, "emulated; no other device can step through a kernel")
        ->check(CLI::IsMember({"emulated"}))
        ->group(kOfBoth);
    command.add_option("--repeats", o.kernel.repeats)->check(CLI::Range(1, 100000))->group(kOfBoth);
    command.add_option("--threads", o.kernel.threads)->check(CLI::Range(0, 4096))->group(kOfBoth);
    command.add_option("--trace", o.kernel.trace)->check(CLI::IsMember({"none", "counters", "full"}))->group(kOfBoth);
    command.add_option("--copies", o.kernel.copies)
        ->check(CLI::IsMember({"pageable", "pinned", "resident", "staged"}))
        ->group(kOfBoth);
    command.add_flag("--flush-l2", o.kernel.flush_l2)->group(kOfBoth);
}

int mixed(const char* option, const char* what, const char* hint) {
    return report({ErrorKind::usage, fmt::format("{} is not an option for {}", option, what), hint});
}

}  // namespace

void add_trace_command(CLI::App& app, TraceOptions& o, std::string& target) {
    CLI::App* command =
        app.add_subcommand("trace", "Print what a warp does, line by line: its lanes, its variables and its memory accesses");
    command->add_option("target", target, "The source, or a lesson's id, number, folder or path")->type_name("FILE.cu|LESSON");
    command->add_option("--at-block", o.at_block, "Index of the block to trace: X[,Y,Z], counted from 0")->capture_default_str();
    command->add_option("--warp", o.warp, "The warp of that block, counted from 0")
        ->check(CLI::Range(0, 1 << 27))
        ->capture_default_str();
    command->add_option("--lines", o.lines, "Only steps on these lines: A..B or A")->type_name("A..B");
    command
        ->add_option("--variables", o.variables,
                     "all, or names separated by commas; when not given, all with --json, otherwise none")
        ->type_name("all|NAMES");
    command->add_option("--most-steps", o.most_steps, "Stop after this many steps")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62))
        ->capture_default_str();
    command
        ->add_option("--schedule", o.schedule,
                     "The order of warps and blocks: round-robin, by-request, sequential, reversed, random or random:SEED")
        ->capture_default_str();
    command->add_option("--before", o.before, "Which blocks run before this one: none, or all that come before it")
        ->capture_default_str();
    command->add_flag("--json", o.json, "As one JSON object and nothing else");

    command->add_option("--entry", o.kernel.entry, "For a file: the kernel's name, with template arguments: 'add<float>'");
    add_kernel_arguments(*command, o.kernel);
    command->add_option("--kernel", o.run.kernel, "For a lesson: which of its kernels; the first when not given");
    add_settings(*command, o.run.settings);
    add_options_without_effect(*command, o);
}

int run_trace(const CLI::App& trace, TraceOptions& options, std::string target) {
    take_file_from_arguments(options.kernel.arguments, target);
    if (target.empty())
        return report({ErrorKind::usage, "warpwise trace needs a source file or a lesson",
                       "warpwise trace FILE.cu --entry NAME ... or warpwise trace LESSON ..."});
    if (!target.ends_with(".cu")) {
        for (const char* option : {"--entry", "--grid", "--block", "--shared", "--arg"})
            if (trace.count(option) > 0)
                return mixed(option, "a lesson", "Use --kernel, --set grid=4, --set block=64 and the lesson's parameters.");
        options.run.lesson = std::move(target);
        options.run.seed = options.kernel.seed;
        return trace_command(options);
    }
    for (const char* option : {"--kernel", "--set"})
        if (trace.count(option) > 0) return mixed(option, "a source file", "Use --entry, --grid, --block and --arg.");
    if (options.kernel.entry.empty()) {
        // without the file there is no kernel to name
        if (const auto text = read_file(target); !text) return report(text.error());
        return report({ErrorKind::usage, "--entry is missing: the kernel's name", "Write it as --entry 'add<float>'."});
    }
    options.kernel.file = std::move(target);
    return trace_command(options);
}

}  // namespace warpwise
