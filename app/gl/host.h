// Where the window lives: on a desktop (glfw), in memory without a screen (egl), or nowhere (null: the user interface runs, but
// nothing is drawn). No GL or GLFW type shows here.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/png.h"

namespace warpwise::gl {

enum class HostKind { glfw, egl, null };
std::string_view name_of(HostKind);
std::optional<HostKind> host_kind_from_name(std::string_view);

struct Size {
    int width = 0, height = 0;
    bool operator==(const Size&) const = default;
};

struct HostOptions {
    HostKind kind = HostKind::glfw;
    Size size{1280, 800};  // pixels of the picture; a window is as large as its screen lets it be
    std::string title = "Warpwise";
};

class Host {
  public:
    virtual ~Host() = default;
    virtual HostKind kind() const = 0;
    virtual bool draws() const { return true; }  // false: no GL behind it
    // The target still holds the frame that was drawn last, so that an equal one need not be drawn again: a picture in memory.
    virtual bool keeps_frame() const { return false; }
    virtual std::string description() const = 0;  // "egl, llvmpipe (LLVM 15.0.6, 256 bits)"
    virtual Size size() const = 0;                // of the framebuffer, in pixels
    virtual void resize(Size) = 0;
    virtual float display_scale() const { return 1; }  // what the desktop asks for: 2 on a dense screen
    virtual void* window() const { return nullptr; }   // GLFWwindow* of the glfw host
    virtual bool visible() const { return true; }      // false: minimised, so that a frame would not be seen
    // Takes the events that are there, and waits for one at most so long. True when waiting ended because one came.
    virtual bool wait_events(double /*at_most_s*/) { return false; }
    virtual bool close_requested() const { return false; }
    virtual std::vector<std::string> take_dropped_files() { return {}; }  // on the window, since the last call
    // What to save before the program ends, when the display goes away under it. Called on the thread that draws.
    virtual void on_display_lost(std::function<void()>) {}
    // The driver took the GL context away: nothing can be drawn any more.
    virtual bool context_lost() const { return false; }
    virtual void begin_frame(float red, float green, float blue) = 0;  // binds the target and clears it
    virtual void end_frame() = 0;                                      // shows it
    virtual Result<Image> read_pixels() const = 0;                     // of the frame drawn last; call before end_frame
};

}  // namespace warpwise::gl
