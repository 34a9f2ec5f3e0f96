// Lessons whose files change while the window is open: what their author saves is seen at once.
#pragma once

#include <chrono>
#include <map>
#include <optional>

#include "lesson/lesson_stamp.h"

namespace warpwise::ui {

class LessonWatch {
  public:
    // The lesson was read a moment ago.
    void know(const Lesson&);
    // The lesson as it is on the disk, when its files changed since it was read; each change is told once. Looks twice a second,
    // and with `at_once` whenever it is asked.
    std::optional<std::expected<Lesson, Diagnostics>> changed(const Lesson&, bool at_once);

  private:
    std::map<const Lesson*, LessonStamp> known_;
    std::chrono::steady_clock::time_point looked_at_{};
};

}  // namespace warpwise::ui
