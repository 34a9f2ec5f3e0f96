// warpwise exec PROGRAM.cu: a whole program, host code and kernels, in a process of its own
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "cli/window_options.h"
#include "experiment/file/program_run.h"

namespace warpwise {
namespace {

Result<ExecOptions> options_of(const ExecCommand& command) {
    ExecOptions out;
    std::error_code error;
    const std::filesystem::path file = std::filesystem::absolute(command.file, error);
    if (!std::filesystem::is_regular_file(file, error))
        return usage_error(fmt::format("there is no file {}", command.file.string()),
                           "Give the program's source: warpwise exec program.cu");
    for (const std::filesystem::path& dir : command.include_dirs) {
        if (!std::filesystem::is_directory(dir, error))
            return usage_error(fmt::format("-I {}: there is no such folder", dir.string()), "Give a folder with header files.");
        out.text.include_dirs.push_back(std::filesystem::absolute(dir, error));
    }
    out.text.file = file;
    out.text.definitions = command.definitions;
    out.text.standard = command.standard;
    out.trace = command.trace == "full"       ? ExecTrace::full
                : command.trace == "counters" ? ExecTrace::counters
                                              : ExecTrace::automatic;
    out.threads = command.threads;
    out.arguments = command.arguments;
    return out;
}

}  // namespace

Result<LessonToOpen> program_to_open(const ExecCommand& command) {
    if (command.json || command.html || command.device != "emulated" || command.trace != "automatic" || command.threads != 0 ||
        command.standard != ExecCommand().standard)
        return usage_error("--open runs the program in the window, which takes -I, -D and the program's arguments only",
                           "Leave out --open, or the other options.");
    const auto options = options_of(command);
    if (!options) return std::unexpected(options.error());
    LessonToOpen out{.id = {}, .folder = {}, .cuda_file = options->text.file};
    out.program.emplace(options->arguments, std::vector<std::string>(), options->text.definitions);
    for (const std::filesystem::path& dir : options->text.include_dirs) out.program->include_dirs.push_back(dir.string());
    return out;
}

int exec_command(const ExecCommand& command) {
    const auto options = options_of(command);
    if (!options) return report(options.error());
    const auto mode = command.json ? ProgramOutputMode::kept : ProgramOutputMode::passed_on;
    const auto run = command.device == "cuda" ? run_whole_program_on_gpu(*options, mode) : run_whole_program(*options, mode);
    if (!run) return report(run.error());
    if (command.html) {
        if (const auto written = write_file_atomically(*command.html, html_of(*run)); !written) return report(written.error());
    }
    if (command.json) {
        print_to(stdout, "{}\n", json_text(to_json(*run)));
    } else {
        print_to(stderr, "\n{}", text_of(*run));
    }
    return run->exit_status();
}

}  // namespace warpwise
