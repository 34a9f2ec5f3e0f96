// Do the options of a view fit the lesson? What `course verify` asks, without drawing anything.
#pragma once

#include "base/error.h"
#include "lesson/lesson.h"

namespace warpwise {

// Of views of kind image and points, with the parameters' defaults; other kinds have nothing that could fail. Says what the view
// would say in the window.
Result<void> check_view(const Lesson&, const ViewSpec&);

}  // namespace warpwise
