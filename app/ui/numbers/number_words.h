// The words of the bit editor that need arithmetic of their own.
#pragma once

#include <cstdint>

#include "base/number_format.h"

namespace warpwise::ui {

// The gap between neighbours in which a value lies that was rounded to `bits` with this error (rounded - wanted).
ExactNumber gap_around(const NumberFormat&, std::uint64_t bits, const ExactNumber& error);

}  // namespace warpwise::ui
