#include "ui/kit/long_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "ui/kit/prose_lines.h"

namespace warpwise::ui {
namespace {

std::string in_parts(std::string_view name, std::size_t most_characters) {
    std::string text;
    while (name.size() > most_characters) {
        const std::size_t end = name.find_last_of("_.:", most_characters - 1);
        if (end == name.npos) break;
        text += fmt::format("`{}` ", name.substr(0, end + 1));
        name.remove_prefix(end + 1);
    }
    return text + fmt::format("`{}`", name);
}

std::string with_parts(std::string_view line, std::size_t most_characters) {
    std::string text;
    while (!line.empty()) {
        const std::size_t begin = line.find('`');
        const std::size_t end = begin == line.npos ? line.npos : line.find('`', begin + 1);
        if (end == line.npos) break;
        const std::string_view name = line.substr(begin + 1, end - begin - 1);
        const bool breaks = name.size() > most_characters && name.find(' ') == name.npos;
        text += line.substr(0, begin);
        text += breaks ? in_parts(name, most_characters) : std::string(line.substr(begin, end + 1 - begin));
        line.remove_prefix(end + 1);
    }
    return text + std::string(line);
}

}  // namespace

std::string with_breaks_in_long_names(std::string_view markdown, std::size_t most_characters) {
    most_characters = std::max<std::size_t>(most_characters, 1);
    std::string text;
    bool code = false;
    for (const std::string_view line : lines_of(markdown)) {
        if (is_fence(line)) code = !code;
        text += code ? std::string(line) : with_parts(line, most_characters);
        text += '\n';
    }
    if (!markdown.ends_with('\n') && !text.empty()) text.pop_back();
    return text;
}

}  // namespace warpwise::ui
