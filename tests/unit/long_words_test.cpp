// Words without an end, which a drawn lesson must not measure again for each of their parts.
#include "ui/kit/long_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>

namespace warpwise::ui {
namespace {

std::size_t longest_word(std::string_view text) {
    std::size_t longest = 0, length = 0;
    for (const char c : text) longest = std::max(longest, length = c == ' ' || c == '\n' ? 0 : length + 1);
    return longest;
}

std::string repeated(std::string_view part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += part;
    return text;
}

TEST(LongWords, EntitiesInARowAreBroken) {
    for (const char* part : {"&#x110000;", "&amp;", "*a*", "**b**", "`c`", "~~d~~", "[e](f)", "<b>"}) {
        const std::string text = repeated(part, 8000), broken = with_breaks_in_long_words(text);
        EXPECT_LE(longest_word(broken), kLongestWord + 16) << part;
        std::string without;
        std::ranges::copy_if(broken, std::back_inserter(without), [](char c) { return c != ' ' && c != '\n'; });
        EXPECT_EQ(without, text);
    }
}

TEST(LongWords, WhatLooksLikeAFenceEndsNoProse) {
    const std::string many = repeated("&amp;", 8000);
    for (const char* before : {"~~~\n```\n~~~\n", "````\n```\n````\n", "    ```\n", "``` a`b\n", "~~~\ncode\n~~~~\n"}) {
        const std::string broken = with_breaks_in_long_words(before + many);
        EXPECT_LE(longest_word(broken), kLongestWord + 16) << before;
        EXPECT_TRUE(broken.starts_with(before)) << before;
    }
}

TEST(LongWords, OtherTextsStay) {
    const std::string text = "A *sentence* with `code`, &amp; and [a link](term:warp).\n\n```cpp\nint x;\n```";
    EXPECT_EQ(with_breaks_in_long_words(text), text);
    const std::string code = "```text\n" + repeated("a&b*", 1000) + "\n```\n";
    EXPECT_EQ(with_breaks_in_long_words(code), code);
    const std::string word(5000, 'x');
    EXPECT_EQ(with_breaks_in_long_words(word), word + "\n") << "one part is measured once";
}

}  // namespace
}  // namespace warpwise::ui
