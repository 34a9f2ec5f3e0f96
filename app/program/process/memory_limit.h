// A bound on the memory of a program that keeps asking for more.
#pragma once

namespace warpwise {

// This process and those that it starts get at most as much memory of their own as the machine has: beyond it malloc() fails, as it
// does where memory is used up, and the system need not end any process to find some. A lower limit of the user's stays.
void limit_memory();

}  // namespace warpwise
