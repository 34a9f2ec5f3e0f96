// What the lesson waits for the learner to do in another view: click an element or a thread, or draw a curve.
#pragma once

#include <string_view>

#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// The open lesson's first prediction to be answered by a click that is not answered yet, while the draft has the launch that it is
// about; null: none. `what`: kThreadClick or an array's id.
const Prediction* awaited_click(const Workbench&, std::string_view what);

// The first sketch that is not drawn yet, and the newest one that is; null: none.
const Prediction* awaited_sketch(const Workbench&);
const Prediction* finished_sketch(const Workbench&);

}  // namespace warpwise::ui
