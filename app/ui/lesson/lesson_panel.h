// What the lesson panel keeps: the prose cut into parts, and answers not yet committed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ui/lesson/prose_parts.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct LessonPanelState {
    std::string key;  // lesson, parameters and runs that `parts` were made from
    std::vector<ProsePart> parts;
    std::map<std::string, int> chosen;  // "lesson/prediction" -> answer picked, before the commit
};

// Parts of the lesson panel; each is drawn at the current place.
// What a link of the prose does: "term:WORD", "view:KIND", "preset:NAME", "lesson:ID"; anything else is copied, never opened.
void follow_link(Workbench&, const std::string& target);
void prediction_card(Workbench&, LessonPanelState&, const Prediction&);

}  // namespace warpwise::ui
