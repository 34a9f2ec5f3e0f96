// What a learner sees before touching anything: the view that the lesson is about, and the button that runs it.
#include <cmath>
#include <string>

#include "ui/workbench/workbench.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class FirstSightTest : public WindowTest {};

// The lesson's first view is in front, and a view that fills the middle has room there.
void check_first_view(App& app) {
    const Workbench& bench = app.workbench();
    const std::string first = bench.lesson->views.front().kind;
    IM_CHECK(bench.panel_rects.contains(first));
    if (first == "timings") return;  // below the middle, always in sight
    IM_CHECK_GT(bench.panel_rects.at(first)[2], 600.0f);
    IM_CHECK_GT(bench.panel_rects.at(first)[3], 350.0f);
}

TEST_F(FirstSightTest, EveryLessonBeginsWithItsFirstView) {
    run(with_lesson("crossover"), [](ImGuiTestContext* context, App& app) {
        check_first_view(app);
        for (const Lesson& lesson : app.workbench().lessons.course.lessons) {
            app.workbench().post(ask::OpenLesson{lesson.id});
            context->Yield(10);  // its tabs come to the front
            check_first_view(app);
        }
    });
}

TEST_F(FirstSightTest, RunIsInSightInEveryLessonOnASmallLaptop) {
    AppOptions options = with_lesson("first_kernel");
    options.host.size = {1280, 720};
    run(options, [](ImGuiTestContext* context, App& app) {
        for (const Lesson& lesson : app.workbench().lessons.course.lessons) {
            app.workbench().post(ask::OpenLesson{lesson.id});
            context->Yield(10);  // its tabs come to the front
            const ImGuiTestItemInfo button = context->ItemInfo("//###launch/**/###Run");
            const auto [x, y, width, height] = app.workbench().panel_rects.at("launch");
            IM_CHECK_LE(button.RectFull.Max.y, y + height);
            IM_CHECK_GT(button.RectClipped.GetHeight(), 20.0f);
            IM_CHECK(context->ItemExists("//###launch/**/Run on every change##launch"));
        }
    });
}

// 1920 x 1080 at 200 %, as for weak eyes or on a dense screen.
TEST_F(FirstSightTest, AtTwiceTheSizePresetsDataAndLaunchAreInSightBesideRun) {
    AppOptions options = with_lesson("indexing_1d");
    options.host.size = {1920, 1080};
    options.scale = 2;
    run(options, [](ImGuiTestContext* context, App& app) {
        context->Yield(10);
        IM_CHECK(shows(context, "Elements n"));
        IM_CHECK(shows(context, "block.x"));
        const ImGuiTestItemInfo button = context->ItemInfo("//###launch/**/###Run"),
                                box = context->ItemInfo("//###launch/**/Run on every change##launch");
        IM_CHECK(button.ID != 0 && box.ID != 0);
        IM_CHECK_LE(std::abs(button.RectFull.GetCenter().y - box.RectFull.GetCenter().y), 2.0f);
        IM_CHECK_GE(box.RectFull.Min.x, button.RectFull.Max.x);
        const auto [x, y, width, height] = app.workbench().panel_rects.at("launch");
        IM_CHECK_LE(box.RectFull.Max.x, x + width);
        IM_CHECK_LE(box.RectFull.Max.y, y + height);
    });
}

// The lessons on numbers tell to read the elements: their table must not need a larger window.
TEST_F(FirstSightTest, AtTwiceTheSizeTheElementsOfAnArrayAreListed) {
    AppOptions options = with_lesson("integers_wrap");
    options.host.size = {1920, 1080};
    options.scale = 2;
    run(options, [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::Run{});
        wait_for_runs(context, app);
        context->Yield(12);
        IM_CHECK(shows(context, "18446744073709551612"));
        IM_CHECK(shows(context, "18446744073709551613"));
    });
}

}  // namespace
}  // namespace warpwise::ui
