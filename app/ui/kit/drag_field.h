// A small number field that is dragged or typed into (Enter, or a double click), for where a number_row has no room.
#pragma once

#include <cstdint>
#include <string_view>

#include "ui/kit/widgets.h"

namespace warpwise::ui {

// "Offset [ 2 ]": `label` with its id ("Offset###offset_0") beside the field. True when `value` changed; it always lies in the
// range.
bool drag_field(const Look&, const char* label, std::int64_t& value, const NumberRange&, std::string_view help);
float drag_field_width(const Look&, const char* label);  // for place_beside()

}  // namespace warpwise::ui
