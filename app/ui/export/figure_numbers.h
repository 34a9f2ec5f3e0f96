// How the writers put numbers and bytes into text.
#pragma once

#include <string>
#include <string_view>

namespace warpwise::ui::figure {

// At most two decimals, none that say nothing: "12", "12.5". Never in the form 1e-05, which PDF does not read.
std::string number(double);
std::string base64(std::string_view bytes);

}  // namespace warpwise::ui::figure
