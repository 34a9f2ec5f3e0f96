#include "experiment/file/source_lines.h"

#include "base/files.h"
#include "base/text.h"

namespace warpwise {

std::string SourceLines::line(const std::string& file, int number) {
    constexpr std::size_t most_bytes = std::size_t{1} << 20;
    if (!texts_.contains(file)) keep(file, read_regular_file(file, most_bytes).value_or(""));
    const std::vector<std::string>& lines = texts_[file];
    if (number < 1 || static_cast<std::size_t>(number) > lines.size()) return {};
    return std::string(trimmed(lines[static_cast<std::size_t>(number) - 1]));
}

void SourceLines::keep(const std::string& file, const std::string& text) {
    std::vector<std::string>& lines = texts_[file];
    for (const std::string_view each : lines_of(text)) lines.emplace_back(each);
}

}  // namespace warpwise
