// Display formulas that are wider than their column. Pure, but for the measure that is handed in.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace warpwise::ui {

// Every $$...$$ of one line that is wider than `width` becomes several, broken after commas, else before relations and operators,
// in parentheses only where nothing else helps, and never in braces. One that has no such place stays whole.
std::string reflow_formulas(std::string_view markdown, float width, const std::function<float(const std::string& latex)>& measure);

}  // namespace warpwise::ui
