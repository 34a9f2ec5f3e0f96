// Particles whose buffers a GPU fills, with the emulator as the GPU: the same picture as through the host, from buffers that are
// drawn as they are.
#include <algorithm>
#include <cstring>

#include "canvases.h"
#include "tests/read_png.h"
#include "ui/picture/export_state.h"
#include "ui/picture/moving_state.h"
#include "ui/picture/points_state.h"
#include "ui_test.h"
#include "unit/fake_graphics_device.h"

namespace warpwise::ui {
namespace {

class PointsWays : public WindowTest {};

PointsState& points(App& app) { return app.workbench().state<PointsState>(); }

// A GPU on which the lesson's kernel has run without a fault: the emulator's record under its name.
void pretend_gpu_for_points(ImGuiTestContext* context, App& app, FakeGraphicsDevice** made = nullptr) {
    Workbench& bench = app.workbench();
    bench.post(ask::FocusView{"points"});
    bench.draft.run_on = {DeviceKind::emulated};
    bench.post(ask::Run{});
    wait_for_runs(context, app);
    if (std::ranges::find(bench.devices.present, DeviceKind::cuda, &DeviceInfo::kind) == bench.devices.present.end())
        bench.devices.present.push_back({.kind = DeviceKind::cuda, .name = "pretended", .properties = {}});
    bench.results.runs[DeviceKind::cuda] = bench.results.runs[DeviceKind::emulated];
    points(app).graphics = std::make_unique<GraphicsPicture>([made]() -> Result<std::unique_ptr<GraphicsDevice>> {
        auto device = std::make_unique<FakeGraphicsDevice>();
        if (made != nullptr) *made = device.get();
        return device;
    });
}

bool are_points_ready(ImGuiTestContext* context, App& app) {
    return wait_until(context, [&] { return points(app).way_why.empty() && !points(app).graphics->states().empty(); });
}

// What stands on the canvas.
Image points_canvas_picture(ImGuiTestContext* context, App& app) {
    const ImRect rect = context->ItemInfo(kPointsCanvas).RectFull;
    context->MouseMoveToPos({2, 2});  // no tooltip
    context->Yield(4);
    app.keep_frames(true);
    context->Yield(3);
    return app.last_frame()->crop(static_cast<int>(rect.Min.x), static_cast<int>(rect.Min.y), static_cast<int>(rect.GetWidth()),
                                  static_cast<int>(rect.GetHeight()));
}

bool lights(const Image& picture) {
    return std::ranges::count_if(picture.rgb, [](std::uint8_t channel) { return channel > 100; }) > 200;
}

// The first picture of what is saved from the pop-up, as the File menu opens it.
Image exported(ImGuiTestContext* context, App& app) {
    ExportState& state = app.workbench().state<ExportState>();
    state.frames = 3;
    app.workbench().state<ExportState>().asked = true;
    context->Yield(3);
    context->ItemClick("//$FOCUSED/###points_export_save");
    EXPECT_TRUE(wait_until(context, [&] { return !state.told.empty(); }));
    EXPECT_FALSE(state.failed) << state.told;
    const std::string file = state.told.substr(std::string("Saved: ").size());
    const auto first = read_png(file);
    std::filesystem::remove(file);
    EXPECT_TRUE(first) << file;
    return first ? first->image : Image();
}

TEST_F(PointsWays, TheCopiedBuffersAreTheHostsPicture) {
    run(few_particles(with_lesson("particles", gl::HostKind::egl)), [](ImGuiTestContext* context, App& app) {
        pretend_gpu_for_points(context, app);
        points(app).way = PictureWay::host;
        context->Yield(2);
        const Image by_host = points_canvas_picture(context, app);
        IM_CHECK(lights(by_host));
        points(app).way = PictureWay::copy;
        IM_CHECK(are_points_ready(context, app));
        const std::vector<Array> start = points(app).graphics->states();
        IM_CHECK_EQ(start.size(), 2u);  // places and velocities
        const Image by_copy = points_canvas_picture(context, app);
        IM_CHECK_EQ(by_copy.width, by_host.width);
        // The line of times may take a row from the kPointsCanvas, so the pictures are compared only when they are of one size.
        if (by_copy.height == by_host.height) IM_CHECK(by_copy == by_host);
        IM_CHECK(lights(by_copy));

        context->ItemClick("//###points/###points_step");
        context->SleepNoSkip(0.15f, 0.01f);  // there are at most ten reads per second
        context->Yield(3);
        IM_CHECK_EQ(points(app).graphics->steps(), 1u);
        const std::vector<Array>& moved = points(app).graphics->states();
        IM_CHECK(std::memcmp(moved[0].data(), start[0].data(), start[0].size_bytes()) != 0);
        IM_CHECK(std::memcmp(moved[1].data(), start[1].data(), start[1].size_bytes()) != 0);
        context->ItemClick("//###points/###points_play");
        IM_CHECK(wait_until(context, [&] { return points(app).graphics->frames() >= 3; }));
        context->ItemClick("//###points/###points_reset");
        context->Yield(2);
    });
}

// What goes on from the GPU's picture is computed by the GPU's own process, for which the emulator stands in here.
TEST_F(PointsWays, AnExportBeginsWithWhatTheGpuShows) {
    AppOptions options = few_particles(with_lesson("particles", gl::HostKind::egl));
    options.make_gpu = [](int) { return Result<std::unique_ptr<Device>>(make_emulated_device()); };
    run(options, [](ImGuiTestContext* context, App& app) {
        pretend_gpu_for_points(context, app);
        points(app).way = PictureWay::copy;
        IM_CHECK(are_points_ready(context, app));
        for (int i = 0; i < 3; ++i) context->ItemClick("//###points/###points_step");
        context->ItemDragWithDelta(kPointsCanvas, {60, 20});
        points(app).palette = "viridis";
        const Image shown = points_canvas_picture(context, app);
        IM_CHECK(lights(shown));
        const Image first = exported(context, app);
        EXPECT_EQ(points(app).graphics->steps(), 3u);
        EXPECT_EQ(first.width, shown.width);
        EXPECT_EQ(first, shown);
    });
}

TEST_F(PointsWays, AnExportBeginsWithWhatTheHostShows) {
    run(few_particles(with_lesson("particles", gl::HostKind::egl)), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"points"});
        IM_CHECK(wait_until(context, [&] { return points(app).shown != nullptr; }));
        for (int i = 0; i < 3; ++i) context->ItemClick("//###points/###points_step");
        IM_CHECK(wait_until(context, [&] { return points(app).animation.newest.steps == 3; }));
        context->ItemDragWithDelta(kPointsCanvas, {-40, 30});
        const Image shown = points_canvas_picture(context, app);
        IM_CHECK(lights(shown));
        EXPECT_EQ(exported(context, app), shown);
    });
}

TEST_F(PointsWays, WithoutSharedMemoryTheHostDrawsAndSaysWhy) {
    run(few_particles(with_lesson("particles", gl::HostKind::egl)), [](ImGuiTestContext* context, App& app) {
        pretend_gpu_for_points(context, app);
        IM_CHECK(wait_until(context, [&] { return points(app).way_why.find("no such GL buffer") != std::string::npos; }));
        EXPECT_TRUE(shows(context, "Through the host"));
        context->ItemClick("//###points/###points_play");
        IM_CHECK(wait_until(context, [&] { return points(app).animation.newest.frames >= 3; }));
    });
}

TEST_F(PointsWays, ALostGpuEndsInWordsAndTheParticlesGoOn) {
    run(few_particles(with_lesson("particles", gl::HostKind::egl)), [](ImGuiTestContext* context, App& app) {
        FakeGraphicsDevice* device = nullptr;
        pretend_gpu_for_points(context, app, &device);
        points(app).way = PictureWay::copy;
        IM_CHECK(are_points_ready(context, app));
        context->ItemClick("//###points/###points_play");
        IM_CHECK(wait_until(context, [&] { return points(app).graphics->frames() >= 2; }));
        device->lose();
        IM_CHECK(wait_until(context, [&] { return points(app).way_why.find("lost") != std::string::npos; }));
        IM_CHECK(wait_until(context, [&] { return points(app).animation.record.outputs != nullptr; }));
    });
}

}  // namespace
}  // namespace warpwise::ui
