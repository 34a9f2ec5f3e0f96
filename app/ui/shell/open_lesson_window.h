// File > Open lesson folder...: a lesson from anywhere on the disk, by the desktop's dialog, a path that is typed, or a folder
// that is dropped on the window.
#pragma once

#include <string>
#include <vector>

namespace warpwise::ui {

struct Shell;
struct Workbench;

void open_lesson_window(Shell&);

// A file or folder that was dropped on the window: a lesson, a picture for its kernels, or else a recording.
void take_dropped(Workbench&, const std::string& path);
// Several at once: sources are one program.
void take_dropped(Workbench&, const std::vector<std::string>& paths);

}  // namespace warpwise::ui
