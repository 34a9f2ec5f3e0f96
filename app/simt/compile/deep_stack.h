// A stack deep enough for a compiler, which recurses as deep as a text nests.
#pragma once

#include <cstddef>
#include <functional>

namespace warpwise::simt {

// Pages are taken on first touch.
inline constexpr std::size_t kDeepStackBytes = std::size_t{1} << 30;

// Runs `work` on a thread with such a stack and waits for it; passes on what it throws. What is deeper still ends the process.
void run_on_deep_stack(const std::function<void()>& work);

// From now on a process whose deep stack is used up ends with this exit status, so that its parent process can say so.
void exit_when_deep_stack_ends(int exit_status);

}  // namespace warpwise::simt
