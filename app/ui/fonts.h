// The fonts of the window and of the prose. Files come from data_dir()/fonts; one that is missing is replaced by the font
// built into Dear ImGui, and said.
#pragma once

#include <string>
#include <vector>

#include "ui/theme.h"

namespace warpwise::ui {

// Adds the fonts to the current Dear ImGui context. `problems` gets one sentence a file that could not be used.
Fonts load_fonts(std::vector<std::string>& problems);

// Makes the RichMd context for the prose, in the same fonts, with formulas. Call after load_fonts; stop_prose before the
// renderer goes.
void start_prose();
void stop_prose();

// Around every RichMd::Render: RichMd takes its size as the current font size over the frame's base size, and our base size
// already holds the zoom; within the scope the prose follows the zoom (and a size pushed on top).
class ProseScope {
  public:
    ProseScope();
    ~ProseScope();
    ProseScope(const ProseScope&) = delete;
    ProseScope& operator=(const ProseScope&) = delete;

  private:
    float base_size_;
};

}  // namespace warpwise::ui
