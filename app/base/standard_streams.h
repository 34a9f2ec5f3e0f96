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

// A file that would grow beyond the limit of the process (ulimit -f) is an error to tell, as a full disk is, and not the end.
void ignore_file_size_limit();

// As a terminal may show it (terminal_text in escape.h). All words of the program that go to a standard stream come by here.
void write_text(std::FILE*, std::string_view text);

// As fmt::print, which throws when the stream cannot be written: words that cannot be read must not end the program. That
// something is missing on standard output is reported at the end of a command, by std::ferror.
template <typename... Values>
void print_to(std::FILE* stream, fmt::format_string<Values...> format, Values&&... values) {
    write_text(stream, fmt::format(format, std::forward<Values>(values)...));
}

}  // namespace warpwise
