// Present: a lesson as a presentation for a projector, one idea per page, with the few controls that a talk needs in a bar below.
#pragma once

#include <imgui.h>

#include <functional>
#include <string_view>

#include "ui/present/present_state.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// Pages are laid out for 1024 x 768 and grow with the window. The smallest type of any view, 14, is 22 pixels there.
inline constexpr float kPresentType = 1.58f, kPresentWidth = 1024, kPresentHeight = 768;
// Of the window, in pixels: what Look::scale is in Present.
float present_scale(float width, float height);

// Draws a view by its name, as the table of views knows it.
using DrawView = std::function<void(std::string_view view)>;

// Over the whole window. True when the lecturer leaves by the button.
bool present_window(Workbench&, const DrawView&);
void present_go(Workbench&, int steps);  // next, or back
// A black screen until any key or button is pressed, which then does nothing else.
void blank_present(Workbench&);
bool present_is_blank(const Workbench&);

// The parts of a page, a file each; all sizes in pixels of a page of 1024 x 768.
struct PresentPage {
    Workbench& bench;
    PresentState& state;
    const PresentStep& step;
    float px(float page) const { return page * bench.look.scale / kPresentType; }
};
void present_bar(const PresentPage&);  // draws into the window that is open
// A prediction with large answers; its question, and what is said before it, is this much larger than the page's type, times the
// state's factor.
inline constexpr float kQuestionText = 1.25f;
void present_question(const PresentPage&);
// The launch as threads that can be counted: the formula with one thread's numbers, blocks as rows, its element in the array.
bool has_countable_threads(Workbench&);
void present_threads(const PresentPage&);

}  // namespace warpwise::ui
