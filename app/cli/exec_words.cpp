#include "cli/exec_words.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace warpwise {
namespace {

std::vector<std::string> own_options(const CLI::App& exec) {
    std::vector<std::string> out{"-h"};
    for (const CLI::Option* option : exec.get_options())
        for (const std::string& name : option->get_lnames())
            out.push_back("--" + name + (option->get_expected_max() > 0 && option->get_type_size_max() > 0 ? "=" : ""));
    return out;
}

}  // namespace

std::vector<std::string> take_compiler_words(const CLI::App& app, std::vector<std::string> words, ExecCommand& command) {
    if (words.empty() || words.front() != "exec") return words;
    const auto end = std::ranges::find(words, "--");
    const std::vector<std::string> of_program(end, words.end());
    const std::vector<std::string> names = own_options(*app.get_subcommand("exec"));
    const std::vector<std::string_view> own(names.begin(), names.end());
    command.compiler = read_compiler_command({words.begin() + 1, end}, own);
    std::vector<std::string> out{"exec"};
    std::ranges::copy(command.compiler.own, std::back_inserter(out));
    std::ranges::copy(of_program, std::back_inserter(out));
    return out;
}

}  // namespace warpwise
