// Numbers that stand in a lesson's prose as they are. A value that follows from a parameter, a kernel or a recording grows stale
// when that changes: it belongs in a directive. What never changes is declared ([[constant]] in the manifest).
#pragma once

#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

struct PlainNumber {
    int line = 0;  // of lesson.md
    std::string text;
};

// Those that neither the manifest declares nor every lesson may write: 0, 1, 2, 3, and 32, the lanes of a warp and the bytes of a
// sector. Code, formulas, directives, fenced blocks, the targets of links and the names of presets and parts of words (f32, sm_90)
// do not count.
std::vector<PlainNumber> plain_numbers(const Lesson& lesson);

// Declared numbers that the prose does not have.
std::vector<std::string> unused_constants(const Lesson& lesson);

}  // namespace warpwise
