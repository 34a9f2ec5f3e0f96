// What Present keeps while the window is open: the lesson's steps, which one is shown, and which control the bar has.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ui/present/present_steps.h"

namespace warpwise::ui {

struct PresentState {
    std::string lesson, key;             // whose steps these are, and what they were made from
    const Lesson* read = nullptr;        // as it was read: another one when its author saved it
    std::optional<std::size_t> entered;  // the step whose scene was set last
    std::vector<PresentStep> steps;
    std::size_t pointed_at = 0;     // the step of the frame before
    double pointer_moved_s = -1e9;  // ImGui::GetTime(), within this step
    std::size_t at = 0;
    std::size_t control = 0;  // which parameter the bar shows
    bool control_chosen = false;
    bool leaves = false;  // a page's button asks for it
    bool blank = false;   // the screen is black: the class looks at the lecturer

    // The type of the page's text: the largest in which it fits, found in the page's first frames.
    std::string sized_text;
    float sized_width = 0, sized_height = 0, text_factor = 1;
};

}  // namespace warpwise::ui
