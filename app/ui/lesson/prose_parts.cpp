#include "ui/lesson/prose_parts.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "lesson/glossary.h"
#include "ui/kit/code_highlight.h"

namespace warpwise::ui {

namespace {

std::optional<ProsePartKind> kind_of_language(std::string_view language) {
    if (language == "predict") return ProsePartKind::predict;
    if (language == "exercise") return ProsePartKind::exercise;
    if (language == "params") return ProsePartKind::params;
    if (language == "view") return ProsePartKind::view;
    if (language == "remember") return ProsePartKind::remember;
    if (language == "break_it") return ProsePartKind::break_it;
    if (language == "step") return ProsePartKind::step;
    if (language == "be_the_warp") return ProsePartKind::be_the_warp;
    if (language == "ladder") return ProsePartKind::ladder;
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

// Views named one after the other stand in one row.
void add_ours(std::vector<ProsePart>& parts, ProsePartKind kind, std::string_view body) {
    const bool joins = kind == ProsePartKind::view && !parts.empty() && parts.back().kind == kind;
    if (joins)
        parts.back().text += "\n" + std::string(body);
    else
        parts.push_back({kind, std::string(body)});
}

void add_markdown(std::vector<ProsePart>& parts, std::string& text) {
    if (!trimmed(text).empty()) parts.push_back({ProsePartKind::markdown, std::move(text)});
    text.clear();
}

// The names of the tags that the Markdown renderer is told to colour (markdown.cpp).
std::string_view tag_of(CodeKind kind) {
    switch (kind) {
        case CodeKind::block_term: return "block-term";
        case CodeKind::dim_term: return "dim-term";
        default: return "thread-term";
    }
}

bool is_plain_word(std::string_view text) {
    return !text.empty() && text.find_first_of("`*_[]()$<>\\\n") == std::string_view::npos;
}

// A code span that is one built-in index: `threadIdx.x`. The text between the backticks.
std::optional<CodeKind> kind_of_span(std::string_view code) {
    const CodeKind kind = kind_of_word(code.substr(0, code.find('.')));
    const bool whole = code.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.") == std::string_view::npos;
    if (!whole || kind < CodeKind::block_term) return std::nullopt;
    return kind;
}

std::string link_to(std::string_view shown, std::string_view kind, std::string_view target) {
    // angle brackets let the target hold a blank: "bank conflict"
    return "[" + std::string(shown) + "](<" + std::string(kind) + ":" + std::string(target) + ">)";
}

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

// *Kernel* is the name of a button or a column; *kernel*, *GPU* and **Kernel** are words.
bool is_label(std::string_view inside, std::string_view marks) {
    return marks == "*" && is_capital(inside.front()) && !(inside.size() > 1 && is_capital(inside[1]));
}

// What the marked span at `at` becomes, and where it ends; nothing when it stays as it is.
std::optional<std::pair<std::string, std::size_t>> linked_span(std::string_view line, std::size_t at, const Lesson* lesson,
                                                               const std::vector<std::string>& presets) {
    const char mark = line[at];
    const std::size_t width = mark == '*' && line.substr(at, 2) == "**" ? 2 : 1;
    const std::string_view marks = line.substr(at, width);
    const std::size_t close = line.find(marks, at + width);
    if (close == std::string_view::npos || (close + width < line.size() && line[close + width] == mark)) return std::nullopt;
    const std::string_view inside = line.substr(at + width, close - at - width), whole = line.substr(at, close + width - at);
    if (!is_plain_word(inside)) return std::nullopt;
    if (mark == '`') {
        const auto kind = kind_of_span(inside);
        if (!kind) return std::nullopt;
        const std::string tag(tag_of(*kind));
        return std::pair{
            link_to("<" + tag + ">" + std::string(inside) + "</" + tag + ">", "term", inside.substr(0, inside.find('.'))),
            close + width};
    }
    if (std::ranges::find(presets, inside) != presets.end()) return std::pair{link_to(whole, "preset", inside), close + width};
    if (is_label(inside, marks) || find_term(lesson, inside) == nullptr) return std::nullopt;
    return std::pair{link_to(whole, "term", inside), close + width};
}

// The end of what may not be touched: a code span, a link or a formula that starts at `at`.
std::size_t end_of_opaque(std::string_view line, std::size_t at) {
    const char close = line[at] == '[' ? ']' : line[at];
    const std::size_t run = line.find_first_not_of(line[at], at) == std::string_view::npos
                                ? line.size() - at
                                : line.find_first_not_of(line[at], at) - at;
    const std::size_t width = line[at] == '[' ? 1 : run;
    const std::size_t end = line.find(std::string(width, close), at + width);
    return end == std::string_view::npos ? at + width : end + width;
}

void append_linked(std::string& out, std::string_view line, const Lesson* lesson, const std::vector<std::string>& presets) {
    for (std::size_t at = 0; at < line.size();) {
        const char c = line[at];
        if (c == '`' || c == '*') {
            if (auto link = linked_span(line, at, lesson, presets)) {
                out += link->first;
                at = link->second;
                continue;
            }
        }
        const bool opaque = c == '`' || c == '$' || c == '[';
        const std::size_t end =
            opaque ? end_of_opaque(line, at) : at + (c == '\\' || (c == '*' && line.substr(at, 2) == "**") ? 2 : 1);
        out += line.substr(at, end - at);
        at = end;
    }
}

}  // namespace

std::string with_term_links(std::string_view markdown, const Lesson* lesson, const std::vector<std::string>& presets) {
    std::string out;
    std::optional<Fence> open;
    bool formula = false;  // between two $$ lines
    while (!markdown.empty()) {
        const std::size_t break_at = std::min(markdown.find('\n'), markdown.size() - 1);
        const std::string_view line = markdown.substr(0, break_at + 1);
        markdown.remove_prefix(break_at + 1);
        const std::optional<Fence> fence = fence_of(line);
        const bool heading = line.starts_with('#'), code = line.starts_with("    ");
        if (open) {
            out += line;
            if (fence && closes(*open, *fence)) open.reset();
        } else if (fence) {
            open = fence;
            out += line;
        } else if (trimmed(line) == "$$") {
            formula = !formula;
            out += line;
        } else if (formula || heading || code) {
            out += line;
        } else {
            append_linked(out, line, lesson, presets);
        }
    }
    return out;
}

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
            if (ours)
                add_markdown(parts, markdown);
            else
                markdown += line;
        } else if (ours && closing) {
            add_ours(parts, *ours, trimmed(body));
            ours.reset();
            open.reset();
        } else if (ours) {
            body += line;
        } else {
            markdown += line;
            if (closing) open.reset();
        }
    }
    if (ours) add_ours(parts, *ours, trimmed(body));
    add_markdown(parts, markdown);
    return parts;
}

std::size_t next_heading(std::string_view markdown) {
    std::optional<Fence> open;
    for (std::size_t at = 0; at < markdown.size();) {
        const std::size_t end = std::min(markdown.find('\n', at), markdown.size());
        const std::string_view line = markdown.substr(at, end - at);
        const auto fence = fence_of(line);
        if (open) {
            if (fence && closes(*open, *fence)) open.reset();
        } else if (fence) {
            open = fence;
        } else if (const std::size_t marks = line.find_first_not_of('#'); marks >= 1 && marks <= 6 && line[marks] == ' ') {
            return at;
        }
        at = end + 1;
    }
    return markdown.size();
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
