// What a compiler or a manifest reader says about a place in a text.
#pragma once

#include <string>
#include <vector>

namespace warpwise {

enum class Severity { note, warning, error };

struct Diagnostic {
    std::string file;  // as the user knows it: "kernel.cu", "lessons/02_indexing_1d/lesson.toml"
    int line = 0;      // from 1; 0 when there is no place
    int column = 0;    // from 1, in bytes
    int length = 1;    // bytes to underline
    Severity severity = Severity::error;
    std::string message;
    std::string hint;  // for a beginner: what to try; may be empty
    bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

bool has_errors(const Diagnostics&);
// The one to show where there is room for one: the first error, else the first warning; null when there is neither.
const Diagnostic* first_of(const Diagnostics&);
// "file:line:column: error: message (hint)" a line each
std::string text_of(const Diagnostics&);

}  // namespace warpwise
