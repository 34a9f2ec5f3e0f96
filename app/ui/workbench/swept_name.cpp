#include "ui/workbench/swept_name.h"

namespace warpwise::ui {

std::string swept_title(const Lesson* lesson, const std::string& over) {
    const Parameter* parameter = lesson != nullptr ? lesson->find_parameter(over) : nullptr;
    return parameter != nullptr && !parameter->label.empty() ? parameter->label : over;
}

std::string swept_name(const Lesson* lesson, const std::string& over) { return in_sentence(swept_title(lesson, over)); }

std::string in_sentence(std::string title) {
    const bool is_word = title.size() > 1 && title[0] >= 'A' && title[0] <= 'Z' && title[1] >= 'a' && title[1] <= 'z';
    if (is_word) title[0] = static_cast<char>(title[0] - 'A' + 'a');
    return title;
}

}  // namespace warpwise::ui
