// How long a frame of the full layout takes with a grid of a million threads, by the clock of this machine.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "cli/window_options.h"
#include "ui/picture/image_state.h"
#include "ui/picture/points_facts.h"
#include "ui/picture/points_state.h"
#include "ui/shell/app.h"

namespace warpwise {
namespace {

// Of one frame: a CPU routine's time, or the emulator's own.
double computed_ms(const RunRecord& frame) {
    const RecordedPhase* kernel = frame.find_phase("kernel");
    return kernel != nullptr ? kernel->cold_ms.value_or(kernel->measurement.median_ms) : frame.wall_s * 1e3;
}

using Clock = std::chrono::steady_clock;
constexpr int kWarmUpFrames = 30, kTimedFrames = 120, kTimedEdits = 5;
constexpr auto kTimedPictures = std::chrono::seconds(2), kLongestTimed = std::chrono::seconds(20);
constexpr std::size_t kLeastPictures = 5;  // of a lesson that is slow here

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
    for (int i = 0; i < kTimedEdits; ++i) {
        const auto begin = Clock::now();
        bench.draft.request.parameters["block"] = std::int64_t{i % 2 == 0 ? 128 : 256};
        bench.post(ui::ask::TakeDraft{});
        frame_ms(app);
        do {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            app.update();
        } while (app.busy());
        draw.push_back(frame_ms(app));
        whole.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
        if (const RunRecord* record = bench.results.latest(kind_that(&DeviceTraits::has_counts)))
            run.push_back(record->wall_s * 1e3);
    }
    times.edit_to_result_ms = median(whole);
    times.edit_draw_ms = median(draw);
    if (!run.empty()) times.edit_run_ms = median(run);
}

double median_of(const std::vector<double>& values) { return values.empty() ? 0 : median(values); }

// A lesson whose picture moves or is zoomed, and the parameters that make it so large.
struct Case {
    const char* lesson;
    const char* size;
    std::vector<std::string> settings;
};

std::vector<Case> moving_cases() {
    return {{"mandelbrot", "512 x 512", {"width=512", "height=512"}},
            {"heat", "512 x 512", {"width=512", "height=512"}},
            {"heat", "2048 x 2048", {"width=2048", "height=2048"}},
            {"life", "512 x 512", {"words=16", "height=512"}},
            {"particles", "4,096 particles", {"n=4096"}},
            {"particles", "16,384 particles", {"n=16384"}}};
}

Result<std::unique_ptr<ui::App>> open_picture(const Case& c) {
    ui::AppOptions options;
    options.host = {gl::HostKind::egl, {1280, 800}, "Warpwise"};
    options.lesson = c.lesson;
    options.settings = c.settings;
    options.isolated = true;
    auto made = ui::App::make(options);
    if (made) (*made)->draw_equal_frames();
    return made;
}

void run_once(ui::App& app, const DeviceId& device) {
    app.workbench().draft.run_on = {device};
    app.workbench().post(ui::ask::Run{});
    do {
        frame_ms(app);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    } while (app.busy());
}

// The view of the plane moves on a little.
void zoom_on(ui::Workbench& bench) {
    std::get<double>(bench.draft.request.parameters.at("span")) *= 0.995;
    bench.post(ui::ask::TakeDraft{});
    bench.ongoing.gesture = true;
    bench.post(ui::ask::RunFrame{DeviceKind::cpu_threads});
}

// Of each picture that came.
struct Samples {
    std::vector<double> compute, colours, upload, drawn;
};

// Pictures as they come, while the animation plays or a new view is asked for with every picture.
Result<FrameTimes::Moving> time_picture(const Case& c) {
    const auto made = open_picture(c);
    if (!made) return std::unexpected(made.error());
    ui::App& app = **made;
    ui::Workbench& bench = app.workbench();
    run_once(app, DeviceKind::cpu_threads);
    auto& image = bench.state<ui::ImageState>();
    auto& particles = bench.state<ui::PointsState>();
    const bool points = ui::find_points_view(*bench.lesson) != nullptr;
    ui::MovingState& view = points ? static_cast<ui::MovingState&>(particles) : image;
    const auto shown = [&] { return points ? particles.shown.get() : image.shown.get(); };
    Samples samples;
    const void *last = shown(), *asked_after = nullptr;
    const auto begin = Clock::now();
    const auto goes_on = [&] {
        const auto spent = Clock::now() - begin;
        return spent < kTimedPictures || (samples.drawn.size() < kLeastPictures && spent < kLongestTimed);
    };
    while (goes_on()) {
        if (view.moves && view.animation.player) view.animation.player->play();
        if (!view.moves && shown() != asked_after) {
            asked_after = shown();
            zoom_on(bench);
        }
        const double ms = frame_ms(app);
        if (shown() == last) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            continue;
        }
        last = shown();
        samples.drawn.push_back(ms);
        samples.colours.push_back(view.host_times.colours_ms.value_or(0));
        samples.upload.push_back(view.host_times.upload_ms.value_or(0));
        const auto& frame = image.frame;
        samples.compute.push_back(view.moves ? view.animation.newest.compute_ms : frame ? computed_ms(*frame) : 0);
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return FrameTimes::Moving{.lesson = c.lesson,
                              .size = c.size,
                              .pictures_per_s = static_cast<double>(samples.drawn.size()) / seconds,
                              .compute_ms = median_of(samples.compute),
                              .colours_ms = median_of(samples.colours),
                              .upload_ms = median_of(samples.upload),
                              .frame_ms = median_of(samples.drawn)};
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
    app.draw_equal_frames();
    run_once(app, kind_that(&DeviceTraits::has_counts));
    for (int i = 0; i < kWarmUpFrames; ++i) frame_ms(app);
    std::vector<double> samples;
    for (int i = 0; i < kTimedFrames; ++i) samples.push_back(frame_ms(app));
    std::ranges::sort(samples);
    times.host = app.host().description();
    times.frames = kTimedFrames;
    times.median_ms = samples[samples.size() / 2];
    times.p95_ms = samples[samples.size() * 95 / 100];
    times.max_ms = samples.back();
    time_edits(app, times);
    made->reset();  // one GL context at a time
    for (const Case& c : moving_cases()) {
        const auto moving = time_picture(c);
        if (!moving) return std::unexpected(moving.error());
        times.moving.push_back(*moving);
    }
    return times;
}

}  // namespace warpwise
