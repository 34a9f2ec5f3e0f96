// X ends a program whose connection to the display breaks; before that, it may say a last word.
#pragma once

#include <functional>

namespace warpwise::gl {

// Calls `last_words`, says on standard error that the display is gone and ends the program with status 1 when the X server of
// the window system that GLFW uses goes away. `last_words` must outlive the display. Does nothing where GLFW does not draw on X
// or Xlib is older than 1.7: Xlib then ends the program with its own words.
void watch_display(const std::function<void()>& last_words);

}  // namespace warpwise::gl
