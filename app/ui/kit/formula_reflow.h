// Display formulas that are wider than their column. Pure, but for the measure that is handed in.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace warpwise::ui {

// Every $$...$$ of one line that is wider than `width` becomes several, broken before relations and operators outside braces.
// One that has no such place stays whole.
std::string reflow_formulas(std::string_view markdown, float width, const std::function<float(const std::string& latex)>& measure);

}  // namespace warpwise::ui
