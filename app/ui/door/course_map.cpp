#include "ui/door/course_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace warpwise::ui {
namespace {

// The other parts that its lessons need, by the lessons that they name.
std::set<int> needed_parts(const MapPart& part, const std::map<std::string, int>& part_of) {
    std::set<int> needed;
    for (const Lesson* lesson : part.lessons)
        for (const std::string& id : lesson->needs)
            if (const auto found = part_of.find(id); found != part_of.end() && found->second != part.part)
                needed.insert(found->second);
    return needed;
}

}  // namespace

std::vector<MapPart> course_map(const std::vector<const Lesson*>& lessons) {
    std::vector<MapPart> parts;
    std::map<std::string, int> part_of;
    for (const Lesson* lesson : lessons) {
        part_of[lesson->id] = lesson->part;
        auto known = std::ranges::find(parts, lesson->part, &MapPart::part);
        if (known == parts.end()) known = parts.insert(known, {.part = lesson->part, .lessons = {}});
        known->lessons.push_back(lesson);
        known->minutes += lesson->minutes;
    }
    std::ranges::sort(parts, {}, &MapPart::part);
    int before = 0;  // on the line
    for (MapPart& part : parts) {
        const std::set<int> needed = needed_parts(part, part_of);
        part.is_branch = before != 0 && !needed.contains(before);
        const auto later = needed.lower_bound(part.part);  // a part further down is not one to come after
        if (part.is_branch && later != needed.begin()) part.after = *std::prev(later);
        if (!part.is_branch) before = part.part;
    }
    return parts;
}

std::string duration_text(int minutes) {
    if (minutes <= 0) return {};
    if (minutes < 60) return fmt::format("{} min", minutes);
    return minutes % 60 == 0 ? fmt::format("{} h", minutes / 60) : fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string rough_duration_text(int minutes) {
    if (minutes < 60) return fmt::format("about {} minutes", minutes);
    const int hours = (minutes + 30) / 60;
    return fmt::format("about {} hour{}", hours, hours == 1 ? "" : "s");
}

}  // namespace warpwise::ui
