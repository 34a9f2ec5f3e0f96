#include "lesson/prose_numbers.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "base/text.h"

namespace warpwise {
namespace {

constexpr std::array<std::string_view, 5> kAllowed{"0", "1", "2", "3", "32"};

// Blanks out what stands between the two marks, on this line.
void leave_out(std::string& line, std::string_view open, std::string_view close) {
    for (std::size_t at = line.find(open); at != std::string::npos; at = line.find(open, at)) {
        const std::size_t end = line.find(close, at + open.size());
        if (end == std::string::npos) return;
        line.replace(at, end + close.size() - at, " ");
    }
}

std::string without_marked(std::string line, const Lesson& lesson) {
    leave_out(line, "{{", "}}");
    leave_out(line, "`", "`");
    leave_out(line, "$", "$");
    leave_out(line, "](", ")");
    for (const Preset& preset : lesson.presets) leave_out(line, "*" + preset.name, "*");
    return line;
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// "1,024", "0.25", "2^24"; the parts of words are none.
std::vector<std::string> numbers_in(const std::string& line) {
    std::vector<std::string> numbers;
    for (std::size_t at = 0; at < line.size();) {
        const char before = at == 0 ? ' ' : line[at - 1];
        if (!is_digit(line[at]) || is_letter_or_digit(before) || before == '.' || before == '^') {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < line.size() && (is_digit(line[end]) || ((line[end] == ',' || line[end] == '.' || line[end] == '^') &&
                                                             end + 1 < line.size() && is_digit(line[end + 1]))))
            ++end;
        if (end >= line.size() || !is_letter_or_digit(line[end])) numbers.push_back(line.substr(at, end - at));
        at = end;
    }
    return numbers;
}

std::vector<PlainNumber> all_numbers(const Lesson& lesson) {
    std::vector<PlainNumber> all;
    bool in_block = false;
    int number = 0;
    for (std::size_t begin = 0; begin < lesson.prose.size();) {
        const std::size_t end = std::min(lesson.prose.find('\n', begin), lesson.prose.size());
        const std::string line = lesson.prose.substr(begin, end - begin);
        ++number;
        begin = end + 1;
        const std::string_view text = trimmed(line);
        if (text.starts_with("```")) in_block = !in_block;
        if (in_block || text.starts_with("```") || text.starts_with("$$")) continue;
        for (std::string& found : numbers_in(without_marked(line, lesson))) all.push_back({number, std::move(found)});
    }
    return all;
}

}  // namespace

std::vector<PlainNumber> plain_numbers(const Lesson& lesson) {
    std::vector<PlainNumber> plain = all_numbers(lesson);
    std::erase_if(plain, [&](const PlainNumber& number) {
        if (std::ranges::find(kAllowed, number.text) != kAllowed.end()) return true;
        return std::ranges::any_of(lesson.constants, [&](const Constant& constant) {
            return std::ranges::find(constant.numbers, number.text) != constant.numbers.end();
        });
    });
    return plain;
}

std::vector<std::string> unused_constants(const Lesson& lesson) {
    const std::vector<PlainNumber> all = all_numbers(lesson);
    std::vector<std::string> unused;
    for (const Constant& constant : lesson.constants)
        for (const std::string& number : constant.numbers)
            if (std::ranges::find(all, number, &PlainNumber::text) == all.end()) unused.push_back(number);
    return unused;
}

}  // namespace warpwise
