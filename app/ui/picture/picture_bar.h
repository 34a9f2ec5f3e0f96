// The one slim bar above a picture: labelled choices side by side. What does not fit goes into a pop-up behind "More", so that the
// bar is a line high in every window.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "ui/kit/theme.h"

namespace warpwise::ui {

struct BarItem {
    float width = 0;  // with its label
    int rank = 0;     // the lowest stay in the bar the longest
    std::function<void()> draw;
};

// Which items stand in a bar of `room` pixels; `more` is the width that the button for the others takes where there are any.
std::vector<bool> items_that_fit(std::span<const BarItem>, float room, float gap, float more);

// The items from the left; `at_right`, if given, always stands at the right end. `id` names the pop-up ("image": "###image_more").
void picture_bar(const Look&, const char* id, std::span<const BarItem>, const BarItem* at_right = nullptr);

// "Palette [viridis]": the label before a control, and its width with the space behind it.
void bar_label(const Look&, const char* label);
float bar_label_width(const Look&, const char* label);
// Of a row of choices as segmented() draws it.
float segmented_width(const Look&, std::span<const std::string> names);

}  // namespace warpwise::ui
