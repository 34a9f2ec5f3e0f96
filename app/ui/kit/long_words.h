// Words without an end in a Markdown text. RichMd measures, for each part of a word (an entity, an emphasis), all of the word
// behind it: eight thousand entities in a row would hold the window for seconds in every frame.
#pragma once

#include <string>
#include <string_view>

namespace warpwise::ui {

// A blank goes into each word of more than kLongestWord bytes, before what may begin a part. Blocks of code, which are drawn in
// another way, stay.
inline constexpr std::size_t kLongestWord = 400;
std::string with_breaks_in_long_words(std::string_view markdown);

}  // namespace warpwise::ui
