// What the panels of lesson, exercise and source keep between frames. The Workbench owns one; it must go before the
// Dear ImGui context goes.
#pragma once

#include "ui/kit/markdown.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/shell/workbench.h"
#include "ui/source/source_panel.h"

namespace warpwise::ui {

struct Panels {
    Markdown markdown;
    LessonPanelState lesson;
    ExerciseState exercise;
    SourcePanelState source;
};

// Made at first use.
Panels& panels_of(Workbench&);

// Reports the rectangle of the window or child that is open now under a stable name.
void report_rect(Workbench&, const char* name);

// A button in small type, for what is rarely needed.
bool small_button(const Look&, const char* label);

// Asks for a view (a ViewSpec kind or panel name) to come to the front.
void focus_view(Workbench&, std::string_view name);

// Opens the glossary at a word, at the mouse; call draw_glossary_popup once a frame in the same window.
void open_term(Workbench&, std::string_view word);
void draw_glossary_popup(Workbench&);

}  // namespace warpwise::ui
