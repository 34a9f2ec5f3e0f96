// Escape, Alt+Right, the palette, menus and tooltips: what a learner expects of every window.
#include <imgui_internal.h>

#include <algorithm>
#include <string>

#include "ui/shell/menu.h"
#include "ui/timing/recordings_window.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class KeysWindowTest : public WindowTest {};

bool any_tooltip() {
    return std::ranges::any_of(ImGui::GetCurrentContext()->Windows, [](const ImGuiWindow* window) {
        return window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_Tooltip) != 0;
    });
}

TEST_F(KeysWindowTest, EscapeClosesEveryOverlayWhereverTheFocusIs) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        ShellState& state = app.state();
        bool& recordings = app.workbench().state<RecordingsWindowState>().open;
        for (bool* open : {&state.help_open, &state.about_open, &state.devices_open, &state.palette_open, &state.open_lesson.open,
                           &recordings}) {
            *open = true;
            context->Yield(4);
            if (open != &state.palette_open) {  // which closes by itself when the focus goes
                context->WindowFocus("//###lesson");
                context->Yield(2);
            }
            EXPECT_TRUE(*open);
            context->KeyPress(ImGuiKey_Escape);
            context->Yield(2);
            EXPECT_FALSE(*open);
        }
    });
}

TEST_F(KeysWindowTest, EscapeClosesOneOverlayAtATimeTheFrontOneFirst) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.state().about_open = true;
        context->Yield(3);
        app.state().help_open = true;
        context->Yield(3);
        context->KeyPress(ImGuiKey_Escape);
        context->Yield(2);
        EXPECT_FALSE(app.state().help_open);
        EXPECT_TRUE(app.state().about_open);
        context->KeyPress(ImGuiKey_Escape);
        context->Yield(2);
        EXPECT_FALSE(app.state().about_open);
    });
}

TEST_F(KeysWindowTest, EscapeClosesMenusAndPopups) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App&) {
        const auto any_popup = [] {
            return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
        };
        context->SetRef("###top_bar");
        context->MenuClick("View");
        context->Yield(2);
        EXPECT_TRUE(any_popup());
        context->KeyPress(ImGuiKey_Escape);
        context->Yield(3);
        EXPECT_FALSE(any_popup());
    });
}

TEST_F(KeysWindowTest, EscapeLeavesARunAloneWhileItClosesAnOverlay) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().draft.edited_source["right"] =
            "template <typename T>\n__global__ void vector_add(const T* a, const T* b, T* c, int n) {\n    for (int i = 1; i != 0; "
            "i += 2);\n}\n";
        context->KeyPress(ImGuiKey_F5);
        IM_CHECK(wait_until(context, [&] { return app.workbench().results.status.busy; }));
        app.state().help_open = true;
        context->Yield(3);
        context->KeyPress(ImGuiKey_Escape);
        context->Yield(3);
        EXPECT_FALSE(app.state().help_open);
        EXPECT_TRUE(app.busy());
        context->KeyPress(ImGuiKey_Escape);
        IM_CHECK(wait_until(context, [&] { return !app.busy(); }));
    });
}

TEST_F(KeysWindowTest, AltRightIsTheNextLessonFromAFieldAnEditorAndASlider) {
    run(with_lesson("first_kernel"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        const auto next = [&](const char* from) {
            const std::string before = bench.lesson->id;
            context->KeyPress(ImGuiMod_Alt | ImGuiKey_RightArrow);
            context->Yield(12);
            EXPECT_NE(bench.lesson->id, before) << "from " << from;
            context->KeyPress(ImGuiMod_Alt | ImGuiKey_LeftArrow);
            context->Yield(12);
            EXPECT_EQ(bench.lesson->id, before) << "back, after " << from;
        };
        next("nowhere");
        context->ItemInput("//###launch/**/block.x/##value");
        context->Yield(2);
        EXPECT_TRUE(ImGui::GetIO().WantTextInput);
        next("a field");
        context->NavMoveTo("//###launch/**/block.x/##slider");
        next("a slider");
        bench.post(ask::FocusView{"source"});
        context->Yield(6);
        const auto [x, y, width, height] = bench.panel_rects.at("source");
        context->MouseMoveToPos({x + width * 0.5f, y + height * 0.6f});
        context->MouseClick();
        context->Yield(2);
        next("the editor");
    });
}

TEST_F(KeysWindowTest, ThePaletteBeginsWithWhatIsUsed) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        const auto choose = [&](const char* typed) {
            context->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P);
            context->Yield(3);
            context->KeyChars(typed);
            context->Yield(2);
            context->KeyPress(ImGuiKey_Enter);
            context->Yield(4);
            EXPECT_FALSE(app.state().palette_open);
        };
        choose("light theme");
        EXPECT_EQ(app.workbench().settings.theme, ThemeName::light);
        choose("dark theme");
        choose("light theme");
        choose("dark theme");
        choose("dark theme");
        EXPECT_EQ(app.workbench().settings.theme, ThemeName::dark);
        app.workbench().settings.theme = ThemeName::high_contrast;
        choose("");  // the first of the list: chosen three times
        EXPECT_EQ(app.workbench().settings.theme, ThemeName::dark);
        app.workbench().settings.theme = ThemeName::high_contrast;
        context->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P);
        context->Yield(3);
        context->KeyPress(ImGuiKey_DownArrow);  // the second
        context->KeyPress(ImGuiKey_Enter);
        context->Yield(4);
        EXPECT_EQ(app.workbench().settings.theme, ThemeName::light);
    });
}

TEST_F(KeysWindowTest, NoTooltipCoversASliderThatIsDragged) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App&) {
        context->MouseMove("//###launch/**/block.x/##slider");
        context->SleepNoSkip(1.0f, 0.05f);
        EXPECT_TRUE(any_tooltip()) << "a slider at rest explains itself";
        context->MouseDown();
        for (int frame = 0; frame < 60; ++frame) {
            context->Yield();
            if (frame > 2) EXPECT_FALSE(any_tooltip());
        }
        context->MouseUp();
    });
}

TEST_F(KeysWindowTest, ATooltipGoesWhenItsItemIsPressedAndComesAgainWithTheMouse) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App&) {
        constexpr const char* box = "//###launch/**/Run on every change##launch";
        context->MouseMove(box);
        context->SleepNoSkip(1.0f, 0.05f);
        EXPECT_TRUE(any_tooltip());
        context->MouseClick();
        context->SleepNoSkip(1.0f, 0.05f);
        EXPECT_FALSE(any_tooltip()) << "it covers what the press brought";
        context->MouseMove("//###launch/**/###Run");
        context->MouseMove(box);
        context->SleepNoSkip(1.0f, 0.05f);
        EXPECT_TRUE(any_tooltip());
    });
}

TEST_F(KeysWindowTest, TheMenusPartsBeginWithCommandsThatExist) {
    for (const MenuPart& part : menu_parts())
        EXPECT_TRUE(std::ranges::any_of(all_commands(), [&](const Command& command) { return part.first == command.name; }))
            << part.first;
}

}  // namespace
}  // namespace warpwise::ui
