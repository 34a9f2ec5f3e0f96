// The views that a lesson may name, in `[[view]] kind` and in ```view blocks. The window draws them: its own table is
// app/ui/shell/views.cpp, and tests/ui/views_test.cpp finds a view that one of the two, or docs/writing-lessons.md, lacks.
#pragma once

#include <span>
#include <string_view>

namespace warpwise {

struct LessonView {
    std::string_view id;        // "thread_grid"
    std::string_view in_words;  // within a sentence: "Show the thread grid"
};

std::span<const LessonView> lesson_views();
const LessonView* find_lesson_view(std::string_view id);  // null: there is none

}  // namespace warpwise
