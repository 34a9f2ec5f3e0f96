// An option of a view, as the lesson wrote it.
#pragma once

#include <string>

#include "lesson/lesson.h"

namespace warpwise::ui {

// Empty: the lesson does not say.
inline std::string option_of(const ViewSpec& view, const char* name) {
    const auto found = view.options.find(name);
    return found == view.options.end() ? std::string() : found->second;
}

}  // namespace warpwise::ui
