// Which hint of an exercise a learner is offered next.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

// What a check can end in, and a hint can be `on`: "compile" (it does not compile), "wrong" (elements differ), "gate" (right, but a
// gate is missed), and every kind of fault.
std::vector<std::string> failure_kinds();
// The same for an exercise whose text is a program: findings in its host code too, "exit" (it ends with another exit code than it
// should) and "time" (it does not end).
std::vector<std::string> program_failure_kinds();

// The places of the hints that were not shown yet, the next one first: those on this failure, then those on none. Hints on other
// failures are not offered. `failure` is empty while nothing has failed.
std::vector<std::size_t> hints_on_offer(const Exercise&, const std::vector<std::size_t>& shown, std::string_view failure);

}  // namespace warpwise
