// Before and after in one picture, and a picture of the learner's own in place of the lesson's.
#include <fstream>

#include "base/png.h"
#include "temporary_folder.h"
#include "ui/picture/image_before.h"
#include "ui/picture/image_state.h"
#include "ui/picture/own_picture.h"
#include "ui/shell/open_lesson_window.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class OwnPictureWindowTest : public WindowTest {
  protected:
    static const ImageState& open_image(ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::ApplyPreset{"One thread per pixel"});
        app.workbench().post(ask::FocusView{"image"});
        context->Yield(4);
        wait_until(context, [&] { return !app.busy(); });
        context->Yield(4);
        return app.workbench().state<ImageState>();
    }
    static void run_it(ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        context->Yield(6);
    }
    static std::int64_t parameter(App& app, const char* id) {
        return std::get<std::int64_t>(app.workbench().draft.request.parameters.at(id));
    }
};

TEST_F(OwnPictureWindowTest, TheDividerIsDraggedAndMovedByKeys) {
    run(with_lesson("convolution"), [](ImGuiTestContext* context, App& app) {
        const ImageState& state = open_image(context, app);
        run_it(context, app);
        IM_CHECK(wait_until(context, [&] { return context->ItemExists("//###image/**/##image_divider"); }));
        keep_picture(context, app, "divider");
        const double before = state.divider;
        context->ItemDragWithDelta("//###image/**/##image_divider", {-60, 0});
        context->Yield(2);
        IM_CHECK(state.divider < before - 0.05);
        IM_CHECK(!state.window.has_value());  // the picture itself was not panned
        const double dragged = state.divider;
        context->NavMoveTo("//###image/**/##image_divider");
        context->KeyPress(ImGuiKey_RightArrow, 3);
        context->Yield(2);
        IM_CHECK(state.divider > dragged);
        context->KeyPress(ImGuiKey_Home);
        context->Yield(2);
        IM_CHECK_EQ(state.divider, 0.0);
        context->KeyPress(ImGuiKey_End);
        context->Yield(2);
        IM_CHECK_EQ(state.divider, 1.0);
        keep_picture(context, app, "divider_before");
        context->ItemClick("//###image/**/After");
        context->Yield(2);
        IM_CHECK(!context->ItemExists("//###image/**/##image_divider"));
        app.workbench().post(ask::ApplyPreset{"Loads per pixel, tiles of 8"});  // it reads no picture
        context->Yield(2);
        run_it(context, app);
        IM_CHECK(!context->ItemExists("//###image/**/##image_divider"));
    });
}

TEST_F(OwnPictureWindowTest, APictureThatIsDroppedIsReadInItsProportions) {
    const test::TemporaryFolder folder;
    Image image{200, 50, {}};
    for (int i = 0; i < image.width * image.height; ++i)
        for (int channel = 0; channel < 3; ++channel)
            image.rgb.push_back(static_cast<std::uint8_t>(i % image.width < 100 ? 0 : 255));
    ASSERT_TRUE(write_png(folder.path() / "halves.png", image, {}));
    std::ofstream(folder.path() / "broken.png", std::ios::binary) << "\x89PNG\r\n\x1a\n and no more";
    run(with_lesson("convolution"), [&](ImGuiTestContext* context, App& app) {
        open_image(context, app);
        take_dropped(app.workbench(), (folder.path() / "halves.png").string());
        context->Yield(4);
        wait_until(context, [&] { return !app.busy(); });
        IM_CHECK_EQ(parameter(app, "width"), 157);  // 96 x 64 pixels in the proportions of 200 x 50
        IM_CHECK_EQ(parameter(app, "height"), 39);
        run_it(context, app);
        IM_CHECK(app.workbench().results.any_latest()->check->passed);
        const ImageBefore& before = app.workbench().state<ImageBefore>();  // a host that does not draw makes no texture of it
        IM_CHECK(wait_until(context, [&] { return before.record.outputs != nullptr; }));
        IM_CHECK_EQ(before.record.outputs->front().size(), std::size_t{157 * 39});
        IM_CHECK_EQ(before.record.outputs->front().value(0), 0.0);
        IM_CHECK_EQ(before.record.outputs->front().value(156), 1.0);
        keep_picture(context, app, "own_picture");
        // a damaged one changes nothing, and why is said
        take_dropped(app.workbench(), (folder.path() / "broken.png").string());
        context->Yield(4);
        IM_CHECK(app.workbench().state<OwnPictureState>().problem.has_value());
        IM_CHECK_STR_EQ(app.workbench().messages.back().text.substr(0, 36).c_str(), "broken.png cannot be read as a PNG (");
        IM_CHECK(!picture_array(*app.workbench().lesson)->own_picture.empty());
        context->ItemClick("//###image/**/###own_picture");  // the lesson's again
        context->Yield(4);
        IM_CHECK(picture_array(*app.workbench().lesson)->own_picture.empty());
        IM_CHECK(wait_until(context, [&] { return !app.busy(); }));
        // by a path that is typed
        context->ItemClick("//###image/**/###own_picture");
        context->Yield(2);
        context->ItemInputValue("//###own_picture/##picture_path", (folder.path() / "halves.png").string().c_str());
        context->Yield(4);
        IM_CHECK(!picture_array(*app.workbench().lesson)->own_picture.empty());
    });
}

TEST_F(OwnPictureWindowTest, ALessonWithoutPicturesSaysSo) {
    run(with_lesson("coalescing"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::UsePicture{"/nowhere/x.png"});
        context->Yield(2);
        IM_CHECK(app.workbench().messages.back().text.contains("No kernel of this lesson reads a picture"));
    });
}

}  // namespace
}  // namespace warpwise::ui
