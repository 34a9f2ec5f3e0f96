// The window without a mouse.
#include <imgui_internal.h>

#include <iterator>
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

// A learner without a mouse, from the first sight of the program to the second lesson.
TEST_F(KeyboardWindowTest, FromTheWelcomePageToTheSecondLessonByKeysAlone) {
    run(with_lesson(""), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        const auto& lessons = bench.lessons.course.lessons;
        const auto& gui = *ImGui::GetCurrentContext();
        const auto label = [&] {
            return gui.NavId != 0 ? std::string(context->ItemInfo(gui.NavId, ImGuiTestOpFlags_NoError).DebugLabel) : std::string();
        };
        for (int i = 0; i < longest_walk && !label().starts_with("Start"); ++i) context->KeyPress(ImGuiKey_Tab);
        EXPECT_TRUE(label().starts_with("Start")) << "Tab does not come to the button that starts the course";
        context->KeyPress(ImGuiKey_Enter);
        context->Yield(3);
        ASSERT_NE(bench.lesson, nullptr);
        EXPECT_EQ(bench.lesson->id, lessons.front().id);
        context->Yield(12);
        // Tab goes on from the lesson's panel, at once
        context->KeyPress(ImGuiKey_Tab);
        context->Yield(2);
        EXPECT_NE(gui.NavId, 0u) << "Tab is dead after a lesson opened";
        EXPECT_TRUE(gui.NavCursorVisible);
        const ImGuiID first = gui.NavId;
        context->KeyPress(ImGuiKey_Tab);
        context->Yield(2);
        EXPECT_NE(gui.NavId, first);
        // and reaches the link to the next lesson
        const ImGuiID next = context->GetID(("//###lesson/" + bench.lesson->id + "/Next lesson##lesson").c_str());
        for (int i = 0; i < longest_walk && gui.NavId != next; ++i) context->KeyPress(ImGuiKey_Tab);
        EXPECT_EQ(gui.NavId, next) << "Tab does not come to the button of the next lesson";
        context->KeyPress(ImGuiKey_Enter);
        EXPECT_EQ(bench.lesson->id, std::next(lessons.begin())->id);
        context->Yield(12);
        context->KeyPress(ImGuiKey_Tab);
        context->Yield(2);
        EXPECT_NE(gui.NavId, 0u) << "Tab is dead after the second lesson opened";
    });
}

// Cards are the ground of controls, not something to press.
TEST_F(KeyboardWindowTest, TabGoesToControlsAndNotToCards) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        for (const char* panel : {"lesson", "result", "launch"}) {
            app.workbench().post(ask::FocusView{panel});
            context->Yield(8);
            std::set<ImGuiID> reached;
            for (int i = 0; i < 60; ++i) {
                context->KeyPress(ImGuiKey_Tab);
                reached.insert(ImGui::GetCurrentContext()->NavId);
            }
            reached.erase(0);
            EXPECT_GT(reached.size(), 1u) << panel;
            for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
                if (window->ChildId != 0 && reached.contains(window->ChildId)) ADD_FAILURE() << "Tab stops at " << window->Name;
        }
    });
}

// As a window gets it. (The engine drops what it has not marked.)
void key_event(ImGuiKey key, bool down) {
    ImGui::GetIO().AddKeyEvent(key, down);
    ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
    if (!queue.empty()) queue.back().AddedByTestEngine = true;
}

// While a frame takes long, all of a tap's events are there before the next: also when the modifier goes up first.
TEST_F(KeyboardWindowTest, AChordThatIsTappedKeepsItsModifier) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        const std::string second = app.workbench().lesson->id;
        for (const bool modifier_goes_first : {false, true}) {
            key_event(ImGuiMod_Alt, true);
            key_event(ImGuiKey_LeftAlt, true);
            context->Yield(2);
            key_event(ImGuiKey_LeftArrow, true);
            if (!modifier_goes_first) key_event(ImGuiKey_LeftArrow, false);
            key_event(ImGuiMod_Alt, false);
            key_event(ImGuiKey_LeftAlt, false);
            if (modifier_goes_first) key_event(ImGuiKey_LeftArrow, false);
            context->Yield(12);
            EXPECT_NE(app.workbench().lesson->id, second) << "Alt+Left was a plain Left";
            EXPECT_EQ(ImGui::GetIO().KeyMods, ImGuiMod_None);
            EXPECT_TRUE(ImGui::GetCurrentContext()->InputEventsQueue.empty());
            app.workbench().post(ask::OpenLesson{second});
            context->Yield(12);
        }
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
