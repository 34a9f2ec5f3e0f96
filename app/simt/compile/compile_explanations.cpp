#include "simt/compile/compile_explanations.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace warpwise::simt {
namespace {

constexpr std::string_view kLeftOut = "' is not available and was left out";
constexpr std::string_view kNoBody = "', which has no body in this code";

std::string_view in_quotes(std::string_view message) {
    const auto begin = message.find('\'');
    if (begin == std::string_view::npos) return {};
    return message.substr(begin + 1, message.find('\'', begin + 1) - begin - 1);
}

bool is_of_an_unknown_name(const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::error &&
           (diagnostic.message.starts_with("unknown type name") || diagnostic.message.starts_with("use of undeclared identifier") ||
            diagnostic.message.starts_with("no template named"));
}

// Where nothing better is known than that the name is not.
bool is_a_guess(std::string_view hint) { return hint.starts_with("Did you mean ") || hint.starts_with("Check the spelling"); }

}  // namespace

void explain_left_out_headers(Diagnostics& diagnostics) {
    std::string headers;
    int count = 0;
    for (const Diagnostic& each : diagnostics) {
        if (!each.message.ends_with(kLeftOut)) continue;
        if (++count > 3) continue;
        headers += fmt::format("{}'{}' (line {})", count > 1 ? ", " : "", in_quotes(each.message), each.line);
    }
    if (count == 0) return;
    if (count > 3) headers += ", ...";
    for (Diagnostic& each : diagnostics)
        if (is_of_an_unknown_name(each) && is_a_guess(each.hint))
            each.hint =
                fmt::format("'{}' may be declared in {}, which {} left out: copy what the kernel needs from there into the code.",
                            in_quotes(each.message), headers, count > 1 ? "were" : "was");
}

void explain_missing_body(Diagnostic& diagnostic, const KernelFacts& facts) {
    const auto at = diagnostic.message.find(kNoBody);
    if (at == std::string::npos) return;
    std::string_view name = in_quotes(diagnostic.message);
    name = name.substr(0, name.find_first_of("(<"));
    if (const auto space = name.rfind(' '); space != std::string_view::npos) name.remove_prefix(space + 1);
    const auto declared = facts.without_body.find(std::string(name));
    if (declared == facts.without_body.end()) return;
    diagnostic.message.replace(at, kNoBody.size(),
                               fmt::format("', which is declared at line {} but has no body here", declared->second));
    diagnostic.hint = "Write the function's body in this code: other files are not linked to it.";
}

}  // namespace warpwise::simt
