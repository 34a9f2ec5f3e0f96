// lesson.toml as text to a Lesson. docs/writing-lessons.md lists every field.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "lesson/lesson.h"

namespace warpwise {

inline constexpr std::size_t kMaxManifestBytes = std::size_t{1} << 20;

struct Manifest {
    Lesson lesson;            // what could be read
    Diagnostics diagnostics;  // errors and warnings, in the order of their places
};

// `file` is how diagnostics name it. Touches no other file: sources and prose are checked by load_lesson.
Manifest read_manifest(std::string_view text, const std::string& file);

// Whether a parameter or an array may have this name: an identifier that means nothing else in formulas.
bool is_usable_name(const std::string& id);

}  // namespace warpwise
