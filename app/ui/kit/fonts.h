// The fonts of the window and of the prose. Files come from data_dir()/fonts; one that is missing is replaced by the font
// built into Dear ImGui, and said.
#pragma once

#include <string>
#include <vector>

#include "ui/kit/theme.h"

namespace warpwise::ui {

// Adds the fonts to the current Dear ImGui context. `problems` gets one sentence per file that could not be used.
Fonts load_fonts(std::vector<std::string>& problems);

// Gives the prose (RichMd) the same faces; call once before its first context.
void install_prose_fonts();

// Sets the prose as large within its lines as the panels: the fonts that RichMd added after the first `others` of the atlas. Call
// it before any of them is drawn.
void enlarge_prose_fonts(int others);

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
