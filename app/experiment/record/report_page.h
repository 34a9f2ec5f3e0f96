// The frame of every report in HTML: one page that needs no other file.
#pragma once

#include <string>
#include <string_view>

namespace warpwise {

// `title` is text; `body` is HTML. The page's classes: quiet, verdict, good, bad, mark (a cell that stays on one line),
// name (a column of file names), number (a column of numbers), bar.
std::string html_page(std::string_view title, const std::string& body);

// "2026-11-22 17:53 UTC" for "2026-11-22T17:53:14Z"; any other text as it is.
std::string html_date(std::string_view date);

}  // namespace warpwise
