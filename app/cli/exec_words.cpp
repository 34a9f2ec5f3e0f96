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

std::vector<std::string> take_compiler_words(const CLI::App& app, std::vector<std::string> words, ParsedCommands& parsed) {
    if (words.empty() || (words.front() != "exec" && words.front() != "make")) return words;
    const bool is_exec = words.front() == "exec";
    const auto end = std::ranges::find(words, "--");
    const std::vector<std::string> names = own_options(*app.get_subcommand(words.front()));
    const std::vector<std::string_view> own(names.begin(), names.end());
    std::vector<std::string> out{words.front()};
    const std::span<const std::string> before(words.begin() + 1, end);
    if (is_exec) {
        parsed.exec.compiler = read_compiler_command(before, own);
        std::ranges::copy(parsed.exec.compiler.own, std::back_inserter(out));
    } else {
        for (auto rest = before; !rest.empty();) {
            const std::size_t taken = own_words(rest, own);
            auto& to = taken > 0 ? out : parsed.make.words;
            const auto count = std::max<std::size_t>(taken, 1);
            std::ranges::copy(rest.first(count), std::back_inserter(to));
            rest = rest.subspan(count);
        }
    }
    out.insert(out.end(), end, words.end());
    return out;
}

}  // namespace warpwise
