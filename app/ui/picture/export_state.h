// What the learner wants of an animation as a file, and the file that is being written.
#pragma once

#include <memory>
#include <string>

#include "ui/picture/animation_export.h"

namespace warpwise::ui {

struct ExportState {
    bool asked = false;  // the view that moves asks what to save of it
    int frames = 120, frames_per_s = 25;
    std::unique_ptr<AnimationExport> running;
    std::string told;  // of the last one: where it is, or why there is none
    bool failed = false;
};

}  // namespace warpwise::ui
