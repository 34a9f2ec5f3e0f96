// What the source panel keeps: the editor, which text it shows, and the compile check beside it.
#pragma once

#include <optional>
#include <string>

#include "ui/source/compile_check.h"
#include "ui/source/listing_beside.h"
#include "ui/source/listing_view.h"
#include "ui/source/source_editor.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// `program`: in place of `exercise` where the exercise asks for a whole program, which is checked by running it.
enum class SourceTab { kernel, exercise, program, host, python, routine };

struct SourcePanelState {
    SourceTab tab = SourceTab::kernel;
    bool followed_exercise = false;  // Draft::runs_exercise as the tabs last followed it
    SourceEditor editor;
    std::string shown_key;               // "lesson/kernel/tab": whose text the editor has
    std::string shown_text;              // as the editor has it, to see a change from elsewhere (reset, undo)
    float editor_height = 0;             // of the frame before
    std::string original, original_key;  // the kernel's unedited text
    std::string routine;                 // the CPU routine's file; empty when there is none
    int routine_line = 1;                // where its serial form is defined
    std::string host, host_key;          // the CUDA host program of the draft
    Diagnostics diagnostics;             // of the newest compile of the shown text
    std::string marked_key;              // what the squiggles and marks were made from
    std::optional<int> wanted_line;      // jump there when the kernel's text is shown
    bool wants_keyboard = false;         // then
    std::optional<double> check_at;      // ImGui::GetTime() from which the shown text is to be compiled
    double compile_ms = 0;
    bool checked = false;  // the shown text has been compiled
    CompileCheck check;
    ListingViewState listing;   // PTX and SASS of the kernel or of the learner's version
    ListingBesideState beside;  // instructions beside the text
};

}  // namespace warpwise::ui
