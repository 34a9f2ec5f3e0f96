// What a learner sees before touching anything: the view that the lesson is about, and the button that runs it.
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

}  // namespace
}  // namespace warpwise::ui
