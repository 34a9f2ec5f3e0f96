// `warpwise open`: the window until it is closed.
#include <fmt/format.h>

#include <cstdio>

#include "cli/window_options.h"
#include "ui/app.h"

namespace warpwise {
namespace {

int exit_status(const Error& error) {
    fmt::print(stderr, "warpwise: {}\n", error.text());
    return static_cast<int>(error.kind);
}

}  // namespace

int run_window(const WindowOptions& wanted) {
    const auto kind = gl::host_kind_from_name(wanted.host.empty() ? "glfw" : wanted.host);
    if (!kind) return exit_status({ErrorKind::usage, "there is no host '" + wanted.host + "'", "use --host glfw, egl or null"});
    ui::AppOptions options;
    options.host = {*kind, {1600, 1000}, "Warpwise"};
    options.lesson = wanted.lesson;
    options.settings = wanted.settings;
    if (wanted.present) options.layout = ui::LayoutName::present;
    const auto app = ui::App::make(options);
    if (!app) return exit_status(app.error());
    // Without a screen nobody can close it: enough frames to draw everything once, then the end.
    const bool forever = *kind == gl::HostKind::glfw;
    constexpr int frames_without_screen = 60;
    for (int frame = 0; (forever || frame < frames_without_screen) && (*app)->update(); ++frame) {
        (*app)->build();
        (*app)->render();
    }
    if (!forever) fmt::print("Drew {} frames with the host {}\n", frames_without_screen, (*app)->host().description());
    return 0;
}

}  // namespace warpwise
