// File > Open CUDA file... and Save as lesson...: by the desktop's dialog or a path that is typed.
#pragma once

namespace warpwise::ui {

struct Shell;

void open_file_window(Shell&);
void save_lesson_window(Shell&);

}  // namespace warpwise::ui
