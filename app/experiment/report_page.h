// The frame of every report in HTML: one page that needs no other file.
#pragma once

#include <string>
#include <string_view>

namespace warpwise {

// `title` is text; `body` is HTML. The page's classes: quiet, verdict, good, bad, number (a column of numbers), bar.
std::string html_page(std::string_view title, const std::string& body);

}  // namespace warpwise
