// The button and the pop-up that save a picture that moves as an APNG, be it an image or points.
#pragma once

#include <functional>
#include <string>

#include "ui/picture/animation_export.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// What a view has to save.
struct ExportOffer {
    std::string view;  // "image": the controls are "###image_export" and so on
    std::string size;  // "96 x 96 cells"
    int steps_per_frame = 1;
    bool possible = true;
    // Of the picture that is shown, its lesson's request and its painter; the pop-up adds what the learner chooses.
    std::function<ExportOrder()> order;
};

void export_button(Workbench&, const ExportOffer&);
// Every frame, in the view's own window: the pop-up, once the button or the File menu has asked for it.
void export_popup(Workbench&, const ExportOffer&);
// Once per frame: serves the export that is running and says what became of it.
void collect_export(Workbench&);

}  // namespace warpwise::ui
