// Text as it must stand in another format.
#pragma once

#include <string>
#include <string_view>

namespace warpwise {

// For element content and attributes, in XML 1.0 and HTML: control characters have no place in either.
std::string html_escaped(std::string_view text);

// RFC 4180: a field with a comma, a quote or a line break is quoted, quotes doubled. What a spreadsheet would take for a formula
// (it begins with = + - @ or a control character and is not a number) gets an apostrophe in front, which makes it a text there. A
// NUL, at which a clipboard's text would end, becomes U+FFFD.
std::string csv_field(std::string_view text);
// The same, quoted whether it needs it or not.
std::string csv_quoted(std::string_view text);

// What a terminal shows and does not act on: each control character but the line feed and the tab (C0, DEL and C1, also where UTF-8
// encodes it), and each byte that is not UTF-8, becomes U+FFFD. A carriage return before a line feed is left out. Kernels, lessons,
// recordings and arrays are a stranger's; write_text (standard_streams.h) passes everything that is printed through it.
std::string terminal_text(std::string_view text);

// A name from outside, such as a file's, for one line of a report or a terminal: as terminal_text, with a blank for each control
// character.
std::string shown_name(std::string_view name);

}  // namespace warpwise
