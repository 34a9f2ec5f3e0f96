// The image view of a lesson that moves: Run, Pause, Step, Reset, and the mouse that draws.
#include "tests/read_png.h"
#include "ui/picture/export_state.h"
#include "ui/picture/image_state.h"
#include "ui/picture/moving_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class AnimationView : public UiTest {};

constexpr const char* canvas = "//###image/##image_canvas";
constexpr const char* play_button = "//###image/###image_play";
constexpr const char* step_button = "//###image/###image_step";
constexpr const char* reset_button = "//###image/###image_reset";

AppOptions small_plate(AppOptions options) {
    options.settings = {"width=96", "height=96"};
    return options;
}

const AnimationState& shown(const App& app) { return const_cast<App&>(app).workbench().state<ImageState>().animation; }

bool open_picture(ImGuiTestContext* context, App& app) {
    app.workbench().post(ask::FocusView{"image"});
    return wait_until(context, [&] { return shown(app).record.outputs != nullptr; });
}

double sum_of(const Array& array) {
    double sum = 0;
    for (std::size_t i = 0; i < array.size(); ++i) sum += array.value(i);
    return sum;
}

TEST_P(AnimationView, RunsPausesStepsAndResets) {
    run(small_plate(with_lesson("heat")), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_picture(context, app));
        IM_CHECK_EQ(shown(app).newest.steps, 0u);
        context->ItemClick(play_button);
        IM_CHECK(wait_until(context, [&] { return shown(app).newest.frames >= 5; }));
        context->ItemClick(play_button);
        IM_CHECK(!shown(app).player->playing());
        context->SleepNoSkip(0.1f, 0.01f);  // the frame that was under way
        const std::uint64_t steps = shown(app).newest.steps;
        context->SleepNoSkip(0.1f, 0.01f);
        IM_CHECK_EQ(shown(app).newest.steps, steps);

        context->ItemClick(step_button);
        IM_CHECK(wait_until(context, [&] { return shown(app).newest.steps == steps + 1; }));
        context->ItemClick(reset_button);
        IM_CHECK(wait_until(context, [&] { return shown(app).newest.steps == 0; }));
    });
}

TEST_P(AnimationView, TheMouseDrawsHeat) {
    run(small_plate(with_lesson("heat")), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_picture(context, app));
        const double before = sum_of(shown(app).record.outputs->front());
        context->MouseMove(canvas);
        context->ItemDragWithDelta(canvas, {60, 10});
        IM_CHECK(wait_until(context, [&] { return sum_of(shown(app).record.outputs->front()) > before + 5; }));
        IM_CHECK_EQ(shown(app).newest.steps, 0u);
    });
}

TEST_P(AnimationView, TheSecondBrushDrawsTheOtherClass) {
    run(with_lesson("gradients"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::ApplyPreset{"Two moons"});
        context->Yield(3);
        IM_CHECK(open_picture(context, app));
        const auto count = [&](double value) {
            const Array& picture = shown(app).record.outputs->front();
            int found = 0;
            for (std::size_t i = 0; i < 64 * 64; ++i) found += picture.value(i) == value;  // below them lies the curve
            return found;
        };
        const int bright = count(1), dark = count(-1);
        context->MouseMove(canvas);
        context->ItemDragWithDelta(canvas, {30, 5});
        IM_CHECK(wait_until(context, [&] { return count(1) > bright; }));
        const int drawn = count(1);
        context->ItemClick("//###image/##image_mouse/Dark");
        context->Yield(2);
        context->ItemDragWithDelta(canvas, {-30, -12});
        IM_CHECK(wait_until(context, [&] { return count(-1) > dark + 3; }));
        IM_CHECK_LE(count(1), drawn);
        keep_picture(context, app, "two_classes_drawn");
        context->ItemClick(step_button);
        IM_CHECK(wait_until(context, [&] { return shown(app).newest.steps == 1; }));
        IM_CHECK_GT(count(-1), dark + 3);  // they stay examples
    });
}

TEST_P(AnimationView, SpaceAndF10WorkOnTheFocusedPicture) {
    run(small_plate(with_lesson("heat")), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_picture(context, app));
        context->MouseMove(canvas);
        context->MouseClick(0);
        context->KeyPress(ImGuiKey_F10);
        IM_CHECK(wait_until(context, [&] { return shown(app).newest.steps == 1; }));
        context->KeyPress(ImGuiKey_Space);
        IM_CHECK(shown(app).player->playing());
        IM_CHECK(wait_until(context, [&] { return shown(app).newest.frames >= 2; }));
        context->KeyPress(ImGuiKey_Space);
        IM_CHECK(!shown(app).player->playing());
    });
}

TEST_P(AnimationView, AnotherValueOrLessonStopsIt) {
    run(small_plate(with_lesson("heat")), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_picture(context, app));
        context->ItemClick(play_button);
        IM_CHECK(wait_until(context, [&] { return shown(app).newest.frames >= 2; }));
        app.workbench().draft.request.parameters["rate"] = 0.1;
        app.workbench().post(ask::TakeDraft{});
        IM_CHECK(wait_until(context, [&] { return !shown(app).player->playing() && shown(app).record.outputs != nullptr; }));
        IM_CHECK_EQ(shown(app).newest.steps, 0u);
        context->ItemClick(play_button);
        IM_CHECK(wait_until(context, [&] { return shown(app).newest.frames >= 2; }));
        app.workbench().post(ask::OpenLesson{"mandelbrot"});
        context->Yield(3);
        IM_CHECK(!app.workbench().ongoing.animates);
        IM_CHECK(!shown(app).player || !shown(app).player->playing());
    });
}

TEST_P(AnimationView, AClickTurnsACellOnAndTheNextOneOff) {
    AppOptions options = with_lesson("life");
    options.settings = {"words=1", "height=24", "pattern=empty"};
    for (const char* kernel : {"bytes", "bits"})
        run(options, [kernel](ImGuiTestContext* context, App& app) {
            IM_CHECK(open_picture(context, app));
            app.workbench().post(ask::ChooseKernel{kernel});
            context->Yield(3);
            IM_CHECK(open_picture(context, app));
            context->MouseMove(canvas);
            context->MouseClick(0);
            IM_CHECK(wait_until(context, [&] { return sum_of(shown(app).record.outputs->front()) > 0; }));
            context->MouseClick(0);
            IM_CHECK(wait_until(context, [&] { return sum_of(shown(app).record.outputs->front()) == 0; }));
        });
}

TEST_P(AnimationView, AnExportIsAFileWithItsFrames) {
    run(small_plate(with_lesson("heat")), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_picture(context, app));
        ExportState& state = app.workbench().state<ExportState>();
        state.frames = 3;
        app.workbench().state<ExportState>().asked = true;  // as the File menu does
        context->Yield(3);
        context->ItemClick("//$FOCUSED/###image_export_save");
        IM_CHECK(wait_until(context, [&] { return !state.told.empty(); }));
        EXPECT_FALSE(state.failed) << state.told;
        const auto file = state.told.substr(std::string("Saved: ").size());
        EXPECT_TRUE(std::filesystem::exists(file)) << file;
        const auto first = read_png(file);
        ASSERT_TRUE(first) << first.error().text();
        EXPECT_EQ(first->image.width, 4 * 96);
        std::filesystem::remove(file);
    });
}

INSTANTIATE_TEST_SUITE_P(Hosts, AnimationView, ::testing::Values(gl::HostKind::null, gl::HostKind::egl),
                         [](const auto& info) { return std::string(gl::name_of(info.param)); });

}  // namespace
}  // namespace warpwise::ui
