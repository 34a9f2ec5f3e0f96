// How the writers put numbers into text.
#pragma once

#include <string>

namespace warpwise::ui::figure {

// At most two decimals, none that say nothing: "12", "12.5". Never in the form 1e-05, which PDF does not read.
std::string number(double);

}  // namespace warpwise::ui::figure
