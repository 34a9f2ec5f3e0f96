#include "ui/prose_parts.h"

#include <optional>
#include <utility>

namespace warpwise::ui {

namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::optional<ProsePartKind> kind_of_language(std::string_view language) {
    if (language == "predict") return ProsePartKind::predict;
    if (language == "exercise") return ProsePartKind::exercise;
    if (language == "params") return ProsePartKind::params;
    if (language == "view") return ProsePartKind::view;
    if (language == "remember") return ProsePartKind::remember;
    return std::nullopt;
}

struct Fence {
    char mark = '`';
    std::size_t length = 0;
    std::string_view info;  // what follows the marks
};

std::optional<Fence> fence_of(std::string_view line) {
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string_view::npos || indent > 3) return std::nullopt;
    line.remove_prefix(indent);
    if (line.empty() || (line[0] != '`' && line[0] != '~')) return std::nullopt;
    const std::size_t end = std::min(line.find_first_not_of(line[0]), line.size());
    if (end < 3) return std::nullopt;
    return Fence{line[0], end, trimmed(line.substr(end))};
}

bool closes(const Fence& open, const Fence& fence) {
    return fence.mark == open.mark && fence.length >= open.length && fence.info.empty();
}

void add_markdown(std::vector<ProsePart>& parts, std::string& text) {
    if (!trimmed(text).empty()) parts.push_back({ProsePartKind::markdown, std::move(text)});
    text.clear();
}

}  // namespace

std::vector<ProsePart> split_prose(std::string_view prose) {
    std::vector<ProsePart> parts;
    std::string markdown;
    std::optional<Fence> open;
    std::optional<ProsePartKind> ours;
    std::string body;
    while (!prose.empty()) {
        const std::size_t break_at = std::min(prose.find('\n'), prose.size() - 1);
        const std::string_view line = prose.substr(0, break_at + 1);
        prose.remove_prefix(break_at + 1);
        const std::optional<Fence> fence = fence_of(line);
        const bool closing = open && fence && closes(*open, *fence);
        if (!open && fence) {
            open = fence;
            const std::size_t space = fence->info.find_first_of(" \t");
            ours = kind_of_language(fence->info.substr(0, space));
            // "```predict wrong_index" names the id on the fence itself
            body = ours && space != std::string_view::npos ? std::string(trimmed(fence->info.substr(space))) + "\n" : "";
            if (ours) add_markdown(parts, markdown);
            else markdown += line;
        } else if (ours && closing) {
            parts.push_back({*ours, std::string(trimmed(body))});
            ours.reset();
            open.reset();
        } else if (ours) {
            body += line;
        } else {
            markdown += line;
            if (closing) open.reset();
        }
    }
    if (ours) parts.push_back({*ours, std::string(trimmed(body))});
    add_markdown(parts, markdown);
    return parts;
}

std::vector<std::string> words_of(std::string_view body) {
    constexpr std::string_view separators = " \t\r\n,";
    std::vector<std::string> words;
    for (std::size_t at = body.find_first_not_of(separators); at < body.size();) {
        const std::size_t end = std::min(body.find_first_of(separators, at), body.size());
        words.emplace_back(body.substr(at, end - at));
        at = body.find_first_not_of(separators, end);
    }
    return words;
}

}  // namespace warpwise::ui
