// CPU routines: the truth that kernels are checked against, and what they are timed against. They live beside the kernels
// (kernels/<topic>/reference.cpp) and are listed in one explicit table (routines.cpp).
#pragma once

#include <span>
#include <string_view>

#include "device/interface/routine.h"

namespace warpwise {

std::span<const Routine> all_routines();
const Routine* find_routine(std::string_view name);

}  // namespace warpwise
