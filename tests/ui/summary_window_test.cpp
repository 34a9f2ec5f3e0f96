// The page of what has been done in the whole course: after the last lesson, from the front door and from the Course menu.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "ui/lesson/course_list.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class SummaryWindowTest : public WindowTest {
  protected:
    TemporaryHome home;
};

TEST_F(SummaryWindowTest, TheFrontDoorLeadsToIt) {
    run(as_learner(""), [](ImGuiTestContext* context, App& app) {
        LessonProgress& progress = app.workbench().lessons.progress["first_kernel"];
        progress.opened = progress.ran = progress.finished = true;
        context->Yield(2);
        context->ItemClick("//###welcome/**/###door_summary");
        context->Yield(3);
        IM_CHECK(app.workbench().state<SummaryState>().is_open);
        IM_CHECK(shows(context, "1 of 40 lessons finished"));
        IM_CHECK(shows(context, "get results out of a kernel"));
        IM_CHECK(shows(context, "CUDA.jl compiles Julia functions to kernels"));
        keep_picture(context, app, "summary");
        context->KeyPress(ImGuiKey_Escape);
        context->Yield(2);
        IM_CHECK(!app.workbench().state<SummaryState>().is_open);
    });
}

TEST_F(SummaryWindowTest, AfterTheLastLessonItIsSaved) {
    run(as_learner("objects_on_device"), [](ImGuiTestContext* context, App& app) {
        // The page may still grow while the mouse is on its way.
        const char* const link = "//###lesson/**/What you can do now##lesson";
        for (int tries = 0; tries < 5 && !app.workbench().state<SummaryState>().is_open; ++tries) {
            context->MouseMove(link, ImGuiTestOpFlags_NoCheckHoveredId | ImGuiTestOpFlags_NoError);
            context->Yield(2);
            if (context->UiContext->HoveredIdPreviousFrame == context->ItemInfo(link, ImGuiTestOpFlags_NoError).ID)
                context->MouseClick();
            context->Yield(3);
        }
        IM_CHECK(app.workbench().state<SummaryState>().is_open);
        context->ItemInputValue("//What you can do now###summary/##summary_name", "Ada");
        context->ItemClick("//What you can do now###summary/Save as PDF##summary");
        context->Yield(3);
        const std::string& said = app.workbench().state<SummaryState>().said;
        IM_CHECK_EQ(said.substr(0, 9), std::string("Saved as "));
        const std::filesystem::path file = said.substr(9);
        IM_CHECK(std::filesystem::file_size(file) > 4000);
        IM_CHECK_EQ(file.extension().string(), std::string(".pdf"));
        std::filesystem::remove(file);
    });
}

}  // namespace
}  // namespace warpwise::ui
