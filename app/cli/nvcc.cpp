// warpwise nvcc ...: stands for nvcc in a Makefile (make NVCC="warpwise nvcc"). What it compiles is a note of the source and its
// options; what it links is a script that runs the sources under `warpwise exec`.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.h"
#include "base/json.h"
#include "base/paths.h"
#include "base/text.h"
#include "cli/commands.h"
#include "experiment/file/compiler_command.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kMark = "warpwise.object/1";

Result<CompilerCommand> read(const std::vector<std::string>& words) {
    CompilerCommand command = read_compiler_command(words);
    if (!command.unknown.empty())
        return usage_error(fmt::format("'{}' is not an option of nvcc", command.unknown.front()), "Remove it from the Makefile.");
    std::error_code error;
    for (fs::path& dir : command.text.include_dirs) dir = fs::absolute(dir, error).lexically_normal();
    for (fs::path& dir : command.text.library_dirs) dir = fs::absolute(dir, error).lexically_normal();
    return command;
}

// The options of exec that mean the same.
std::vector<std::string> options_of(const ProgramText& text) {
    std::vector<std::string> out;
    const auto add = [&](const char* option, const auto& values) {
        for (const auto& each : values) out.insert(out.end(), {option, fs::path(each).string()});
    };
    add("-I", text.include_dirs);
    add("-D", text.definitions);
    add("-U", text.undefinitions);
    add("-include", text.forced_includes);
    add("-L", text.library_dirs);
    add("-l", text.libraries);
    if (text.standard != ProgramText().standard) out.push_back("-std=" + text.standard);
    if (text.is_all_cuda) out.insert(out.end(), {"-x", "cu"});
    if (text.has_openmp) out.emplace_back("-fopenmp");
    std::ranges::copy(text.gpu_options, std::back_inserter(out));
    return out;
}

Result<void> compile(const CompilerCommand& command) {
    std::error_code error;
    for (const fs::path& source : command.inputs) {
        if (!fs::is_regular_file(source, error)) return failure(fmt::format("there is no file {}", source.string()));
        const nlohmann::json note{
            {"schema", kMark}, {"source", fs::absolute(source, error).string()}, {"options", options_of(command.text)}};
        const fs::path object = command.output.value_or(source.filename().replace_extension(".o"));
        if (auto written = write_file_atomically(object, json_text(note) + "\n"); !written) return written;
    }
    return {};
}

// An object that another compiler has made says nothing of its source: one of its name lies beside it, or where the build began.
std::optional<fs::path> source_beside(const fs::path& object) {
    std::error_code error;
    for (const fs::path& folder : {object.parent_path(), fs::path("."), fs::path("src")})
        for (const char* ending : {".cpp", ".cc", ".cxx", ".c", ".C"}) {
            const fs::path file = folder / (object.stem().string() + ending);
            if (fs::is_regular_file(file, error)) return fs::absolute(file, error).lexically_normal();
        }
    return std::nullopt;
}

struct Linked {
    std::vector<std::string> sources, options;
};

Result<void> add_input(const fs::path& input, Linked& linked) {
    std::error_code error;
    if (is_program_source(input)) {
        linked.sources.push_back(fs::absolute(input, error).string());
        return {};
    }
    const auto text = read_file(input);
    if (!text) return std::unexpected(text.error());
    const nlohmann::json note = parsed_or_discarded(*text);
    if (note.is_object() && note.value("schema", "") == kMark) {
        linked.sources.push_back(note.value("source", ""));
        for (const auto& option : note.value("options", nlohmann::json::array()))
            linked.options.push_back(option.get<std::string>());
        return {};
    }
    const auto source = source_beside(input);
    if (!source)
        return failure(fmt::format("{} was made by another compiler, and no source of its name is beside it", input.string()),
                       "Let `warpwise nvcc` compile it, too, or use `warpwise make`.");
    linked.sources.push_back(source->string());
    return {};
}

Result<void> link(const CompilerCommand& command) {
    Linked linked;
    linked.options = options_of(command.text);
    for (const fs::path& input : command.inputs)
        if (auto added = add_input(input, linked); !added) return added;
    std::string script = "#!/bin/sh\n# Written by `warpwise nvcc`: runs the program's sources in the emulator.\nexec " +
                         shell_quoted((executable_dir() / "warpwise").string()) + " exec";
    std::set<std::string> told;
    for (const std::string& source : linked.sources)
        if (told.insert(source).second) script += " " + shell_quoted(source);
    for (const std::string& option : linked.options) script += " " + shell_quoted(option);
    script += " -- \"$@\"\n";
    const fs::path program = command.output.value_or("a.out");
    if (auto written = write_file_atomically(program, script); !written) return written;
    std::error_code error;
    fs::permissions(program, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add, error);
    if (error) return failure(fmt::format("{} cannot be made executable: {}", program.string(), error.message()));
    return {};
}

}  // namespace

int nvcc_command(const std::vector<std::string>& words) {
    // Makefiles ask for it.
    if (std::ranges::find(words, "--version") != words.end() || std::ranges::find(words, "-V") != words.end()) {
        fmt::print("nvcc: Warpwise {} in the place of NVIDIA's compiler\nCuda compilation tools, release 12.8, V12.8.0\n",
                   WARPWISE_VERSION);
        return 0;
    }
    const auto command = read(words);
    if (!command) return report(command.error());
    if (command->is_other)
        return report({ErrorKind::usage, "warpwise nvcc compiles with -c and links; it makes no PTX and no dependency files", ""});
    const auto done = command->is_compile_only ? compile(*command) : link(*command);
    return done ? 0 : report(done.error());
}

}  // namespace warpwise
