// A new lesson's folder, to be edited: a copy of assets/new_lesson, which passes `course verify` as it is.
#pragma once

#include <filesystem>

#include "base/error.h"

namespace warpwise {

// `folder` is made; its name is the lesson's id, after a number if it begins with one ("16_saxpy"). Nothing is written over: a
// usage error says that the folder is there already, or that its name is not an id. Returns the absolute folder.
Result<std::filesystem::path> make_lesson(const std::filesystem::path& folder);

}  // namespace warpwise
