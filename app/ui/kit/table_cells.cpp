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
constexpr std::size_t kMostHeaderLines = 4;
constexpr int kWidestMark = 99;

std::size_t room_for(std::size_t characters) {
    if (characters <= kOnOneLine) return characters + kSlack;
    return std::min(kOnOneLine + kSlack + (characters - kOnOneLine) / 4, kMostCharacters);
}

// A name in code, or of a term, breaks at no blank, so its column has room for all of it; code type is about a fifth wider than
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
    return longest == 0 ? 0 : std::min(longest + (longest + 3) / 4, kMostCharacters);
}

// Bold type is about an eighth wider.
std::size_t room_for_header(std::size_t characters) { return characters + (characters + 7) / 8; }

// In lines of at most `room` characters where a blank allows it.
std::vector<std::string> wrapped(std::string_view text, std::size_t room) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t blank = std::min(text.find(' '), text.size());
        const std::string word(text.substr(0, blank));
        if (!lines.empty() && seen_length(lines.back()) + 1 + seen_length(word) <= room)
            lines.back() += " " + word;
        else
            lines.push_back(word);
        text = text.substr(std::min(blank + 1, text.size()));
    }
    return lines;
}

// RichMd wraps no header: a long one is broken where its lines are about as long as each other, if it has a blank for that.
std::vector<std::string> broken(std::string_view header, std::size_t lines) {
    std::size_t room = seen_length(header) / lines;
    std::vector<std::string> found = wrapped(header, room);
    while (found.size() > lines) found = wrapped(header, ++room);
    return found;
}

std::size_t widest_line(const std::vector<std::string>& lines) {
    std::size_t widest = 0;
    for (const std::string& line : lines) widest = std::max(widest, seen_length(line));
    return widest;
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

struct Column {
    std::string_view name;
    std::size_t name_lines = 1;
    std::size_t cells_least = 0, cells_wanted = 0;  // characters: of the longest word, and with room for more of a sentence

    std::vector<std::string> header() const { return broken(name, name_lines); }
    std::size_t header_room() const { return room_for_header(widest_line(header())); }
    std::size_t least() const { return std::max(cells_least, header_room()); }
    std::size_t wanted() const { return std::max(cells_wanted, header_room()); }
};

std::size_t least_width(const std::vector<Column>& columns) {
    std::size_t sum = 0;
    for (const Column& column : columns) sum += column.least() + kSlack;  // the space between the columns
    return sum;
}

// The first two lines of a table are header and rule. A header takes more lines where the table is too wide otherwise.
std::vector<Column> columns_of(const std::vector<std::string_view>& table, std::size_t most_characters) {
    std::vector<Column> columns;
    std::vector<std::size_t> longest;
    for (const std::string_view name : cells_of(table.front())) {
        columns.push_back({.name = name, .name_lines = seen_length(name) <= kOnOneLine ? 1u : 2u});
        longest.push_back(widest_line(columns.back().header()));
    }
    std::vector<std::size_t> names(columns.size());
    for (std::size_t row = 2; row < table.size(); ++row) {
        const std::vector<std::string_view> cells = cells_of(table[row]);
        for (std::size_t i = 0; i < std::min(cells.size(), columns.size()); ++i) {
            columns[i].cells_least = std::max(columns[i].cells_least, longest_word(cells[i]));
            longest[i] = std::max(longest[i], seen_length(cells[i]));
            names[i] = std::max(names[i], room_for_names(cells[i]));
        }
    }
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].cells_wanted = std::max(room_for(longest[i]), names[i]);
    while (least_width(columns) > most_characters) {
        const auto gain = [](Column column) {
            const std::size_t before = column.least();
            return column.name_lines++ < kMostHeaderLines ? before - std::min(before, column.least()) : 0;
        };
        const auto best = std::ranges::max_element(columns, {}, gain);
        if (best == columns.end() || gain(*best) == 0) break;
        ++best->name_lines;
    }
    return columns;
}

// A matrix: its columns have no names, without which a list of its cells says nothing.
bool is_matrix(const std::vector<std::string_view>& table) {
    return std::ranges::all_of(cells_of(table.front()), &std::string_view::empty);
}

std::string stacked(const std::vector<std::string_view>& table) {
    const std::vector<std::string_view> header = cells_of(table.front());
    if (header.empty()) return {};
    // The name above the rows' own says nothing new, unless it says of what the numbers are: "per block".
    const std::string per = header.front().starts_with("per ") ? fmt::format(" {}", header.front()) : "";
    std::string text = "\n";  // the table may stand right below a paragraph
    for (std::size_t row = 2; row < table.size(); ++row) {
        const std::vector<std::string_view> cells = cells_of(table[row]);
        if (!cells.empty() && !cells.front().empty()) text += fmt::format("**{}**\n\n", cells.front());
        for (std::size_t i = 1; i < std::min(cells.size(), header.size()); ++i)
            if (!cells[i].empty()) text += fmt::format("- {}{}: {}\n", header[i], per, cells[i]);
        text += "\n";
    }
    return text;
}

// What each column should have room for. A table that is too wide would be made narrower all over, headers too: here only what
// columns have beyond their longest word becomes less.
std::vector<std::size_t> rooms_of(const std::vector<Column>& columns, std::size_t most_characters) {
    const auto least_of = [](const Column& column) { return std::min(column.least(), column.wanted()); };
    std::size_t least = columns.size() * kSlack, wanted = least;
    for (const Column& column : columns) least += least_of(column), wanted += column.wanted();
    const std::size_t left = most_characters - std::min(least, most_characters);
    std::vector<std::size_t> rooms;
    for (const Column& column : columns) {
        const std::size_t more = column.wanted() - least_of(column);
        rooms.push_back(least_of(column) +
                        (wanted <= most_characters ? more : more * left / std::max<std::size_t>(1, wanted - least)));
    }
    return rooms;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += (text.empty() ? "" : "<br>") + line;
    return text;
}

std::string marked(const std::vector<std::string_view>& table, const std::vector<Column>& columns, std::size_t most_characters) {
    const std::vector<std::size_t> rooms = rooms_of(columns, most_characters);
    // a matrix has its first row in the place of the header, which would be an empty strip
    const bool matrix = is_matrix(table) && table.size() > 2;
    std::string text;
    for (std::size_t row = matrix ? 2 : 0; row < table.size(); ++row) {
        if (row == 1) continue;
        const bool first = text.empty();
        const std::vector<std::string_view> cells = cells_of(table[row]);
        for (std::size_t i = 0; i < (first ? columns.size() : cells.size()); ++i) {
            const std::string_view cell = i < cells.size() ? cells[i] : std::string_view();
            if (row == 0)
                text += fmt::format("| {} ", joined(columns[i].header()));
            else
                text += first ? fmt::format("| <{}>{}</{}> ", kPlainCellTag, cell, kPlainCellTag) : fmt::format("| {} ", cell);
            if (first) text += fmt::format("<{}{}>", kColumnTag, rooms[i]);
            text += fmt::format("<{}> ", kEndTag);
        }
        text += "|\n";
        if (first) text += std::string(table[1]) + "\n";
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
        const std::vector<Column> columns = columns_of(table, most_characters);
        const bool too_wide = least_width(columns) > most_characters && !is_matrix(table);
        text += too_wide ? stacked(table) : marked(table, columns, most_characters);
    }
    return text;
}

std::optional<CellMark> cell_mark_of(std::string_view tag) {
    if (tag == kEndTag) return CellMark{};
    if (!tag.starts_with(kColumnTag)) return std::nullopt;
    CellMark mark;
    tag.remove_prefix(kColumnTag.size());
    const auto [end, error] = std::from_chars(tag.data(), tag.data() + tag.size(), mark.characters);
    if (error != std::errc() || end != tag.data() + tag.size() || mark.characters < 1 || mark.characters > kWidestMark)
        return std::nullopt;
    return mark;
}

}  // namespace warpwise::ui
