// The links of the prose, of predictions and of exercises.
#pragma once

#include <string>

namespace warpwise::ui {

struct Workbench;

// "term:WORD", "view:KIND", "preset:NAME" and "lesson:ID" act; the target of any other link is copied, never opened.
void follow_link(Workbench&, const std::string& target);

}  // namespace warpwise::ui
