// What a check of a lesson saw, and where a failure is to be mended.
#pragma once

#include <optional>
#include <string>

#include "lesson/lesson.h"

namespace warpwise {

// A file of the lesson's folder; line 0: the file as a whole.
struct Place {
    std::string file;
    int line = 0;
};

// The line of lesson.toml that declares it: "exercise", "kernel naive", "preset Whole".
inline Place place_in_manifest(const Lesson& lesson, const std::string& what) {
    const auto line = lesson.manifest_lines.find(what);
    return {"lesson.toml", line == lesson.manifest_lines.end() ? 0 : line->second};
}

// The reason of a failure and what to do, or what was seen.
struct Seen {
    bool passed = true;
    std::string detail;
    bool uncertain = false;
    std::optional<Place> place{};  // where another place than the check's own is at fault
};
inline Seen good(std::string detail) { return {true, std::move(detail)}; }
inline Seen bad(std::string detail) { return {false, std::move(detail)}; }
inline Seen bad_at(Place place, std::string detail) { return {false, std::move(detail), false, std::move(place)}; }
inline Seen uncertain(std::string detail) { return {true, std::move(detail), true}; }

}  // namespace warpwise
