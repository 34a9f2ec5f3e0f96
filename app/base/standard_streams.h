// Standard input, output and error as they are found: closed, on a full disk, a pipe without a reader.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>
#include <utility>

namespace warpwise {

// For the start of a program: what was closed becomes a descriptor that takes and gives nothing. The next file that is opened
// would get its number, and messages would be written into that file.
void occupy_closed_streams();

void write_text(std::FILE*, std::string_view text);

// As fmt::print, which throws when the stream cannot be written: words that cannot be read must not end the program. That
// something is missing on standard output is reported at the end of a command, by std::ferror.
template <typename... Values>
void print_to(std::FILE* stream, fmt::format_string<Values...> format, Values&&... values) {
    write_text(stream, fmt::format(format, std::forward<Values>(values)...));
}

}  // namespace warpwise
