#include "base/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpwise {

bool has_errors(const Diagnostics& diagnostics) {
    return std::ranges::any_of(diagnostics, [](const Diagnostic& d) { return d.severity == Severity::error; });
}

const Diagnostic* first_of(const Diagnostics& diagnostics) {
    for (const Severity severity : {Severity::error, Severity::warning}) {
        const auto first = std::ranges::find(diagnostics, severity, &Diagnostic::severity);
        if (first != diagnostics.end()) return &*first;
    }
    return nullptr;
}

std::string text_of(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics) {
        const char* severity = d.severity == Severity::error ? "error" : d.severity == Severity::warning ? "warning" : "note";
        const std::string place = d.line > 0       ? fmt::format("{}:{}:{}: ", d.file, d.line, d.column)
                                  : d.file.empty() ? ""
                                                   : d.file + ": ";
        text += fmt::format("{}{}: {}{}\n", place, severity, d.message, d.hint.empty() ? "" : " (" + d.hint + ")");
    }
    return text;
}

}  // namespace warpwise
