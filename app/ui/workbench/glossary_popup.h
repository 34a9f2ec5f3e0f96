// The pop-up that tells what a term means.
#pragma once

#include <string>
#include <string_view>

#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct GlossaryState {
    std::string asked_term;
    bool open = false;  // in the next frame
};

// Opens the glossary at a word, at the mouse; call draw_glossary_popup once per frame in the same window.
void open_term(Workbench&, std::string_view word);
void draw_glossary_popup(Workbench&);

}  // namespace warpwise::ui
