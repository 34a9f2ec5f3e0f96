// Text as it must stand in another format.
#pragma once

#include <string>
#include <string_view>

namespace warpwise {

// For element content and attributes, in XML 1.0 and HTML: control characters have no place in either.
std::string html_escaped(std::string_view text);

// RFC 4180: a field with a comma, a quote or a line break is quoted, quotes doubled.
std::string csv_field(std::string_view text);

// A name from outside, such as a file's, for one line of a report or a terminal: as it is, except that what is not UTF-8 becomes
// U+FFFD, and a control character becomes a blank.
std::string shown_name(std::string_view name);

}  // namespace warpwise
