// The scenes of a lesson ([[scene]]): the steps in which it is told to a class.
#pragma once

#include <cstddef>
#include <string>

#include "lesson/lesson.h"

namespace warpwise {

// What is set while a scene is shown.
struct SceneLaunch {
    std::string kernel;
    ParameterValues values;  // of every parameter
};

// A scene that sets anything starts from the lesson's defaults, and a question sets what its prediction runs. Any other scene keeps
// what the one before it set, so that a scene shows the same thing from whichever side it is reached.
SceneLaunch scene_launch(const Lesson&, std::size_t number);

// How the run of a scene must end: "right", "wrong" or a fault's kind.
std::string expected_end(const Lesson&, std::size_t number);

}  // namespace warpwise
