// A medal, as cards show it.
#pragma once

#include <string>

#include "lesson/score.h"
#include "ui/kit/theme.h"

namespace warpwise::ui {

// Three bars for gold, two for silver, one for bronze, as steps: the shape says which it is without the colour. What comes next
// stands beside it.
void draw_medal(const Look&, Medal);
std::string medal_words(Medal);  // "Gold"; "No medal"

}  // namespace warpwise::ui
