#include "gl/display_loss.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace warpwise::gl {
namespace {

// Xlib is not linked: GLFW loads it when the window is on X. These are its declarations, with Display as an unknown type.
struct Display;
using GetDisplay = Display* (*)();
using ErrorHandler = int (*)(Display*);
using SetErrorHandler = ErrorHandler (*)(ErrorHandler);
using ExitHandler = void (*)(Display*, void*);
using SetExitHandler = void (*)(Display*, ExitHandler, void*);

template <typename Function>
Function function_of(void* library, const char* name) {
    return reinterpret_cast<Function>(dlsym(library, name));
}

int say_nothing(Display*) { return 0; }  // Xlib's own handler prints a line that is of no help

void end_program(Display*, void* last_words) {
    const char* name = std::getenv("DISPLAY");
    (*static_cast<const std::function<void()>*>(last_words))();
    std::fprintf(stderr,
                 "warpwise: the display %s is gone: its X server ended, or the connection broke. Your settings, progress and "
                 "exercises are saved; start the program again where there is a display.\n",
                 name != nullptr ? name : "");
    // Nothing that draws can be put away in order any more.
    std::_Exit(EXIT_FAILURE);
}

}  // namespace

void watch_display(const std::function<void()>& last_words) {
    const auto get_display = function_of<GetDisplay>(RTLD_DEFAULT, "glfwGetX11Display");
    void* xlib = dlopen("libX11.so.6", RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
    if (get_display == nullptr || xlib == nullptr) return;
    Display* display = get_display();
    const auto set_exit = function_of<SetExitHandler>(xlib, "XSetIOErrorExitHandler");
    const auto set_error = function_of<SetErrorHandler>(xlib, "XSetIOErrorHandler");
    if (display != nullptr && set_exit != nullptr && set_error != nullptr) {
        set_error(say_nothing);
        set_exit(display, end_program, const_cast<std::function<void()>*>(&last_words));
    }
    dlclose(xlib);  // GLFW holds it
}

}  // namespace warpwise::gl
