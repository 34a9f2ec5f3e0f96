// `warpwise shot`: a lesson is opened, run and drawn without a screen; the same command gives the same bytes.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/apng.h"
#include "base/files.h"
#include "base/log.h"
#include "base/number_text.h"
#include "base/standard_streams.h"
#include "base/suggest.h"
#include "cli/window_options.h"
#include "gl/make_host.h"
#include "ui/debugger/debug_steps.h"
#include "ui/debugger/debugger_state.h"
#include "ui/debugger/debugger_text.h"
#include "ui/export/figure_shot.h"
#include "ui/picture/animation_export.h"
#include "ui/picture/image_painter.h"
#include "ui/picture/points_painter.h"
#include "ui/picture/screenshot.h"
#include "ui/present/present.h"
#include "ui/present/present_state.h"
#include "ui/shell/app.h"
#include "ui/shell/exit_status.h"
#include "ui/shell/shot_program.h"
#include "ui/shell/shot_tab.h"
#include "ui/workbench/settings.h"

namespace warpwise {
namespace {

using namespace std::chrono_literals;

constexpr auto kLongestWait = 300s;
// Sizes settle over a few frames: columns, scroll bars, glyphs that appear for the first time.
constexpr int kSettlingFrames = 12;
constexpr int kLargestEdge = 8192;
// A picture should take seconds; the window's sweep goes to the lesson's end.
constexpr std::int64_t kLargestInSweep = 1 << 20;
// Between two frames while something runs: frames that are not seen, and what is timed should have the processor.
constexpr auto kBetweenFrames = 20ms;
constexpr int kStepShownMs = 700;  // of an animation of the debugger's steps
constexpr auto kBetweenServices = 1ms;

std::string other_views(const std::string& wanted) {
    std::vector<std::string> known{"window", "welcome", "present"};
    for (const ui::View& view : ui::all_views()) known.emplace_back(view.id);
    const std::string near = did_you_mean(wanted, known);
    return near.empty() ? fmt::format("The views are {}.", listed(known)) : near;
}

// The bytes are those of a PNG, whatever the name says; figures know more formats and check for themselves.
Result<void> check_picture_name(const ShotOptions& wanted) {
    std::string extension = wanted.output.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (wanted.figure || extension.empty() || extension == ".png" || extension == ".apng") return {};
    return usage_error(fmt::format("a picture of the window cannot be saved as {}", wanted.output.filename().string()),
                       "Pictures are PNG: name it F.png. With --figure, some views can also be saved as F.svg and F.pdf.");
}

// Once the lesson's presentation has been made.
Result<void> check_step(ui::Workbench& bench, const ShotOptions& wanted) {
    const std::size_t steps = bench.state<ui::PresentState>().steps.size();
    if (static_cast<std::size_t>(wanted.step) <= steps) return {};
    return usage_error(fmt::format("there is no step {}: this lesson's presentation has {}", wanted.step, steps),
                       "Steps are counted from 1.");
}

gl::Size size_of(const ShotOptions& wanted) {
    if (wanted.width > 0 && wanted.height > 0) return {wanted.width, wanted.height};
    const auto scaled = [&](int edge) {
        return static_cast<int>(std::lround(static_cast<double>(edge) * static_cast<double>(wanted.scale)));
    };
    return {scaled(1280), scaled(800)};
}

Result<ui::AppOptions> app_options(const ShotOptions& wanted) {
    const auto kind = gl::host_kind_from_name(wanted.host.empty() ? "egl" : wanted.host);
    if (!kind || *kind == gl::HostKind::null) return usage_error("a picture needs a host that draws", "use --host egl or glfw");
    const auto theme = ui::theme_from_name(wanted.theme);
    if (!theme) return usage_error("there is no theme '" + wanted.theme + "'", "themes: dark, light, high-contrast");
    const bool whole = wanted.view == "window" || wanted.view == "welcome" || wanted.view == "present";
    if (!whole && ui::find_view(wanted.view) == nullptr)
        return usage_error("there is no view '" + wanted.view + "'", other_views(wanted.view));
    if (const auto possible = ui::check_tab(wanted); !possible) return std::unexpected(possible.error());
    if (wanted.step != 1 && wanted.view != "present")
        return usage_error("--step chooses a step of the view present, but another view was asked for", "Add --view present.");
    if (!std::isfinite(wanted.scale) || wanted.scale < 0.5f || wanted.scale > 4)
        return usage_error("the scale must be between 0.5 and 4");
    const gl::Size size = size_of(wanted);
    if (std::min(size.width, size.height) < 64 || std::max(size.width, size.height) > kLargestEdge)
        return usage_error(fmt::format("a picture of {} × {} pixels is not possible", size.width, size.height),
                           fmt::format("Its edges are 64 to {} pixels long.", kLargestEdge));
    ui::AppOptions options;
    options.host = {*kind, size, "Warpwise"};
    if (wanted.view != "welcome") {
        options.lesson = wanted.lesson.id;
        options.lesson_folder = wanted.lesson.folder;
        options.cuda_file = wanted.lesson.cuda_file;
        if (wanted.runs_program) options.program.emplace();
    }
    options.preset = wanted.preset;
    options.settings = wanted.settings;
    options.recordings = wanted.recordings;
    options.theme = *theme;
    options.scale = wanted.scale;
    options.isolated = true;
    if (!whole) options.only_view = wanted.view;
    if (wanted.view == "present") options.layout = ui::LayoutName::present;
    return options;
}

// What must run for the view to have something to show. With `--device recorded` nothing runs: the one sweep whose picture is
// the same every time.
Result<void> ask_for_runs(ui::Workbench& bench, const ShotOptions& wanted) {
    if (bench.lesson == nullptr) return {};
    if (wanted.debug_at) {
        const auto& [line, warp, visit, x, y, z] = *wanted.debug_at;
        bench.post(ui::ask::Debug{.block = {x, y, z},
                                  .warp = static_cast<std::uint32_t>(warp),
                                  .line = line > 0 ? std::optional(line) : std::nullopt,
                                  .visits = visit,
                                  .position = {}});
        return {};
    }
    if (wanted.runs_program) return {};
    bench.draft.run_on.clear();
    if (wanted.device == "recorded") {
        if (wanted.view == "sweep" ? bench.results.sweep && !bench.results.sweep->recorded.empty()
                                   : !bench.recordings.of_draft.empty())
            return {};
        return usage_error(
            fmt::format("no recording has {} of this kernel with these values", wanted.view == "sweep" ? "a sweep" : "a run"),
            "`warpwise recordings` lists what is recorded, and `warpwise record` records more");
    }
    if (wanted.device == "all" || wanted.view == "timings") {
        for (const DeviceInfo& device : bench.devices.present)
            if (device.ordinal == 0) bench.draft.run_on.insert(device.id());
    } else {
        std::istringstream names(wanted.device);
        for (std::string name; std::getline(names, name, ',');) {
            const auto device = device_id_from_name(name);
            if (!device) return std::unexpected(device.error());
            const auto here = bench.devices.set.describe(*device);  // CPU forms, which are not a Device, too
            if (!here) return std::unexpected(here.error());
            bench.draft.run_on.insert(*device);
        }
    }
    if (wanted.view == "present" && !bench.lesson->scenes.empty()) return {};  // each of them runs what it shows
    if (wanted.view == "sweep")
        bench.post(ui::ask::RunSweep{.over = {}, .up_to = kLargestInSweep});
    else
        bench.post(ui::ask::Run{});
    return {};
}

void frame(ui::App& app) {
    app.update();
    app.build();
    app.render();
}

// Frames go on while the lesson runs, as in the window.
Result<void> draw_until_done(ui::App& app, const ShotOptions& wanted) {
    const auto begin = std::chrono::steady_clock::now();
    frame(app);
    log_step("the first frame is drawn");
    ui::choose_tab(app.workbench(), wanted);
    if (wanted.view == "present") {
        if (const auto possible = check_step(app.workbench(), wanted); !possible) return possible;
        ui::present_go(app.workbench(), wanted.step - 1);
        frame(app);  // a scene is reached
        frame(app);  // and runs
    }
    while (app.busy()) {
        if (std::chrono::steady_clock::now() - begin > kLongestWait)
            return failure("the lesson is still running after five minutes", "choose smaller values with --set");
        std::this_thread::sleep_for(kBetweenFrames);
        frame(app);
    }
    log_step("the runs are done");
    for (int i = 0; i < kSettlingFrames; ++i) frame(app);
    app.keep_frames(true);
    frame(app);
    return {};
}

// A frame where the debugger has stopped and one after each step; fewer if the warp finishes.
Result<void> write_steps(ui::App& app, const ShotOptions& wanted) {
    ui::Workbench& bench = app.workbench();
    const ui::DebuggerState& debugger = bench.state<ui::DebuggerState>();
    auto file = ApngWriter::create(wanted.output, kStepShownMs, ui::picture_texts(bench, wanted.view));
    if (!file) return std::unexpected(file.error());
    for (int step = 0;; ++step) {
        if (!app.last_frame()) return failure("the host returned no picture");
        if (const auto added = file->add(*app.last_frame()); !added) return added;
        if (step == wanted.debug_steps || debugger.now == nullptr || debugger.now->frames.empty()) break;
        ui::debug_go(bench, DebugGo::over);
        if (const auto drawn = draw_until_done(app, wanted); !drawn) return drawn;
    }
    return file->finish();
}

std::string no_such_warp_hint(const LaunchShape& shape) {
    const std::uint64_t warps = ui::warps_of(shape);
    return fmt::format("The grid is {}, and a block has {} warp{}. Both are counted from 0.", extents_text(shape.grid), warps,
                       warps == 1 ? "" : "s");
}

// What was asked for with --debug-at and is not in the picture.
Result<void> check_debugger(const ui::Workbench& bench, const ShotOptions& wanted) {
    if (!wanted.debug_at) return {};
    const ui::DebuggerState& debugger = bench.state<ui::DebuggerState>();
    if (debugger.problem) return std::unexpected(*debugger.problem);
    if (debugger.refused) return failure(debugger.refused->message, debugger.refused->hint);
    if (!debugger.is_open()) return failure("the debugger has no session");
    const auto& [line_wanted, warp, visit, x, y, z] = *wanted.debug_at;
    if (debugger.now->warp != static_cast<std::uint32_t>(warp) || debugger.now->block != Dim3{x, y, z})
        return usage_error(fmt::format("this launch has no warp {} in block ({}, {}, {})", warp, x, y, z),
                           no_such_warp_hint(debugger.subject->shape));
    const int line = debugger.now->frames.empty() ? 0 : debugger.now->frames.front().line;
    if (line_wanted > 0 && line != line_wanted)
        return failure(fmt::format("warp {} does not reach line {}{}", warp, line_wanted,
                                   visit == 1 ? std::string() : fmt::format(" {} times", visit)),
                       ui::stop_sentence(*debugger.now) + ".");
    return {};
}

// Faults and errors are in the picture's result; on the terminal too, since the messages panel is not seen.
void tell_messages(const ui::Workbench& bench) {
    for (const ui::Message& message : bench.messages)
        if (message.severity != Severity::note) print_to(stderr, "warpwise: {}\n", message.text);
}

// What a lesson has that moves, as its view shows it at the start.
Result<std::unique_ptr<ui::FramePainter>> painter_of(const ui::Workbench& bench, gl::Size size) {
    if (const ViewSpec* view = ui::find_points_view(*bench.lesson)) {
        const auto spec = ui::points_spec(*bench.lesson, *view, bench.draft.request.parameters);
        if (!spec) return std::unexpected(spec.error());
        return std::make_unique<ui::PointsPainter>(*spec, spec->camera, size.width, size.height);
    }
    const auto spec =
        ui::image_spec(*bench.lesson, *ui::find_image_view(*bench.lesson), bench.draft.request.parameters, bench.kernel());
    if (!spec) return std::unexpected(spec.error());
    return std::make_unique<ui::ImagePainter>(*spec);
}

Result<ui::ExportOrder> animation_order(const ui::Workbench& bench, const ShotOptions& wanted, gl::Size size) {
    const auto device = device_id_from_name(wanted.device);
    if (!device) return std::unexpected(device.error());
    const auto moves = declared_animation(*bench.lesson, bench.kernel());
    if (!moves)
        return usage_error("lesson '" + bench.lesson->id + "' has nothing that moves",
                           "It takes a view of kind image or points with \"swap\", as heat, life and particles have it.");
    if (!*moves) return std::unexpected(moves->error());
    auto painter = painter_of(bench, size);
    if (!painter) return std::unexpected(painter.error());
    ui::ExportOrder order;
    order.lesson = bench.lesson;
    order.request = bench.draft.request;
    order.request.device = *device;
    order.painter = std::move(*painter);
    order.frames = wanted.frames;
    order.steps_per_frame = (*moves)->steps_per_frame;
    order.path = wanted.output;
    order.texts = ui::picture_texts(bench, ui::find_points_view(*bench.lesson) != nullptr ? "points" : "image");
    return order;
}

// No window is drawn: an image's frames are coloured by the processor, and only points need a display.
int run_animation_shot(const ShotOptions& wanted, ui::AppOptions options) {
    gl::HostOptions display_options = options.host;
    const gl::Size size = std::exchange(display_options.size, {64, 64});  // nothing is drawn into its frames
    options.host.kind = gl::HostKind::null;
    const auto app = ui::App::make(options);
    if (!app) return exit_status(app.error());
    ui::Workbench& bench = (*app)->workbench();
    auto order = animation_order(bench, wanted, size);
    if (!order) return exit_status(order.error());
    std::unique_ptr<gl::Host> display;  // outlives the export
    if (ui::find_points_view(*bench.lesson) != nullptr) {
        auto made = gl::make_host(display_options);
        if (!made) return exit_status(made.error());
        display = std::move(*made);
    }
    ui::AnimationExport running(std::move(*order), bench.devices.set);
    while (!running.outcome()) {
        running.serve();
        std::this_thread::sleep_for(kBetweenServices);
    }
    const Result<void> written = *running.outcome();
    return written ? 0 : exit_status(written.error());
}

}  // namespace

int run_shot(const ShotOptions& wanted) {
    if (const auto possible = check_output_file(wanted.output); !possible) return exit_status(possible.error());
    if (const auto possible = check_picture_name(wanted); !possible) return exit_status(possible.error());
    auto options = app_options(wanted);
    if (!options) return exit_status(options.error());
    if (wanted.frames > 0) return run_animation_shot(wanted, *options);
    if (wanted.figure) {
        if (const auto possible = ui::check_figure_options(wanted); !possible) return exit_status(possible.error());
        if (!ui::needs_display(wanted)) options->host.kind = gl::HostKind::null;
    }
    for (const std::filesystem::path& file : wanted.recordings)
        if (const auto loaded = load_recording(file); !loaded) return exit_status(loaded.error());
    const auto made = ui::App::make(*options);
    if (!made) return exit_status(made.error());
    log_step("the lesson is open");
    ui::App& app = **made;
    if (const auto ran = ui::run_program_of(app, wanted); !ran) return exit_status(ran.error());
    if (const auto asked = ask_for_runs(app.workbench(), wanted); !asked) return exit_status(asked.error());
    if (const auto drawn = draw_until_done(app, wanted); !drawn) return exit_status(drawn.error());
    log_step("the picture is drawn");
    if (const auto stands = check_debugger(app.workbench(), wanted); !stands) return exit_status(stands.error());
    if (const auto seen = ui::check_tab_is_seen(app.workbench(), wanted); !seen) return exit_status(seen.error());
    tell_messages(app.workbench());
    if (wanted.figure) {
        const auto written = ui::write_figure(app.workbench(), app.last_frame(), wanted);
        return written ? 0 : exit_status(written.error());
    }
    if (wanted.debug_steps > 0) {
        const auto written = write_steps(app, wanted);
        return written ? 0 : exit_status(written.error());
    }
    if (!app.last_frame()) return exit_status({ErrorKind::failure, "the host returned no picture", ""});
    const auto written = write_png(wanted.output, *app.last_frame(), ui::picture_texts(app.workbench(), wanted.view));
    return written ? 0 : exit_status(written.error());
}

}  // namespace warpwise
