#include "ui/source/value_tag.h"

namespace warpwise::ui {
namespace {

constexpr std::string_view kCut = " ...";
constexpr std::size_t kLeastWords = 4;  // "lane", "7:", "12" and "="

// As many whole words as have room with the ellipsis; "" where these are too few.
std::string whole_words(std::string_view text, std::size_t characters) {
    std::size_t end = 0, words = 0;
    for (std::size_t i = 1; i < text.size() && i + kCut.size() <= characters; ++i)
        if (text[i] == ' ' && text[i - 1] != ' ') end = i, ++words;
    return words < kLeastWords ? "" : std::string(text.substr(0, end)) + std::string(kCut);
}

}  // namespace

ValueTag place_value_tag(std::string_view text, const ValueTagRoom& room) {
    const auto width = [&](std::string_view shown) { return static_cast<float>(shown.size()) * room.character + 2 * room.pad; };
    ValueTag tag{.begin = room.line_end, .text = std::string(text)};
    tag.width = width(text);
    if (tag.begin + tag.width <= room.right) return tag;
    if (room.next_end + tag.width <= room.right) {
        tag.below = true;
        tag.begin = room.right - tag.width;
        return tag;
    }
    tag.text.clear();
    for (const bool below : {false, true}) {
        const float begin = below ? room.next_end : room.line_end, left = room.right - begin - 2 * room.pad;
        const std::string cut = left <= 0 ? "" : whole_words(text, static_cast<std::size_t>(left / room.character));
        if (cut.size() <= tag.text.size()) continue;
        tag = {.below = below, .begin = begin, .width = width(cut), .text = cut};
    }
    return tag;
}

}  // namespace warpwise::ui
