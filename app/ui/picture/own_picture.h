// The learner's own picture, in place of the one that a lesson's kernels read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "lesson/lesson.h"

namespace warpwise::ui {

struct OwnPictureState {
    bool asks = false;             // for a file: the shell opens its dialog
    std::optional<Error> problem;  // why the picture that was asked for is not taken
    bool taken = false;            // one was, a moment ago
};

// The array that is filled with a picture; null: the lesson has none.
const ArraySpec* picture_array(const Lesson&);
// Sizes with about as many pixels as `width` x `height` have, in the proportions of the picture, and no larger than it is.
struct PictureExtent {
    std::int64_t width = 0, height = 0;
    bool operator==(const PictureExtent&) const = default;
};
PictureExtent extent_for(const PictureExtent& now, const PictureExtent& picture, const PictureExtent& most);

}  // namespace warpwise::ui
