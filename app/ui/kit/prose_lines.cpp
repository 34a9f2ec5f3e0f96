#include "ui/kit/prose_lines.h"

#include "base/text.h"

namespace warpwise::ui {

bool is_fence(std::string_view line) {
    line = trimmed(line);
    return line.starts_with("```") || line.starts_with("~~~");
}

std::size_t seen_length(std::string_view line) {
    std::size_t length = 0;
    for (std::size_t at = 0; at < line.size();) {
        const bool target = line.substr(at).starts_with("](<"), tag = line[at] == '<' && line.find('>', at) != line.npos;
        const std::size_t end = target ? line.find(">)", at) : tag ? line.find('>', at) : line.npos;
        if (end != line.npos) {
            at = end + (target ? 2 : 1);
            continue;
        }
        ++length;
        ++at;
    }
    return length;
}

}  // namespace warpwise::ui
