// The pop-up that exports what a view shows: format, scale, ground, title and caption, and where to.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/png.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct FigurePopupState {
    std::string view;  // whose figure
    bool asked = false;
    bool awaits_picture = false;  // of the screen, for a view whose figure is a picture
    std::filesystem::path saved;  // the last one; its folder can be opened
    std::string told;             // of the last export
    bool failed = false;
};

bool exports_figure(std::string_view view);
// Opens the pop-up in the next frame, for a view that has a figure or a picture; of any other, saves what is on the screen.
void save_or_export(Workbench&, std::string_view view);
void figure_popup(Workbench&);
// Takes the window's picture for the export that awaits one; false when none does.
bool take_picture_for_figure(Workbench&, const Image& window);

}  // namespace warpwise::ui
