// Which sizes of a job can grow with its ranks (weak scaling).
#pragma once

#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

// The job depends on them, and divides them among its ranks, so that each
// rank has as much to do as one alone has with the size that was given.
std::vector<std::string> sizes_of_job(const Lesson&, const RankJob&, const ParameterValues&);

}  // namespace warpwise
