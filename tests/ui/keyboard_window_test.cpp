// The window without a mouse.
#include <imgui_internal.h>

#include <set>
#include <string>

#include "ui_test.h"

namespace warpwise::ui {
namespace {

constexpr int longest_walk = 200;

class KeyboardWindowTest : public WindowTest {};

TEST_F(KeyboardWindowTest, TabReachesEveryControlOfTheLaunchPanel) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"launch"});
        context->Yield(6);
        std::set<ImGuiID> reached;
        for (int i = 0; i < longest_walk; ++i) {
            context->KeyPress(ImGuiKey_Tab);
            reached.insert(ImGui::GetCurrentContext()->NavId);
        }
        const char* const controls[] = {"**/presets/Right",
                                        "**/presets/threadIdx.x alone",
                                        "**/presets/Sum of three",
                                        "**/presets/No guard",
                                        "**/presets/No guard, and lucky",
                                        "**/###undo",
                                        "**/###redo",
                                        "**/n/Elements n/##value",
                                        "**/n/Elements n/##slider",
                                        "**/dtype/choice/f32",
                                        "**/dtype/choice/i64",
                                        "**/block.x/##value",
                                        "**/block.x/##slider",
                                        "**/grid.x/##value",
                                        "**/grid.x/##slider",
                                        "**/###run_on_emulated",
                                        "**/###run_on_cpu-serial",
                                        "**/###Run",
                                        "**/###sweep_launch",
                                        "**/Run on every change##launch"};
        context->SetRef("//###launch");
        for (const char* control : controls) {
            const ImGuiTestItemInfo item = context->ItemInfo(control);
            IM_CHECK_SILENT(item.ID != 0);
            if (!reached.contains(item.ID)) ADD_FAILURE() << "Tab never comes to " << control;
        }
    });
}

TEST_F(KeyboardWindowTest, ArrowsWalkThroughPresetsAndEnterChoosesOne) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"launch"});
        context->Yield(6);
        context->NavMoveTo("//###launch/**/presets/Right");
        context->KeyPress(ImGuiKey_RightArrow);
        context->KeyPress(ImGuiKey_Enter);
        context->Yield(3);
        IM_CHECK_EQ(app.workbench().draft.request.kernel, "thread_only");
    });
}

TEST_F(KeyboardWindowTest, TheThreadGridIsWalkedByArrows) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        bench.post(ask::FocusView{"thread_grid"});
        context->Yield(6);
        context->NavMoveTo("//###thread_grid/**/##thread_grid_canvas");
        context->Yield(2);
        context->KeyPress(ImGuiKey_RightArrow);
        IM_CHECK(bench.pointing.chosen_thread.has_value());
        const std::uint64_t first = *bench.pointing.chosen_thread;
        context->KeyPress(ImGuiKey_RightArrow);
        IM_CHECK_EQ(*bench.pointing.chosen_thread, first + 1);
        context->KeyPress(ImGuiKey_DownArrow);
        IM_CHECK_EQ(*bench.pointing.chosen_thread, first + 33);
    });
}

TEST_F(KeyboardWindowTest, HelpOpensAndClosesByF1) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiKey_F1);
        context->Yield(3);
        IM_CHECK(app.state().help_open);
        IM_CHECK(shows(context, "Ctrl+Shift+P"));
        context->KeyPress(ImGuiKey_F1);
        context->Yield(2);
        IM_CHECK(!app.state().help_open);
    });
}

TEST_F(KeyboardWindowTest, PresentByF11AndBack) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiKey_F11);
        context->Yield(6);
        IM_CHECK_EQ(app.workbench().settings.layout, LayoutName::present);
        IM_CHECK_EQ(app.workbench().look.theme_name, ThemeName::high_contrast);
        context->KeyPress(ImGuiKey_F11);
        context->Yield(6);
        IM_CHECK_EQ(app.workbench().settings.layout, LayoutName::study);
        IM_CHECK_EQ(app.workbench().look.theme_name, ThemeName::dark);
    });
}

}  // namespace
}  // namespace warpwise::ui
