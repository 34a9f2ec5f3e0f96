#include "experiment/file/open_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/paths.h"
#include "base/text.h"

namespace warpwise {
namespace {

// As one word of a shell; most need no quotes.
std::string shell_word(const std::string& word) {
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_-./=,:+@%").find(c) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
    return shell_quoted(word);
}

bool has_what_the_window_takes(const ExecOptions& options) {
    const ProgramText &text = options.text, usual;
    return options.gpus == 1 && !options.mpi && text.undefinitions.empty() && text.forced_includes.empty() &&
           text.libraries.empty() && text.library_dirs.empty() && text.standard == usual.standard && !text.is_all_cuda &&
           !text.is_c_as_cpp && !text.has_openmp && !text.has_gpu_option("-fmad=false");
}

}  // namespace

std::string open_command(const ProgramReport& report, std::size_t launch) {
    if (!report.asked || !has_what_the_window_takes(*report.asked)) return {};
    const ExecOptions& options = *report.asked;
    std::string out = "warpwise exec";
    for (const auto& source : options.text.sources()) out += " " + shell_word(shown_path(source));
    for (const auto& folder : options.text.include_dirs) out += " -I " + shell_word(shown_path(folder));
    for (const auto& definition : options.text.definitions) out += " -D " + shell_word(definition);
    out += fmt::format(" --open --launch {}", launch + 1);
    if (!options.arguments.empty()) out += " --";
    for (const auto& argument : options.arguments) out += " " + shell_word(argument);
    return out;
}

}  // namespace warpwise
