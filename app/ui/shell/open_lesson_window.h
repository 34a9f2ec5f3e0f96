// File > Open lesson folder...: a lesson from anywhere on the disk, by the desktop's dialog, a path that is typed, or a folder
// that is dropped on the window.
#pragma once

#include <memory>
#include <string>

#include "ui/kit/desktop_dialog.h"

namespace warpwise::ui {

struct Shell;
struct Workbench;

struct OpenLessonState {
    bool open = false;
    bool ask_for_folder = false;  // this frame: the desktop's dialog, or the field to type into where there is none
    bool focus_field = false;
    std::string path;
    std::unique_ptr<DesktopDialog> dialog;
};

void open_lesson_window(Shell&);

// A file or folder that was dropped on the window: a lesson, or else a recording.
void take_dropped(Workbench&, const std::string& path);

}  // namespace warpwise::ui
