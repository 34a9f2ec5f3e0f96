// A new lesson's folder, to be edited: a copy of assets/new_lesson, which passes `course verify` as it is.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"

namespace warpwise {

// What a lesson in a folder that is not there yet will be.
struct NewLessonPlace {
    std::filesystem::path folder;  // absolute
    std::string id, title;         // "saxpy" and "Saxpy" of 16_saxpy
};
// A usage error says that the folder is there already, that its name is not an id, or that it is below another lesson.
Result<NewLessonPlace> place_of_new_lesson(const std::filesystem::path& folder);

// `folder` is made; its name is the lesson's id, after a number if it begins with one ("16_saxpy"). Nothing is written over: a
// usage error says that the folder is there already, or that its name is not an id. Returns the absolute folder.
Result<std::filesystem::path> make_lesson(const std::filesystem::path& folder);

}  // namespace warpwise
