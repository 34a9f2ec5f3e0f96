// A thread in words, as every picture's details say it.
#pragma once

#include <cstdint>
#include <string>

#include "base/thread_name.h"
#include "ui/threads/thread_grid_facts.h"

namespace warpwise::ui {

// "thread 7 of block 2, lane 7 of warp 0"
std::string place_text(const LaunchShape&, std::uint64_t thread);
// "i = (42 * 4 + 1) * 512 + 8 * 32 + 30 = 87,326"; empty when the kernel's formula is not known.
std::string index_text(const ThreadFacts*, std::uint64_t thread);

}  // namespace warpwise::ui
