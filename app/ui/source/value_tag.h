// Where the values of the current line stand in the text, and how much of them.
#pragma once

#include <string>
#include <string_view>

namespace warpwise::ui {

// Of the editor, in pixels from the left edge of the text that is in sight.
struct ValueTagRoom {
    float line_end = 0;  // behind the code of the line, with a gap
    float next_end = 0;  // ... of the line below it
    float right = 0;     // of what is in sight
    float pad = 0;       // at both ends of the tag
    float character = 1;
};
struct ValueTag {
    bool below = false;  // beside the code of the line below
    float begin = 0, width = 0;
    std::string text;  // "": nothing that could be said has room
};
// Behind the line where all of `text` ("lane 7:  12 = 7 + 5") has room, else behind the line below it, else as many whole words as
// have room, and an ellipsis. No less than "lane 7:  12 = ...": a number alone says nothing.
ValueTag place_value_tag(std::string_view text, const ValueTagRoom&);

}  // namespace warpwise::ui
