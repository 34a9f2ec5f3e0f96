// A lesson with a picture as it opens: it draws at once, its cells can be clicked, one button says Run, and the drawer folds.
#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "canvases.h"
#include "ui/picture/image_before.h"
#include "ui/timing/frame_costs_view.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class PictureStageView : public UiTest {
  protected:
    static AppOptions with_settings(const std::string& lesson, std::vector<std::string> settings) {
        AppOptions options = with_lesson(lesson);
        options.settings = std::move(settings);
        return options;
    }
};

bool has_first_picture(ImGuiTestContext* context, App& app) {
    app.workbench().post(ask::FocusView{"image"});
    return wait_until(
        context, [&] { return image(app).moves ? image(app).animation.record.outputs != nullptr : image(app).frame.has_value(); });
}

ImRect rect_of(ImGuiTestContext* context, const char* item) { return context->ItemInfo(item).RectFull; }

bool same(const ImRect& a, const ImRect& b) {
    return a.Min.x == b.Min.x && a.Min.y == b.Min.y && a.Max.x == b.Max.x && a.Max.y == b.Max.y;
}

double sum_of(const Array& array) {
    double sum = 0;
    for (std::size_t i = 0; i < array.size(); ++i) sum += array.value(i);
    return sum;
}

TEST_P(PictureStageView, AStillPictureIsThereBeforeAnythingHasRun) {
    run(with_settings("mandelbrot", {"width=128", "height=96"}), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(has_first_picture(context, app));
        IM_CHECK(app.workbench().results.any_latest() == nullptr);
        IM_CHECK(image(app).frame->outputs != nullptr);
        // and that of a preset, without a run
        app.workbench().post(ask::ApplyPreset{"Antenna"});
        IM_CHECK(wait_until(context, [&] {
            return image(app).frame && image(app).frame->request.parameters == app.workbench().draft.request.parameters;
        }));
        IM_CHECK(app.workbench().results.any_latest() == nullptr);
    });
}

// What the kernel will read, and not what it will make of it.
TEST_P(PictureStageView, ALessonThatReadsAPictureBeginsWithThatPicture) {
    run(with_settings("indexing_2d_3d", {"cols=64", "rows=48"}), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(wait_until(context, [&] { return app.workbench().state<ImageBefore>().record.outputs != nullptr; }));
        const Array& shown = app.workbench().state<ImageBefore>().record.outputs->front();
        IM_CHECK_STR_EQ(shown.name.c_str(), "from");
        IM_CHECK_EQ(shown.size(), std::size_t{64 * 48});
        IM_CHECK(!image(app).frame.has_value());
        IM_CHECK(app.workbench().results.any_latest() == nullptr);
    });
}

TEST_P(PictureStageView, AFrameThatFailsSaysWhyAndTheNextOneIsDrawn) {
    run(with_settings("mandelbrot", {"width=128", "height=96"}), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(has_first_picture(context, app));
        Workbench& bench = app.workbench();
        const DeviceId gone{DeviceKind::cuda, 7};
        bench.devices.present.push_back(
            {.kind = gone.kind, .name = "a GPU that is gone", .properties = {}, .ordinal = gone.ordinal});
        const DeviceId here = std::exchange(image(app).frame_device, gone);
        bench.post(ask::ChooseKernel{"patches"});
        IM_CHECK(wait_until(context, [&] { return image(app).frame_error.has_value(); }));
        context->SleepNoSkip(0.4f, 0.1f);
        IM_CHECK(!app.busy());
        IM_CHECK(shows(context, image(app).frame_error->message));
        IM_CHECK_EQ(text_on_screen(context).find("Computing the first picture"), std::string::npos);
        bench.devices.present.pop_back();
        image(app).frame_device = here;
        bench.post(ask::RunFrame{here});
        IM_CHECK(has_first_picture(context, app));
        IM_CHECK(!image(app).frame_error.has_value());
        IM_CHECK_EQ(text_on_screen(context).find("cuda:7"), std::string::npos);
    });
}

// Of a frame that takes long, the window says that it is computed; it can be cancelled, and is not begun again at once.
TEST_P(PictureStageView, AFrameLeavesRunAloneUnlessItTakesLong) {
    run(with_settings("mandelbrot", {"width=128", "height=96"}), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(has_first_picture(context, app));
        Workbench& bench = app.workbench();
        std::string text = bench.shown_source();
        const std::size_t at = text.find("int column");
        IM_CHECK(at != std::string::npos);
        bench.draft.edited_source[bench.draft.request.kernel] =
            text.insert(at, "for (volatile int wait = 0; wait < 100000000; ++wait) {}\n    ");
        const auto began = std::chrono::steady_clock::now();
        bench.post(ask::RunFrame{DeviceKind::emulated});
        context->Yield(2);
        int frames = 0;
        do {
            IM_CHECK(app.busy());
            IM_CHECK(!bench.results.status.busy);
            context->SleepNoSkip(0.02f, 0.02f);
            ++frames;
        } while (std::chrono::steady_clock::now() - began < std::chrono::milliseconds(700));
        IM_CHECK_GT(frames, 1);
        IM_CHECK(wait_until(context, [&] { return bench.results.status.busy; }));
        bench.post(ask::Cancel{});
        IM_CHECK(wait_until(context, [&] { return !app.busy() && !bench.results.status.busy; }));
        context->SleepNoSkip(0.3f, 0.05f);
        IM_CHECK(!app.busy());
    });
}

// At 1280 x 800 it has room beside the picture; in a smaller window it covers next to nothing of the set, whose pixels have the
// highest values.
TEST_P(PictureStageView, TheEnlargedBlockLeavesTheSetFree) {
    for (const gl::Size size : {gl::Size{1280, 800}, {1024, 900}, {1920, 1080}}) {
        AppOptions options = with_lesson("mandelbrot");
        options.host.size = size;
        run(options, [&](ImGuiTestContext* context, App& app) {
            IM_CHECK(has_first_picture(context, app));
            context->Yield(4);
            const auto& rects = app.workbench().panel_rects;
            IM_CHECK(rects.contains("image_callout"));
            const auto card = rects.at("image_callout");
            const ImRect picture = rect_of(context, kImageCanvas);
            if (size.width == 1280) EXPECT_GE(card[0], picture.Max.x);
            const Array& values = image(app).frame->outputs->front();
            int of_the_set = 0, below_the_card = 0;
            for (std::size_t i = 0; i < values.size(); ++i) {
                const float x = picture.Min.x + picture.GetWidth() * (static_cast<float>(i % 512) + 0.5f) / 512,
                            y = picture.Min.y + picture.GetHeight() * (static_cast<float>(i / 512) + 0.5f) / 384;
                const bool below = x > card[0] && x < card[0] + card[2] && y > card[1] && y < card[1] + card[3];
                of_the_set += values.value(i) >= 256;
                below_the_card += below && values.value(i) >= 256;
            }
            IM_CHECK_GT(of_the_set, 10000);
            EXPECT_LE(below_the_card, of_the_set / 50) << size.width << " x " << size.height;
        });
    }
}

TEST_P(PictureStageView, ACellOfLifeIsLargeEnoughToClick) {
    for (const char* kernel : {"bytes", "bits"}) {
        AppOptions options = with_lesson("life");
        options.settings = {"pattern=empty"};  // of the lesson's own size, 512 x 512
        run(options, [kernel](ImGuiTestContext* context, App& app) {
            app.workbench().post(ask::ChooseKernel{kernel});
            context->Yield(3);
            IM_CHECK(has_first_picture(context, app));
            const ImVec2 middle = rect_of(context, kImageCanvas).GetCenter();
            for (const float dx : {0.0f, 15.0f}) {  // neighbours, 14 pixels apart
                context->MouseMoveToPos({middle.x + dx, middle.y});
                context->MouseClick(0);
            }
            IM_CHECK(wait_until(context, [&] {
                const PixelValues cells(image(app).animation.record.outputs->front(), std::string(kernel) == "bits");
                double living = 0;
                for (std::size_t i = 0; i < cells.size(); ++i) living += cells.value(i);
                return living == 2;
            }));
        });
    }
}

TEST_P(PictureStageView, TheMouseInspectsWhenItIsToldTo) {
    run(with_settings("life", {"words=1", "height=24", "pattern=empty"}), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(has_first_picture(context, app));
        context->ItemClick("//###image/##image_mouse/Inspect");
        context->MouseMove(kImageCanvas);
        context->MouseClick(0);
        context->Yield(2);
        IM_CHECK(image(app).chosen.has_value());
        IM_CHECK_EQ(sum_of(image(app).animation.record.outputs->front()), 0.0);
    });
}

TEST_P(PictureStageView, OneButtonSaysRunAndTheOtherPlays) {
    run(with_lesson("heat"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(has_first_picture(context, app));
        IM_CHECK(context->ItemExists("//###launch/**/###Run"));
        EXPECT_TRUE(shows(context, "Play"));
        context->ItemClick("//###image/###image_play");
        context->Yield(2);
        EXPECT_TRUE(shows(context, "Pause"));
    });
}

TEST_P(PictureStageView, PlayingMovesNothingAndLeavesTheCostOfAFrame) {
    run(with_settings("heat", {"width=96", "height=96"}), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(has_first_picture(context, app));
        context->Yield(3);
        const ImRect before = rect_of(context, kImageCanvas), play = rect_of(context, "//###image/###image_play");
        EXPECT_TRUE(app.workbench().state<FrameCostsState>().log.empty());
        context->ItemClick("//###image/###image_play");
        for (int i = 0; i < 30; ++i) {
            context->Yield();
            EXPECT_TRUE(same(rect_of(context, kImageCanvas), before));
            EXPECT_TRUE(same(rect_of(context, "//###image/###image_play"), play));
        }
        IM_CHECK(wait_until(context, [&] { return image(app).animation.newest.frames >= 3; }));
        context->ItemClick("//###image/###image_play");
        if (app.workbench().can_draw) {
            const auto paths = app.workbench().state<FrameCostsState>().log.paths();
            ASSERT_EQ(paths.size(), 1u);
            EXPECT_EQ(paths.front().title, "CPU threads");
            EXPECT_GT(paths.front().median[static_cast<std::size_t>(FramePart::colours)].value_or(0), 0);
        }
    });
}

TEST_P(PictureStageView, TheDrawerOfANarrowViewFoldsAndMovesNothing) {
    run(with_settings("mandelbrot", {"width=128", "height=96"}), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(has_first_picture(context, app));
        context->Yield(3);
        const ImRect before = rect_of(context, kImageCanvas);
        EXPECT_FALSE(image(app).drawer.has_value());
        context->MouseMoveToPos({before.Min.x + before.GetWidth() * 0.25f, before.GetCenter().y});
        context->MouseClick(0);
        context->Yield(2);
        EXPECT_TRUE(image(app).drawer.value_or(false)) << "a click shows what it asked for";
        EXPECT_TRUE(same(rect_of(context, kImageCanvas), before));
        context->ItemClick("//###image/###image_drawer");
        EXPECT_FALSE(image(app).drawer.value_or(true));
        context->MouseMoveToPos(before.GetCenter());
        context->MouseClick(0);
        context->Yield(2);
        EXPECT_FALSE(image(app).drawer.value_or(true)) << "who folded it keeps it folded";
    });
}

TEST_P(PictureStageView, AnotherValueKeepsThePictureUntilTheNextOneIsThere) {
    run(with_settings("heat", {"width=96", "height=96"}), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(has_first_picture(context, app));
        app.workbench().draft.request.parameters["rate"] = 0.1;
        app.workbench().post(ask::TakeDraft{});
        bool seen = true;
        for (int i = 0; i < 20; ++i) {
            context->Yield();
            const AnimationState& animation = image(app).animation;
            seen &= animation.record.outputs != nullptr || animation.before.outputs != nullptr;
        }
        EXPECT_TRUE(seen);
        IM_CHECK(wait_until(context, [&] { return image(app).animation.record.outputs != nullptr; }));
        EXPECT_EQ(image(app).animation.before.outputs, nullptr);
    });
}

INSTANTIATE_TEST_SUITE_P(Hosts, PictureStageView, ::testing::Values(gl::HostKind::null, gl::HostKind::egl),
                         [](const auto& info) { return std::string(gl::name_of(info.param)); });

// The array is four times as wide as the view: only what is shown is coloured.
class ColouredPart : public WindowTest {};

TEST_F(ColouredPart, IsAsLargeAsTheViewAndNotAsTheArray) {
    AppOptions options = with_lesson("heat", gl::HostKind::egl);
    options.settings = {"width=2048", "height=2048"};
    run(options, [](ImGuiTestContext* context, App& app) {
        IM_CHECK(has_first_picture(context, app));
        context->Yield(3);
        const gl::Picture& picture = image(app).picture;
        const ImRect view = rect_of(context, kImageCanvas);
        EXPECT_GT(picture.width(), 0);
        EXPECT_LE(picture.width(), static_cast<int>(2 * view.GetWidth()));
        EXPECT_LT(picture.width() * picture.height(), 2048 * 2048 / 4);
    });
}

class CodeLayout : public WindowTest {};

TEST_F(CodeLayout, OpensAPicturesLessonOnTheSource) {
    for (const char* lesson : {"mandelbrot", "life", "particles"}) {
        AppOptions options = with_lesson(lesson);
        options.layout = LayoutName::code;
        run(options, [lesson](ImGuiTestContext* context, App& app) {
            context->Yield(12);
            EXPECT_TRUE(app.workbench().panel_rects.contains("source")) << lesson;
            ASSERT_NE(ImGui::GetCurrentContext()->NavWindow, nullptr);
            EXPECT_STREQ(ImGui::GetCurrentContext()->NavWindow->RootWindow->Name, "Source###source") << lesson;
        });
    }
}

}  // namespace
}  // namespace warpwise::ui
