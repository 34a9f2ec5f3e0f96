// A swept parameter as people read it, by its id. The id itself where the lesson has no such parameter.
#pragma once

#include <string>

#include "lesson/lesson.h"

namespace warpwise::ui {

std::string swept_title(const Lesson*, const std::string& over);  // "Elements n", alone
std::string swept_name(const Lesson*, const std::string& over);   // "elements n", in a sentence
std::string in_sentence(std::string title);                       // its first letter made small, unless the word is an abbreviation

}  // namespace warpwise::ui
