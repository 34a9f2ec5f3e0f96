// Small things that every reader of texts needs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise {

// The lines without their ends; views into `text`. A text that ends with a line's end has no empty line after it.
std::vector<std::string_view> lines_of(std::string_view text);

// Without blanks, tabs and line ends at either side.
std::string_view trimmed(std::string_view text);

// A message of at most some 4,000 bytes, with the middle of overlong words left out: a name may be as long as the file it is from.
std::string readable_message(std::string message);

// As one word of a shell, whatever is in it: in single quotes.
std::string shell_quoted(std::string_view word);

// "scale" for "scale<float>": a kernel's name without the arguments of its template.
std::string_view plain_kernel_name(std::string_view kernel);

// "640 bytes", "64 kB", "16 MB", "1.5 GB": at most three digits.
std::string bytes_text(std::uint64_t bytes);

}  // namespace warpwise
