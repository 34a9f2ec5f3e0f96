// How long a frame of the full layout takes with a grid of a million threads, by the clock of this machine.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "cli/window_options.h"
#include "ui/app.h"

namespace warpwise {
namespace {

// Of one frame: a CPU routine's time, or the emulator's own.
double computed_ms(const RunRecord& frame) {
    const RecordedPhase* kernel = frame.find_phase("kernel");
    return kernel != nullptr ? kernel->cold_ms.value_or(kernel->measurement.median_ms) : frame.wall_s * 1e3;
}

using Clock = std::chrono::steady_clock;
constexpr int warm_up_frames = 30, timed_frames = 120, timed_edits = 5;
constexpr auto timed_pictures = std::chrono::seconds(2);

double frame_ms(ui::App& app) {
    const auto begin = Clock::now();
    app.update();
    app.build();
    app.render();
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

// A key is struck in the field of the block's width; the clock stops when the frame with the new result is drawn.
void time_edits(ui::App& app, FrameTimes& times) {
    ui::Workbench& bench = app.workbench();
    std::vector<double> whole, run, draw;
    for (int i = 0; i < timed_edits; ++i) {
        const auto begin = Clock::now();
        bench.draft.parameters["block"] = std::int64_t{i % 2 == 0 ? 128 : 256};
        bench.requests.draft_changed = true;
        frame_ms(app);
        do {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            app.update();
        } while (app.busy());
        draw.push_back(frame_ms(app));
        whole.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
        if (const RunRecord* record = bench.latest(DeviceKind::emulated)) run.push_back(record->wall_s * 1e3);
    }
    times.edit_to_result_ms = median(whole);
    times.edit_draw_ms = median(draw);
    if (!run.empty()) times.edit_run_ms = median(run);
}

double median_of(const std::vector<double>& values) { return values.empty() ? 0 : median(values); }

Result<std::unique_ptr<ui::App>> open_picture(const char* lesson, std::vector<std::string> size) {
    ui::AppOptions options;
    options.host = {gl::HostKind::egl, {1280, 800}, "Warpwise"};
    options.lesson = lesson;
    options.settings = std::move(size);
    options.isolated = true;
    return ui::App::make(options);
}

// Pictures as they come, while the animation plays or the view of the plane moves on a little with every picture.
Result<FrameTimes::Moving> time_picture(const char* lesson, std::vector<std::string> size) {
    const auto made = open_picture(lesson, std::move(size));
    if (!made) return std::unexpected(made.error());
    ui::App& app = **made;
    ui::Workbench& bench = app.workbench();
    ui::ImageState& image = bench.views.image;
    bench.run_on = {DeviceKind::cpu_threads};
    bench.requests.run = true;
    do {
        frame_ms(app);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    } while (app.busy());
    std::vector<double> compute, colours, upload, drawn;
    const void *last = nullptr, *asked_after = &image;
    int pictures = 0;
    const auto begin = Clock::now();
    while (Clock::now() - begin < timed_pictures) {
        if (image.moves && image.animation.player) image.animation.player->play();
        if (!image.moves && image.shown.get() != asked_after) {
            asked_after = image.shown.get();
            double& span = std::get<double>(bench.draft.parameters.at("span"));
            span *= 0.995;
            bench.requests.draft_changed = bench.requests.hold_draft = true;
            bench.requests.frame = DeviceKind::cpu_threads;
        }
        const double ms = frame_ms(app);
        if (image.shown.get() == last) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            continue;
        }
        last = image.shown.get();
        ++pictures;
        drawn.push_back(ms);
        colours.push_back(image.host_times.colours_ms.value_or(0));
        upload.push_back(image.host_times.upload_ms.value_or(0));
        compute.push_back(image.moves ? image.animation.newest.compute_ms : image.frame ? computed_ms(*image.frame) : 0);
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return FrameTimes::Moving{lesson,          pictures / seconds, median_of(compute), median_of(colours), median_of(upload),
                              median_of(drawn)};
}

}  // namespace

Result<FrameTimes> bench_frames() {
    FrameTimes times;
    ui::AppOptions options;
    options.host = {gl::HostKind::egl, {times.width, times.height}, "Warpwise"};
    options.lesson = "indexing_1d";
    options.settings = {"n=1000000", "block=256"};
    options.isolated = true;
    auto made = ui::App::make(options);
    if (!made) return std::unexpected(made.error());
    ui::App& app = **made;
    app.workbench().run_on = {DeviceKind::emulated};
    app.workbench().requests.run = true;
    do {
        frame_ms(app);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    } while (app.busy());
    for (int i = 0; i < warm_up_frames; ++i) frame_ms(app);
    std::vector<double> samples;
    for (int i = 0; i < timed_frames; ++i) samples.push_back(frame_ms(app));
    std::ranges::sort(samples);
    times.host = app.host().description();
    times.frames = timed_frames;
    times.median_ms = samples[samples.size() / 2];
    times.p95_ms = samples[samples.size() * 95 / 100];
    times.max_ms = samples.back();
    time_edits(app, times);
    made->reset();  // one GL context at a time
    for (const auto& [lesson, size] : {std::pair{"mandelbrot", std::vector<std::string>{"width=512", "height=512"}},
                                       {"heat", {"width=512", "height=512"}},
                                       {"life", {"words=16", "height=512"}}}) {
        const auto moving = time_picture(lesson, size);
        if (!moving) return std::unexpected(moving.error());
        times.moving.push_back(*moving);
    }
    return times;
}

}  // namespace warpwise
