#include "ui/kit/table_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/text.h"
#include "ui/kit/prose_lines.h"

namespace warpwise::ui {
namespace {

constexpr std::string_view kEndTag = "cell-end", kColumnTag = "column-";
// What is short stays on one line, and a sentence wraps: of its characters a column gets room for a quarter.
constexpr std::size_t kOnOneLine = 12, kSlack = 2, kMostCharacters = 18, kCount = 6;

std::size_t room_for(std::size_t characters) {
    if (characters <= kOnOneLine) return characters + kSlack;
    return std::min(kOnOneLine + kSlack + (characters - kOnOneLine) / 4, kMostCharacters);
}

// A name in code, or of a term, breaks at no blank, so its column has room for all of it; code type is about a third wider than
// that of prose.
std::size_t room_for_names(std::string_view cell) {
    std::size_t longest = 0, length = 0;
    bool code = false;
    for (std::size_t at = 0; at < cell.size(); ++at) {
        const std::size_t end = cell[at] == '<' ? cell.find('>', at) : cell.npos;
        if (end != cell.npos) {
            const std::string_view tag = cell.substr(at + 1, end - at - 1);
            if (tag.ends_with("-term")) code = !tag.starts_with('/');
            at = end;
            length = 0;
            continue;
        }
        if (cell[at] == '`') code = !code;
        length = !code || cell[at] == '`' || cell[at] == ' ' ? 0 : length + 1;
        longest = std::max(longest, length);
    }
    return longest == 0 ? 0 : std::min(longest + (longest + 2) / 3 + 1, kMostCharacters);
}

// RichMd wraps no header: a long one is broken once, at the blank nearest its middle.
std::string broken(std::string_view header) {
    if (header.size() <= kOnOneLine) return std::string(header);
    std::size_t best = header.npos;
    const auto from_middle = [&](std::size_t at) {
        return at > header.size() / 2 ? at - header.size() / 2 : header.size() / 2 - at;
    };
    for (std::size_t at = header.find(' '); at != header.npos; at = header.find(' ', at + 1))
        if (best == header.npos || from_middle(at) < from_middle(best)) best = at;
    if (best == header.npos) return std::string(header);
    return fmt::format("{}<br>{}", header.substr(0, best), header.substr(best + 1));
}

std::size_t widest_line(std::string_view broken_header) {
    const std::size_t at = broken_header.find("<br>");
    if (at == broken_header.npos) return seen_length(broken_header);
    return std::max(seen_length(broken_header.substr(0, at)), seen_length(broken_header.substr(at + 4)));
}

bool is_row(std::string_view line) { return trimmed(line).starts_with('|'); }

// "|---|:-:|"
bool is_rule(std::string_view line) {
    return is_row(line) && line.find('-') != line.npos && line.find_first_not_of("|-: \t\r") == line.npos;
}

// The cells between the bars; a bar behind a backslash is text.
std::vector<std::string_view> cells_of(std::string_view row) {
    row = trimmed(row).substr(1);
    std::vector<std::string_view> cells;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < row.size(); ++at) {
        if (row[at] != '|' || (at > 0 && row[at - 1] == '\\')) continue;
        cells.push_back(trimmed(row.substr(begin, at - begin)));
        begin = at + 1;
    }
    if (!trimmed(row.substr(begin)).empty()) cells.push_back(trimmed(row.substr(begin)));
    return cells;
}

// A count, or "(run to see)" in its place: both are as wide here, so that a run turns no table into a list.
std::size_t width_of_word(std::string_view word) {
    const bool is_count = word == "(run" || (!word.empty() && word.find_first_not_of("0123456789.,-") == word.npos);
    return is_count ? kCount : seen_length(word);
}

// Of the text that is seen, without links' targets and tags; a blank in code and in a term is a part of the word.
std::size_t longest_word(std::string_view cell) {
    std::size_t longest = room_for_names(cell), begin = 0;
    for (std::size_t at = 0; at <= cell.size(); ++at) {
        if (at < cell.size() && cell[at] == '<') at = std::min(cell.find('>', at), cell.size() - 1);
        if (at < cell.size() && cell[at] != ' ') continue;
        longest = std::max(longest, width_of_word(cell.substr(begin, at - begin)));
        begin = at + 1;
    }
    return longest;
}

// With its words beside each other and the space between the columns.
std::size_t least_width(const std::vector<std::string_view>& table) {
    std::vector<std::size_t> columns;
    for (const std::string_view cell : cells_of(table.front())) columns.push_back(widest_line(broken(cell)));
    for (std::size_t row = 2; row < table.size(); ++row) {
        const std::vector<std::string_view> cells = cells_of(table[row]);
        for (std::size_t i = 0; i < std::min(cells.size(), columns.size()); ++i)
            columns[i] = std::max(columns[i], longest_word(cells[i]));
    }
    std::size_t width = 0;
    for (const std::size_t column : columns) width += column + kSlack;
    return width;
}

// A matrix: its columns have no names, without which a list of its cells says nothing.
bool is_matrix(const std::vector<std::string_view>& table) {
    return std::ranges::all_of(cells_of(table.front()), &std::string_view::empty);
}

std::string stacked(const std::vector<std::string_view>& table) {
    const std::vector<std::string_view> header = cells_of(table.front());
    // the blank line first: the table may stand right below a paragraph
    std::string text = header.empty() || header.front().empty() ? "\n" : fmt::format("\n*{}:*\n\n", header.front());
    for (std::size_t row = 2; row < table.size(); ++row) {
        const std::vector<std::string_view> cells = cells_of(table[row]);
        if (!cells.empty() && !cells.front().empty()) text += fmt::format("**{}**\n\n", cells.front());
        for (std::size_t i = 1; i < std::min(cells.size(), header.size()); ++i)
            if (!cells[i].empty()) text += fmt::format("- {}: {}\n", header[i], cells[i]);
        text += "\n";
    }
    return text;
}

// The first two lines are header and rule.
std::string marked(const std::vector<std::string_view>& table) {
    const std::vector<std::string_view> header = cells_of(table.front());
    std::vector<std::size_t> longest, names(header.size());
    for (const std::string_view cell : header) longest.push_back(widest_line(broken(cell)));
    for (std::size_t row = 2; row < table.size(); ++row) {
        const std::vector<std::string_view> cells = cells_of(table[row]);
        for (std::size_t i = 0; i < std::min(cells.size(), longest.size()); ++i) {
            longest[i] = std::max(longest[i], seen_length(cells[i]));
            names[i] = std::max(names[i], room_for_names(cells[i]));
        }
    }
    std::string text;
    for (std::size_t row = 0; row < table.size(); ++row) {
        if (row == 1) {
            text += std::string(table[row]) + "\n";
            continue;
        }
        const std::vector<std::string_view> cells = cells_of(table[row]);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            text += fmt::format("| {} ", row == 0 ? broken(cells[i]) : std::string(cells[i]));
            if (row == 0) text += fmt::format("<{}{}>", kColumnTag, std::max(room_for(longest[i]), names[i]));
            text += fmt::format("<{}> ", kEndTag);
        }
        text += "|\n";
    }
    return text;
}

}  // namespace

std::string mark_table_cells(std::string_view markdown, std::size_t most_characters) {
    const std::vector<std::string_view> lines = lines_of(markdown);
    std::string text;
    bool code = false;
    for (std::size_t i = 0; i < lines.size();) {
        if (is_fence(lines[i])) code = !code;
        if (code || !is_row(lines[i]) || i + 1 == lines.size() || !is_rule(lines[i + 1])) {
            text += std::string(lines[i++]) + "\n";
            continue;
        }
        std::vector<std::string_view> table;
        while (i < lines.size() && is_row(lines[i])) table.push_back(lines[i++]);
        text += least_width(table) > most_characters && !is_matrix(table) ? stacked(table) : marked(table);
    }
    return text;
}

std::optional<CellMark> cell_mark_of(std::string_view tag) {
    if (tag == kEndTag) return CellMark{};
    if (!tag.starts_with(kColumnTag)) return std::nullopt;
    CellMark mark;
    tag.remove_prefix(kColumnTag.size());
    const auto [end, error] = std::from_chars(tag.data(), tag.data() + tag.size(), mark.characters);
    if (error != std::errc() || end != tag.data() + tag.size() || mark.characters < 1 ||
        mark.characters > static_cast<int>(kMostCharacters))
        return std::nullopt;
    return mark;
}

}  // namespace warpwise::ui
