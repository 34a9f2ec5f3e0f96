#include "ui/lesson/lesson_watch.h"

#include <algorithm>

namespace warpwise::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto kBetweenLooks = 500ms;
// An editor may still be writing a file that changed this moment.
constexpr auto kWritingTime = 100ms;

bool being_written(const LessonStamp& stamp) {
    const auto now = std::filesystem::file_time_type::clock::now();
    return std::ranges::any_of(stamp, [&](const FileStamp& one) { return one.changed <= now && now - one.changed < kWritingTime; });
}

}  // namespace

void LessonWatch::know(const Lesson& lesson) { known_[&lesson] = stamp_of(lesson); }

std::optional<std::expected<Lesson, Diagnostics>> LessonWatch::changed(const Lesson& lesson, bool at_once) {
    const auto now = std::chrono::steady_clock::now();
    if (!at_once && now - looked_at_ < kBetweenLooks) return std::nullopt;
    looked_at_ = now;
    const auto known = known_.find(&lesson);
    if (known == known_.end()) return std::nullopt;
    LessonStamp stamp = stamp_of(lesson);
    if (stamp == known->second || being_written(stamp)) return std::nullopt;
    known->second = std::move(stamp);
    return load_lesson(lesson.folder);
}

}  // namespace warpwise::ui
