// What the window for a lesson's folder keeps between frames.
#pragma once

#include <memory>

#include "ui/kit/desktop_dialog.h"

namespace warpwise::ui {

struct OpenLessonState {
    bool open = false;
    bool ask_for_folder = false;  // this frame: the desktop's dialog, or our own where there is none
    std::unique_ptr<DesktopDialog> dialog;
};

}  // namespace warpwise::ui
