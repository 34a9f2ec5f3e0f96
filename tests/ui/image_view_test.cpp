// The picture of an image lesson: computed, zoomed by wheel through the lesson's own parameters, and asked pixel by pixel.
#include <algorithm>

#include "canvases.h"
#include "ui/threads/thread_formula.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class ImageView : public UiTest {};

const char* bring_to_front(ImGuiTestContext* context, App& app) {
    app.workbench().post(ask::FocusView{"image"});
    app.workbench().draft.run_on = {DeviceKind::emulated};
    app.workbench().post(ask::Run{});
    wait_for_runs(context, app);
    return kImageCanvas;
}

double real_of(App& app, const char* id) { return std::get<double>(app.workbench().draft.request.parameters.at(id)); }

AppOptions small_picture(AppOptions options) {
    options.settings = {"width=128", "height=96", "most=64"};
    return options;
}

TEST_P(ImageView, TheWheelZoomsTheParametersAndTheKernelRunsAgain) {
    run(small_picture(with_lesson("mandelbrot")), [](ImGuiTestContext* context, App& app) {
        const char* picture = bring_to_front(context, app);
        const double span = real_of(app, "span");
        context->MouseMove(picture);
        context->MouseWheelY(3);
        context->Yield(2);
        EXPECT_LT(real_of(app, "span"), span);
        wait_for_runs(context, app);
        ASSERT_TRUE(app.workbench().state<ImageState>().frame) << "no frame was computed while the view moved";
        EXPECT_FALSE(app.workbench().state<ImageState>().frame->check);
        context->Yield(60);  // the gesture has ended, and the whole run follows
        wait_for_runs(context, app);
        const RunRecord* record = app.workbench().results.latest(DeviceKind::emulated);
        ASSERT_NE(record, nullptr);
        EXPECT_EQ(record->request.parameters, app.workbench().draft.request.parameters);
        ASSERT_TRUE(record->check);
        EXPECT_TRUE(record->check->passed);
    });
}

TEST_P(ImageView, AClickChoosesThePixelAndADragDoesNot) {
    run(small_picture(with_lesson("mandelbrot")), [](ImGuiTestContext* context, App& app) {
        const char* picture = bring_to_front(context, app);
        ImageState& state = app.workbench().state<ImageState>();
        ASSERT_TRUE(state.chosen);  // the lesson's own
        context->MouseMove(picture);
        context->MouseClick(0);
        const auto chosen = *state.chosen;
        EXPECT_NEAR(chosen[0], 64, 2);
        EXPECT_NEAR(chosen[1], 48, 2);
        const auto thread = state.map.thread(chosen[1] * 128 + chosen[0]);
        ASSERT_TRUE(thread);
        const ThreadPlace place = place_of(state.map.shape, *thread);
        EXPECT_EQ(place.block.x * 32 + place.thread.x, static_cast<unsigned>(chosen[0]));

        const double centre = real_of(app, "centre_x");
        context->ItemDragWithDelta(picture, {-60, 0});
        context->Yield(2);
        EXPECT_EQ(*state.chosen, chosen);
        EXPECT_GT(real_of(app, "centre_x"), centre);
        wait_for_runs(context, app);
    });
}

INSTANTIATE_TEST_SUITE_P(Hosts, ImageView, ::testing::Values(gl::HostKind::null, gl::HostKind::egl),
                         [](const auto& info) { return std::string(gl::name_of(info.param)); });

class RefusedPicture : public WindowTest {};

TEST_F(RefusedPicture, IsToldAndTheRunStands) {
    run(small_picture(with_lesson("mandelbrot", gl::HostKind::egl)), [](ImGuiTestContext* context, App& app) {
        gl::Picture& picture = app.workbench().state<ImageState>().picture;
        picture = gl::Picture(100);
        app.workbench().post(ask::Run{});
        wait_for_runs(context, app);
        bring_to_front(context, app);
        context->Yield(3);
        IM_CHECK_STR_EQ(
            picture.refusal().c_str(),
            "This display takes pictures of at most 100 pixels per edge, and this one has 128 × 96. Choose a smaller one; "
            "the run's numbers are right all the same.");
        IM_CHECK_EQ(app.workbench().results.latest(DeviceKind::emulated)->status, RunStatus::ok);
        picture = gl::Picture();
        app.workbench().post(ask::Run{});
        wait_for_runs(context, app);
        context->Yield(3);
        IM_CHECK(picture.refusal().empty() && picture.texture() != 0);
    });
}

}  // namespace
}  // namespace warpwise::ui
