// What the view `bits` keeps between frames.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ui/numbers/bit_editor.h"

namespace warpwise::ui {

struct BitsState {
    BitEditor editor;
    std::string lesson;        // whose defaults were taken
    std::string lesson_dtype;  // the draft's when the format was last taken from it
    std::string text;          // in the text box; what was typed and is not a number stays there
    std::string problem;       // why it is none
    std::uint64_t text_version = 0;
    int zoom = 0;  // of the number line: its neighbours

    // The element whose bits were taken last, and of which result.
    std::optional<std::int64_t> element;
    std::uint64_t clicks_seen = 0, facts_seen = 0, version_of_element = 0;
    std::string element_name;  // "left[3]"
};

}  // namespace warpwise::ui
