// What the arguments panel keeps between frames: the kernel as it is being edited.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "experiment/file/file_arguments.h"
#include "ui/kit/desktop_dialog.h"

namespace warpwise::ui {

struct ArgumentsState {
    std::string key;  // of what is edited: the lesson, the kernel, the revision
    FileKernel edited;
    std::vector<std::string> data_paths;  // typed for each argument
    std::string problem;                  // of the last edit
    std::unique_ptr<DesktopDialog> dialog;
    std::size_t dialog_argument = 0;
};

}  // namespace warpwise::ui
