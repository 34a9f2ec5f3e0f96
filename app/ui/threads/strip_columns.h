// An array cut into columns that a strip or a figure has room for. No window library in here.
#pragma once

#include <cstdint>
#include <vector>

#include "ui/threads/array_strip_state.h"
#include "ui/threads/thread_grid_facts.h"

namespace warpwise::ui {

// Cuts `elements` into at most `wanted` columns. Flags add up over a column, so that one wrong element in a million shows.
std::vector<StripColumn> strip_columns(const ThreadFacts&, const RunRecord*, std::uint64_t wanted);

}  // namespace warpwise::ui
