#include "simt/compile/compile_launches.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <vector>

#include "fmt/format.h"
#include "simt/compile/function_sides.h"
#include "text/source_scanner.h"

namespace warpwise::simt {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// Where the kernel's name, with its template arguments, begins in front of "<<<".
std::optional<std::size_t> name_before(std::string_view text, std::size_t at) {
    const auto skip_spaces = [&] {
        while (at > 0 && is_space(text[at - 1])) --at;
    };
    skip_spaces();
    if (at > 0 && text[at - 1] == '>') {
        int depth = 0;
        do {
            --at;
            depth += text[at] == '>' ? 1 : text[at] == '<' ? -1 : 0;
        } while (at > 0 && depth > 0);
        skip_spaces();
    }
    const std::size_t end = at;
    while (at > 0 && (in_name(text[at - 1]) || text[at - 1] == ':')) --at;
    if (at == end || std::isdigit(static_cast<unsigned char>(text[at]))) return std::nullopt;
    return at;
}

// The ">>>" that ends a configuration, if arguments follow.
std::optional<std::size_t> end_of_configuration(std::string_view text, std::size_t at) {
    int depth = 0;
    while (at < text.size()) {
        if (const auto end = end_of_other_than_code(text, at); end != at) {
            at = end;
            continue;
        }
        const char c = text[at];
        depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
        if (depth < 0 || c == ';') return std::nullopt;
        if (depth == 0 && text.substr(at).starts_with(">>>")) {
            const auto next = text.find_first_not_of(" \t\r\n", at + 3);
            return next != std::string_view::npos && text[next] == '(' ? std::optional(at) : std::nullopt;
        }
        ++at;
    }
    return std::nullopt;
}

struct Launch {
    std::size_t name = 0, open = 0, close = 0;
};

std::vector<Launch> launches_of_device_code(std::string_view text) {
    std::vector<Launch> out;
    walk_functions(text, [&](std::size_t at, FunctionSide side) -> std::size_t {
        if (side != FunctionSide::device || !text.substr(at).starts_with("<<<")) return 1;
        const auto name = name_before(text, at);
        const auto close = end_of_configuration(text, at + 3);
        if (name && close && (out.empty() || *name > out.back().close)) out.push_back({*name, at, *close});
        return 3;
    });
    return out;
}

}  // namespace

std::string with_readable_launches(std::string_view text) {
    std::string out;
    std::size_t done = 0;
    int line = 1;
    for (const Launch& launch : launches_of_device_code(text)) {
        line += static_cast<int>(std::ranges::count(text.substr(done, launch.name - done), '\n'));
        out += text.substr(done, launch.name - done);
        const std::size_t column = launch.name - (text.substr(0, launch.name).rfind('\n') + 1);
        out += fmt::format("\n#line {0}\n{1:{2}}__simt_grid<\n#line {0}\n{1:{2}}", line, "", column);
        out += text.substr(launch.name, launch.open - launch.name);
        out += ">( ";
        out += text.substr(launch.open + 3, launch.close - launch.open - 3);
        out += ")  ";
        line += static_cast<int>(std::ranges::count(text.substr(launch.name, launch.close - launch.name), '\n'));
        done = launch.close + 3;
    }
    out += text.substr(done);
    return out;
}

std::string in_words_of_a_launch(std::string message) {
    constexpr std::string_view launcher = "__simt_launcher<&";
    const auto at = message.find(launcher);
    if (at == std::string::npos) return message;
    const auto name = at + launcher.size();
    return fmt::format("the arguments of this launch do not match the parameters of '{}'",
                       message.substr(name, message.find(',', name) - name));
}

}  // namespace warpwise::simt
