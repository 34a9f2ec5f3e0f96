// CUDA files on the welcome page: one to open or to drop, and those that were opened last with what their last run came to.
#pragma once

namespace warpwise::ui {

struct Workbench;

// True when a file is to be asked for.
bool file_drop(Workbench&);
void recent_files(Workbench&);

}  // namespace warpwise::ui
