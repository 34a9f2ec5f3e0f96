// What the window for a lesson's folder keeps between frames.
#pragma once

#include <memory>
#include <string>

#include "ui/kit/desktop_dialog.h"

namespace warpwise::ui {

struct OpenLessonState {
    bool open = false;
    bool ask_for_folder = false;  // this frame: the desktop's dialog, or the field to type into where there is none
    bool focus_field = false;
    std::string path;
    std::unique_ptr<DesktopDialog> dialog;
};

}  // namespace warpwise::ui
