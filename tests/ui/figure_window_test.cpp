// The pop-up that exports a figure: opened by a view's camera, it remembers the last choice and says where the file is.
#include <algorithm>

#include "base/files.h"
#include "base/png.h"
#include "tests/read_png.h"
#include "ui/export/figure_popup.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

class FigureWindowTest : public WindowTest {
  protected:
    void SetUp() override { fs::create_directories(home.path() / "Pictures"); }
    std::vector<fs::path> pictures() const {
        std::vector<fs::path> files;
        for (const auto& entry : fs::recursive_directory_iterator(home.path() / "Pictures"))
            if (entry.is_regular_file()) files.push_back(entry.path());
        std::ranges::sort(files);
        return files;
    }
};

const FigurePopupState& popup(App& app) { return app.workbench().state<FigurePopupState>(); }

TEST_F(FigureWindowTest, TheCameraSavesAFigureWithoutADisplay) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        context->ItemClick("//**/###camera_thread_grid");
        context->Yield(2);
        IM_CHECK(shows(context, "Export figure"));
        context->SetRef("//$FOCUSED");
        context->ItemClick("##figure_format/SVG");
        context->ItemClick("###figure_export");
        context->Yield(2);
        IM_CHECK(popup(app).told.starts_with("Saved to "));
        IM_CHECK(!popup(app).failed);
        IM_CHECK(shows(context, "Saved to "));
        IM_CHECK_EQ(app.workbench().settings.figure.format, std::string("svg"));
    });
    ASSERT_EQ(pictures().size(), 1u);
    EXPECT_EQ(pictures()[0].extension(), ".svg");
    EXPECT_NE(read_file(pictures()[0]).value_or("").find("Which element is mine?"), std::string::npos);
}

TEST_F(FigureWindowTest, TheLastChoiceComesBack) {
    run(as_learner("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().settings.figure = {"pdf", "transparent", 3, false, true, true};
        app.workbench().post(ask::SaveSettings{});
        context->Yield(3);
    });
    run(as_learner("indexing_1d"), [](ImGuiTestContext*, App& app) {
        IM_CHECK(app.workbench().settings.figure == (FigureSettings{"pdf", "transparent", 3, false, true, true}));
    });
}

TEST_F(FigureWindowTest, APdfDoesNotGoOnTheClipboardAndSaysSo) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().settings.figure.format = "pdf";
        app.workbench().settings.figure.to_clipboard = true;
        save_or_export(app.workbench(), "occupancy");
        context->Yield(2);
        context->SetRef("//$FOCUSED");
        context->ItemClick("###figure_export");
        context->Yield(2);
        IM_CHECK(popup(app).failed);
        IM_CHECK(shows(context, "A PDF does not go on the clipboard. Save a file, or choose SVG or PNG."));
    });
    EXPECT_TRUE(pictures().empty());
}

TEST_F(FigureWindowTest, SvgGoesOnTheClipboardAsText) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().settings.figure.format = "svg";
        app.workbench().settings.figure.to_clipboard = true;
        save_or_export(app.workbench(), "thread_grid");
        context->Yield(2);
        context->SetRef("//$FOCUSED");
        context->ItemClick("###figure_export");
        context->Yield(2);
        IM_CHECK(std::string(ImGui::GetClipboardText()).starts_with("<?xml"));
    });
}

TEST_F(FigureWindowTest, APictureIsTakenWithoutThePopUpInIt) {
    AppOptions options = with_lesson("mandelbrot", gl::HostKind::egl);
    run(options, [](ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        app.workbench().post(ask::FocusView{"image"});
        context->Yield(4);
        save_or_export(app.workbench(), "image");
        context->Yield(2);
        context->SetRef("//$FOCUSED");
        context->ItemClick("###figure_export");
        IM_CHECK(wait_until(context, [&] { return popup(app).told.starts_with("Saved to "); }));
    });
    if (IsSkipped()) return;
    ASSERT_EQ(pictures().size(), 1u);
    EXPECT_TRUE(read_png(pictures()[0]).has_value());
}

}  // namespace
}  // namespace warpwise::ui
