// What runs came to, as words: one title, one tone, the lines below it. Pure.
#pragma once

#include <string>
#include <vector>

#include "experiment/record/record.h"

namespace warpwise::ui {

enum class VerdictTone { good, wrong, neutral };

struct Verdict {
    VerdictTone tone = VerdictTone::neutral;
    std::string title;
    std::vector<std::string> lines;
};

// The verdict over the newest record of each device.
Verdict verdict_of(const std::vector<const RunRecord*>& records);
// Of a text that does not compile.
Verdict compile_verdict(const Diagnostics&);
// One record's own, for a device that disagrees.
Verdict verdict_of(const RunRecord& record);

}  // namespace warpwise::ui
