// The ways of a picture to the screen, with the emulator as the GPU: which is used, why another is not, and that nothing is lost
// when one ends.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "canvases.h"
#include "ui/picture/moving_state.h"
#include "ui/timing/frame_costs_view.h"
#include "ui_test.h"
#include "unit/fake_graphics_device.h"

namespace warpwise::ui {
namespace {

class PictureWays : public WindowTest {};

constexpr const char* play_button = "//###image/###image_play";
constexpr const char* step_button = "//###image/###image_step";

AppOptions small_plate(AppOptions options) {
    options.settings = {"width=96", "height=96"};
    return options;
}

// A GPU on which the lesson's kernel has run without a fault: the emulator's record under its name.
void pretend_gpu(ImGuiTestContext* context, App& app, FakeGraphicsDevice** made = nullptr) {
    Workbench& bench = app.workbench();
    bench.post(ask::FocusView{"image"});
    bench.draft.run_on = {DeviceKind::emulated};
    bench.post(ask::Run{});
    wait_for_runs(context, app);
    bench.devices.present.push_back({.kind = DeviceKind::cuda, .name = "pretended", .properties = {}});
    bench.results.runs[DeviceKind::cuda] = bench.results.runs[DeviceKind::emulated];
    image(app).graphics = std::make_unique<GraphicsPicture>([made]() -> Result<std::unique_ptr<GraphicsDevice>> {
        auto device = std::make_unique<FakeGraphicsDevice>();
        if (made != nullptr) *made = device.get();
        return device;
    });
}

bool is_ready(ImGuiTestContext* context, App& app) {
    return wait_until(context, [&] { return image(app).way_why.empty() && image(app).graphics->state() != nullptr; });
}

Array stepped(App& app, std::uint64_t steps) {
    ExperimentRequest request = app.workbench().draft.request;
    request.device = DeviceKind::cpu_serial;
    auto animation = Animation::make(*app.workbench().lesson, request, app.workbench().devices.set);
    EXPECT_TRUE(animation && animation->step(steps));
    return animation->state();
}

TEST_F(PictureWays, TheCopyOfTheGpusPictureRunsStepsAndResets) {
    run(small_plate(with_lesson("heat", gl::HostKind::egl)), [](ImGuiTestContext* context, App& app) {
        pretend_gpu(context, app);
        image(app).way = PictureWay::copy;
        IM_CHECK(is_ready(context, app));
        context->ItemClick(step_button);
        context->Yield(2);
        EXPECT_EQ(image(app).way_why, "");
        IM_CHECK_EQ(image(app).graphics->steps(), 1u);
        context->ItemClick(play_button);
        IM_CHECK(wait_until(context, [&] { return image(app).graphics->frames() >= 4; }));
        context->ItemClick(play_button);
        const std::uint64_t steps = image(app).graphics->steps();
        context->SleepNoSkip(0.15f, 0.01f);  // there are at most ten reads per second
        context->Yield(2);
        IM_CHECK_EQ(image(app).graphics->steps(), steps);
        const Array *found = image(app).graphics->state(), expected = stepped(app, steps);
        IM_CHECK(found != nullptr && std::memcmp(found->data(), expected.data(), expected.size_bytes()) == 0);
        const auto costs = app.workbench().state<FrameCostsState>().log.paths();
        ASSERT_FALSE(costs.empty());
        EXPECT_EQ(costs.front().title, "Copied from the GPU");
        EXPECT_TRUE(costs.front().median[static_cast<std::size_t>(FramePart::upload)].has_value());
        context->ItemClick("//###image/###image_reset");
        context->Yield(2);
        IM_CHECK_EQ(image(app).graphics->steps(), 0u);
    });
}

TEST_F(PictureWays, WhereMemoryCannotBeSharedTheHostDrawsAndSaysWhy) {
    run(small_plate(with_lesson("heat", gl::HostKind::egl)), [](ImGuiTestContext* context, App& app) {
        pretend_gpu(context, app);
        IM_CHECK(wait_until(context, [&] { return image(app).way_why.find("no such GL buffer") != std::string::npos; }));
        EXPECT_TRUE(shows(context, "Through the host"));
        context->ItemClick(play_button);
        IM_CHECK(wait_until(context, [&] { return image(app).animation.newest.frames >= 3; }));
    });
}

// GL on another GPU: known when the device is made, or only when the first buffer is refused.
TEST_F(PictureWays, WhereGlDrawsOnAnotherGpuThePictureIsCopied) {
    for (const bool at_once : {true, false})
        run(small_plate(with_lesson("heat", gl::HostKind::egl)), [at_once](ImGuiTestContext* context, App& app) {
            pretend_gpu(context, app);
            image(app).graphics = std::make_unique<GraphicsPicture>([at_once]() -> Result<std::unique_ptr<GraphicsDevice>> {
                auto device = std::make_unique<FakeGraphicsDevice>();
                device->keep_apart(at_once);
                return device;
            });
            IM_CHECK(is_ready(context, app));
            EXPECT_EQ(image(app).way, PictureWay::interop);
            EXPECT_EQ(image(app).graphics->path(), PicturePath::copy);
            EXPECT_TRUE(shows(context, "Copied through the host: OpenGL draws on another GPU."));
            context->ItemClick(play_button);
            IM_CHECK(wait_until(context, [&] { return image(app).graphics->frames() >= 3; }));
        });
}

TEST_F(PictureWays, ALostGpuEndsInWordsAndThePictureGoesOn) {
    run(small_plate(with_lesson("heat", gl::HostKind::egl)), [](ImGuiTestContext* context, App& app) {
        FakeGraphicsDevice* device = nullptr;
        pretend_gpu(context, app, &device);
        image(app).way = PictureWay::copy;
        IM_CHECK(is_ready(context, app));
        context->ItemClick(play_button);
        IM_CHECK(wait_until(context, [&] { return image(app).graphics->frames() >= 2; }));
        device->lose();
        IM_CHECK(wait_until(context, [&] { return image(app).way_why.find("lost") != std::string::npos; }));
        IM_CHECK(wait_until(context, [&] { return image(app).animation.record.outputs != nullptr; }));
        context->ItemClick(play_button);
        IM_CHECK(wait_until(context, [&] { return image(app).animation.newest.frames >= 2; }));
    });
}

// With a real GPU: the network is trained there, and its kernel writes the picture into OpenGL's memory.
TEST_F(PictureWays, ANetworkIsTrainedIntoThePictureOfThisMachinesGpu) {
    bool has_gpu = false;
    run(with_lesson("gradients", gl::HostKind::egl), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        has_gpu = std::ranges::any_of(bench.devices.present, [](const DeviceInfo& each) { return each.kind == DeviceKind::cuda; });
        if (!has_gpu) return;
        bench.post(ask::FocusView{"image"});
        bench.draft.run_on = {DeviceKind::cuda};
        bench.post(ask::Run{});
        wait_for_runs(context, app);
        IM_CHECK(is_ready(context, app));
        IM_CHECK(image(app).way == PictureWay::interop);
        IM_CHECK(image(app).graphics->path() == PicturePath::interop);
        context->ItemClick(play_button);
        for (const std::uint64_t frames : {5u, 30u, 60u}) {
            IM_CHECK(wait_until(context, [&] { return image(app).graphics->frames() >= frames; }));
            keep_picture(context, app, fmt::format("gradients_on_gpu_{}", frames));
        }
        IM_CHECK_EQ(image(app).way_why, "");
        context->ItemClick(play_button);
        context->Yield(3);
        keep_picture(context, app, "gradients_on_gpu");
    });
    if (!has_gpu) GTEST_SKIP() << "this machine has no GPU";
}

TEST_F(PictureWays, AnEditedKernelStaysInItsOwnProcess) {
    run(small_plate(with_lesson("heat", gl::HostKind::egl)), [](ImGuiTestContext* context, App& app) {
        pretend_gpu(context, app);
        image(app).way = PictureWay::copy;
        IM_CHECK(is_ready(context, app));
        Workbench& bench = app.workbench();
        bench.draft.edited_source[bench.draft.request.kernel] = bench.shown_source() + "\n// edited";
        context->Yield(2);
        EXPECT_NE(image(app).way_why.find("process of its own"), std::string::npos) << image(app).way_why;
        IM_CHECK(wait_until(context, [&] { return image(app).animation.record.outputs != nullptr; }));
    });
}

TEST_F(PictureWays, ParametersThatZoomRunTheKernelAgain) {
    AppOptions options = with_lesson("mandelbrot", gl::HostKind::egl);
    options.settings = {"width=64", "height=48", "most=32"};
    run(options, [](ImGuiTestContext* context, App& app) {
        pretend_gpu(context, app);
        image(app).way = PictureWay::copy;
        IM_CHECK(is_ready(context, app));
        const Array before = *image(app).graphics->state();  // at once, and not the empty array in front of the run
        const Array& counted = app.workbench().results.latest(DeviceKind::emulated)->outputs->front();
        IM_CHECK(std::memcmp(before.data(), counted.data(), before.size_bytes()) == 0);
        context->MouseMove(kImageCanvas);
        context->MouseWheelY(3);
        context->SleepNoSkip(0.15f, 0.01f);
        context->Yield(3);
        const Array* after = image(app).graphics->state();
        IM_CHECK(after != nullptr && std::memcmp(before.data(), after->data(), before.size_bytes()) != 0);
        wait_for_runs(context, app);
    });
}

// What stands on the canvas: the host's waste and the GPU's differ by rounding.
Image canvas_picture(ImGuiTestContext* context, App& app) {
    context->MouseMoveToPos({2, 2});  // no tooltip
    context->Yield(4);
    const ImRect rect = context->ItemInfo(kImageCanvas).RectFull;
    app.keep_frames(true);
    context->Yield(3);
    return app.last_frame()->crop(static_cast<int>(rect.Min.x), static_cast<int>(rect.Min.y), static_cast<int>(rect.GetWidth()),
                                  static_cast<int>(rect.GetHeight()));
}

TEST_F(PictureWays, WasteIsShadedWhereTheGpusPictureLies) {
    AppOptions options = with_lesson("mandelbrot", gl::HostKind::egl);
    options.settings = {"width=64", "height=48", "most=32", "block_x=16", "block_y=3"};
    run(options, [](ImGuiTestContext* context, App& app) {
        pretend_gpu(context, app);
        image(app).way = PictureWay::copy;
        IM_CHECK(is_ready(context, app));
        const Image values = canvas_picture(context, app);
        image(app).waste = true;
        const Image by_gpu = canvas_picture(context, app);
        EXPECT_EQ(image(app).way_why, "");
        EXPECT_NE(by_gpu, values);
        image(app).way = PictureWay::host;
        const Image by_host = canvas_picture(context, app);
        ASSERT_EQ(by_gpu.rgb.size(), by_host.rgb.size());
        for (std::size_t i = 0; i < by_gpu.rgb.size(); ++i) ASSERT_NEAR(by_gpu.rgb[i], by_host.rgb[i], 2) << i;
        wait_for_runs(context, app);
    });
}

}  // namespace
}  // namespace warpwise::ui
