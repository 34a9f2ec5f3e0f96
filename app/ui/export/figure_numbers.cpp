#include "ui/export/figure_numbers.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace warpwise::ui::figure {

std::string number(double value) {
    if (!std::isfinite(value)) return "0";
    std::string text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

}  // namespace warpwise::ui::figure
