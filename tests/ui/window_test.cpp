// What a learner does in the window, by keyboard and mouse, under the null and the egl host.
#include <algorithm>
#include <filesystem>

#include "base/png.h"
#include "tests/read_png.h"
#include "ui/picture/screenshot.h"
#include "ui/workbench/settings.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

INSTANTIATE_TEST_SUITE_P(Hosts, UiTest, ::testing::Values(gl::HostKind::null, gl::HostKind::egl),
                         [](const auto& info) { return std::string(gl::name_of(info.param)); });

// The field of the block's width in the launch panel.
constexpr const char* block_field = "//###launch/**/block.x/##value";

// Where no pixel is at stake, the null host is enough.
class ShellTest : public WindowTest {};

void type_block(ImGuiTestContext* context, const char* text) {
    context->ItemInput(block_field);
    context->KeyCharsReplaceEnter(text);
    context->Yield(3);
}

TEST_P(UiTest, ChangingTheBlockByKeyboardChangesGridAndResult) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK(bench.results.latest(DeviceKind::emulated) != nullptr);
        IM_CHECK_EQ(bench.results.latest(DeviceKind::emulated)->launch.grid.x, 4u);
        type_block(context, "64");
        IM_CHECK(bench.draft.resolved.has_value());
        IM_CHECK_EQ(bench.draft.resolved->shape.block.x, 64u);
        IM_CHECK_EQ(bench.draft.resolved->shape.grid.x, 2u);
        wait_for_runs(context, app);  // a changed parameter runs again by itself
        IM_CHECK_EQ(bench.results.latest(DeviceKind::emulated)->launch.block.x, 64u);
        IM_CHECK_EQ(bench.results.runs[DeviceKind::emulated].history.size(), size_t{1});
    });
}

TEST_F(ShellTest, UndoAndRedoOfParameters) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        const auto block = [&] { return app.workbench().draft.resolved->shape.block.x; };
        type_block(context, "128");
        IM_CHECK_EQ(block(), 128u);
        context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        context->Yield(2);
        IM_CHECK_EQ(block(), 32u);
        context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Y);
        context->Yield(2);
        IM_CHECK_EQ(block(), 128u);
    });
}

TEST_P(UiTest, ThemeSwitchesLiveFromTheMenu) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(app.workbench().look.theme.dark);
        context->SetRef("###top_bar");
        context->MenuClick("View/Light theme");
        context->Yield(2);
        IM_CHECK(!app.workbench().look.theme.dark);
        IM_CHECK_EQ(ImGui::GetStyle().Colors[ImGuiCol_WindowBg].x, to_vec4(theme_of(ThemeName::light).panel).x);
    });
}

TEST_F(ShellTest, ZoomByKeysKeepsToItsLimits) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Equal);
        context->Yield(2);
        IM_CHECK_GT(app.workbench().look.scale, 1.05f);
        context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Equal, 20);
        context->Yield(2);
        IM_CHECK_EQ(app.workbench().settings.zoom, kLargestZoom);
        context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_0);
        context->Yield(2);
        IM_CHECK_EQ(app.workbench().look.scale, 1.0f);
    });
}

TEST_P(UiTest, EveryLayoutAtEveryZoomShowsItsPanels) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        for (const LayoutName layout : {LayoutName::code, LayoutName::present, LayoutName::study})
            for (const float zoom : {0.75f, 2.0f, 3.0f, 1.0f}) {
                app.workbench().post(ask::UseLayout{layout});
                app.workbench().post(ask::Zoom{zoom});
                context->Yield(6);
                if (layout == LayoutName::present)  // its page, and a view where the page has one
                    IM_CHECK(app.workbench().panel_rects.contains("present"));
                else
                    IM_CHECK_GE(app.workbench().panel_rects.size(), size_t{2});
                for (const auto& [name, rect] : app.workbench().panel_rects) {
                    IM_CHECK_GE(rect[0], 0.0f);
                    IM_CHECK_GE(rect[1], 0.0f);
                    IM_CHECK_LE(rect[0] + rect[2], 1281.0f);
                    IM_CHECK_LE(rect[1] + rect[3], 801.0f);
                }
            }
    });
}

TEST_F(ShellTest, ResetLayoutBringsClosedPanelsBack) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.state().shown["timings"] = false;
        context->Yield(4);
        IM_CHECK(!app.workbench().panel_rects.contains("timings") ||
                 !is_shown({app.workbench(), app.state()}, *find_view("timings")));
        context->SetRef("###top_bar");
        context->MenuClick("View/Reset layout");
        context->Yield(6);
        IM_CHECK(is_shown({app.workbench(), app.state()}, *find_view("timings")));
        IM_CHECK(app.workbench().panel_rects.contains("timings"));
    });
}

TEST_F(ShellTest, PaletteFindsAndRunsACommand) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P);
        context->Yield(3);
        IM_CHECK(app.state().palette_open);
        context->KeyChars("high-contrast");
        context->Yield(2);
        context->KeyPress(ImGuiKey_Enter);
        context->Yield(3);
        IM_CHECK_EQ(app.workbench().settings.theme, ThemeName::high_contrast);
        IM_CHECK(!app.state().palette_open);
    });
}

TEST_F(ShellTest, WelcomePageOpensALesson) {
    AppOptions options = with_lesson("");
    run(options, [](ImGuiTestContext* context, App& app) {
        IM_CHECK(app.workbench().lesson == nullptr);
        IM_CHECK(!app.workbench().lessons.course.lessons.empty());
        const Lesson& first = app.workbench().lessons.course.lessons.front();
        IM_CHECK(shows(context, "Start with lesson 1"));
        IM_CHECK(shows(context, first.title));
        context->ItemClick("//###welcome/**/###continue_lesson");
        context->Yield(3);
        IM_CHECK(app.workbench().lesson == &first);
    });
}

TEST_P(UiTest, PictureOfAPanelIsSavedWithItsParameters) {
    std::filesystem::create_directories(home.path() / "Pictures");
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::SavePicture{"thread_grid"});
        context->Yield(8);
        IM_CHECK(!app.workbench().messages.empty());
    });
    if (IsSkipped()) return;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(home.path() / "Pictures"))
        if (entry.is_regular_file()) files.push_back(entry.path());
    if (GetParam() == gl::HostKind::null) {
        EXPECT_TRUE(files.empty()) << "the null host draws nothing and must say so";
        return;
    }
    ASSERT_EQ(files.size(), 1u);
    const auto picture = read_png(files.front());
    ASSERT_TRUE(picture.has_value()) << picture.error().text();
    EXPECT_GT(picture->image.width, 200);
    EXPECT_LT(picture->image.width, 1280);
    const auto about = std::ranges::find(picture->texts, std::string("warpwise"), &std::pair<std::string, std::string>::first);
    ASSERT_NE(about, picture->texts.end());
    EXPECT_NE(about->second.find("\"lesson\":\"indexing_1d\""), std::string::npos);
}

}  // namespace
}  // namespace warpwise::ui
