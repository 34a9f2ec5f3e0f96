// File > Open recording... and File > Recordings: which are shown, with their device and date; open, keep, close.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "ui/kit/desktop_dialog.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct RecordingsWindowState {
    bool open = false;
    bool ask_for_file = false;  // this frame: the desktop's dialog, or the field to type into where there is none
    bool focus_field = false;
    std::string path;
    std::unique_ptr<DesktopDialog> dialog;
};

void recordings_window(Workbench&);

}  // namespace warpwise::ui
