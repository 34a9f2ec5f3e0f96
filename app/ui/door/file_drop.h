// CUDA files on the welcome page: a place to open or drop one, and recently opened files with the result of their last run.
#pragma once

namespace warpwise::ui {

struct Workbench;

// True when a file is to be asked for.
bool file_drop(Workbench&);
void recent_files(Workbench&);

}  // namespace warpwise::ui
