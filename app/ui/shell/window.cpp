// `warpwise open`: the window until it is closed.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "base/end_signals.h"
#include "base/log.h"
#include "base/standard_streams.h"
#include "cli/window_options.h"
#include "ui/shell/app.h"
#include "ui/shell/exit_status.h"

namespace warpwise {
int run_window(const WindowOptions& wanted) {
    const auto kind = gl::host_kind_from_name(wanted.host.empty() ? "glfw" : wanted.host);
    if (!kind) return exit_status({ErrorKind::usage, "there is no host '" + wanted.host + "'", "use --host glfw, egl or null"});
    ui::AppOptions options;
    options.host = {*kind, {1600, 1000}, "Warpwise"};
    options.lesson = wanted.lesson.id;
    options.lesson_folder = wanted.lesson.folder;
    options.cuda_file = wanted.lesson.cuda_file;
    options.program = wanted.lesson.program;
    options.settings = wanted.settings;
    options.recordings = wanted.recordings;
    if (wanted.present) options.layout = ui::LayoutName::present;
    const EndSignals end_signals;
    options.asked_to_end = [] { return EndSignals::received() != 0; };
    auto app = ui::App::make(options);
    if (!app) return exit_status(app.error());
    // Without a screen it cannot be closed: enough frames to draw everything once, then the end.
    const bool forever = *kind == gl::HostKind::glfw;
    constexpr int frames_without_screen = 60;
    for (int frame = 0; (forever || frame < frames_without_screen) && (*app)->update(); ++frame) {
        (*app)->build();
        (*app)->render();
        if (frame == 0) log_step("the first frame is drawn");
    }
    if ((*app)->host().context_lost())
        return exit_status({ErrorKind::failure, "the graphics driver was reset and took the window's OpenGL context away",
                            "Your settings, progress and exercises are saved; start the program again"});
    if ((*app)->lost_gpu()) {  // seen on an H200: destroying the context waits for ever, so it goes with the process
        (*app)->save_all();
        std::_Exit(0);
    }
    if (EndSignals::received() != 0) {
        app->reset();  // saves everything
        return 128 + EndSignals::received();
    }
    if (!forever) print_to(stdout, "Drew {} frames with the host {}\n", frames_without_screen, (*app)->host().description());
    return 0;
}

}  // namespace warpwise
