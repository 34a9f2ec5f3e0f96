#include "simt/compile/host_filled.h"

#include <algorithm>

#include "text/source_scanner.h"

namespace warpwise::simt {
namespace {

// Which of a call's arguments names the variable, counted from 0; -1: not such a call.
int argument_with_variable(std::string_view call) {
    if (call == "cudaMemcpyToSymbol" || call == "cudaMemcpyToSymbolAsync") return 0;
    return call == "cudaGetSymbolAddress" ? 1 : -1;  // its address, to be written through
}

// The last name of that argument: c of (const void*)&ns::c.
std::string variable_in(Scanner scanner, int wanted) {
    std::string name, inner;
    int depth = 0, argument = 0;
    for (Token token = scanner.next(); token.kind != TokenKind::end; token = scanner.next()) {
        const std::string_view word = scanner.word(token);
        if (word == "(" || word == "[" || word == "{") {
            ++depth;
        } else if (word == ")" || word == "]" || word == "}") {
            if (--depth == 0) break;
        } else if (word == "," && depth == 1) {
            if (argument++ == wanted) break;
        } else if (token.kind == TokenKind::name && argument == wanted && depth >= 1) {
            (depth == 1 ? name : inner) = word;
        } else if (token.kind != TokenKind::name && depth == 0) {
            break;
        }
    }
    return name.empty() ? inner : name;
}

}  // namespace

std::vector<HostFilled> variables_filled_by_host(std::string_view text) {
    std::vector<HostFilled> out;
    if (!text.contains("Symbol")) return out;
    Scanner scanner(text);
    std::size_t counted = 0;
    int line = 1;
    for (Token token = scanner.next(); token.kind != TokenKind::end; token = scanner.next()) {
        const std::string_view call = scanner.word(token);
        const int wanted = argument_with_variable(call);
        if (wanted < 0) continue;
        line += static_cast<int>(std::ranges::count(text.substr(counted, token.begin - counted), '\n'));
        counted = token.begin;
        std::string variable = variable_in(scanner, wanted);
        if (!variable.empty() && std::ranges::find(out, variable, &HostFilled::variable) == out.end())
            out.push_back({std::move(variable), std::string(call), line});
    }
    return out;
}

}  // namespace warpwise::simt
