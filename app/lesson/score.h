// What a count of a text that passed is worth.
#pragma once

#include <string_view>

#include "lesson/lesson.h"

namespace warpwise {

enum class Medal { none, bronze, silver, gold };
std::string_view name_of(Medal);  // "gold"; empty for none

// Whether the two are one number as it is shown (number_text()): manifests state counts as they are shown.
bool shows_same(double a, double b);

// Gold is the best known or lower.
Medal medal_of(const Score&, double value);

}  // namespace warpwise
