// What the windows for a CUDA file and for saving a lesson keep between frames.
#pragma once

#include <memory>
#include <string>

#include "ui/kit/desktop_dialog.h"

namespace warpwise::ui {

struct OpenFileState {
    bool open = false;
    bool ask_for_file = false;  // this frame: the desktop's dialog, or our own where there is none
    std::unique_ptr<DesktopDialog> dialog;
};
struct SaveLessonState {
    bool open = false;
    bool ask = false;  // this frame
    bool focus_field = false;
    std::string path;
};

}  // namespace warpwise::ui
