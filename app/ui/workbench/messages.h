// What the program told the learner, as the messages panel lists it.
#pragma once

#include <string>

#include "base/diagnostic.h"

namespace warpwise::ui {

struct Message {
    Severity severity = Severity::note;
    std::string text, hint, time;
};

}  // namespace warpwise::ui
