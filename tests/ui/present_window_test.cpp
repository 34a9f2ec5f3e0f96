// Present as a lecturer uses it: pages by a clicker, large type, questions, one control, and out again.
#include <imgui_internal.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "lesson/scenes.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/present/present.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class PresentWindowTest : public WindowTest {
  protected:
    static AppOptions projected(const std::string& lesson, gl::HostKind host = gl::HostKind::null) {
        AppOptions options = with_lesson(lesson, host);
        options.host.size = {1024, 768};
        return options;
    }
    static PresentState& enter(ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::UseLayout{LayoutName::present});
        context->Yield(6);
        return app.workbench().state<PresentState>();
    }
    // Goes to the first step that fits.
    template <typename Fits>
    static bool go_to(ImGuiTestContext* context, PresentState& state, Fits fits) {
        const auto found = std::ranges::find_if(state.steps, fits);
        if (found == state.steps.end()) return false;
        state.at = static_cast<std::size_t>(found - state.steps.begin());
        context->Yield(4);
        return true;
    }
};

// The smallest type of the last frame: every size in which glyphs were asked for.
float smallest_type() {
    const ImFontAtlasBuilder& builder = *ImGui::GetIO().Fonts->Builder;
    float smallest = std::numeric_limits<float>::max();
    for (int i = 0; i < builder.BakedPool.Size; ++i)
        if (const ImFontBaked& baked = builder.BakedPool[i]; !baked.WantDestroy && baked.LastUsedFrame >= builder.FrameCount - 1)
            smallest = std::min(smallest, baked.Size);
    return smallest;
}

TEST_F(PresentWindowTest, EveryPageHasLargeTypeAndStaysInItsPlace) {
    for (const char* lesson : {"first_kernel", "indexing_1d", "crossover"}) {
        run(projected(lesson), [&](ImGuiTestContext* context, App& app) {
            const PresentState& state = enter(context, app);
            IM_CHECK_GE(state.steps.size(), size_t{4});
            for (std::size_t i = 0; i < state.steps.size(); ++i) {
                IM_CHECK_EQ(state.at, i);
                context->Yield(4);
                IM_CHECK_GE(smallest_type(), 22.0f);
                for (const auto& [name, rect] : app.workbench().panel_rects) {
                    IM_CHECK_GE(rect[0], 0.0f);
                    IM_CHECK_LE(rect[0] + rect[2], 1025.0f);
                    IM_CHECK_LE(rect[1] + rect[3], 769.0f);
                }
                context->KeyPress(ImGuiKey_PageDown);
                context->Yield(2);
            }
        });
    }
}

// What is said before a question shrinks with it: the answer's button is on the page.
TEST_F(PresentWindowTest, AQuestionBelowItsParagraphNeedsNoScrolling) {
    run(projected("cold_and_warm"), [](ImGuiTestContext* context, App& app) {
        PresentState& state = enter(context, app);
        IM_CHECK(
            go_to(context, state, [](const PresentStep& step) { return step.kind == StepKind::question && !step.lead.empty(); }));
        context->Yield(12);
        const ImGuiWindow* page = nullptr;
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->Active && std::string_view(window->Name).find("##page") != std::string_view::npos) page = window;
        IM_CHECK(page != nullptr);
        IM_CHECK_EQ(page->ScrollMax.y, 0.0f);
    });
}

// The kernel that adds one number after another has one thread; the block's parameter would do nothing.
TEST_F(PresentWindowTest, TheBarOffersTheBlockOnlyWhereItCounts) {
    run(projected("sum_order"), [](ImGuiTestContext* context, App& app) {
        PresentState& state = enter(context, app);
        const auto kind_of_control = [&] { return app.workbench().lesson->parameters.at(state.control).kind; };
        IM_CHECK(kind_of_control() == ParameterKind::size);
        app.workbench().post(ask::ApplyPreset{"Atomics"});
        context->Yield(4);
        IM_CHECK(kind_of_control() == ParameterKind::block);
    });
}

TEST_F(PresentWindowTest, ARestingPointerPointsAtNothing) {
    run(projected("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        PresentState& state = enter(context, app);
        const auto& hovered = app.workbench().pointing.hovered_thread;
        IM_CHECK(go_to(context, state, [](const PresentStep& step) { return step.view == "thread_grid"; }));
        context->MouseMove("//###present/**/##threads");
        context->Yield(3);
        IM_CHECK(hovered.has_value());
        // the next scene's own thread is shown, whatever lies below the pointer by chance
        const std::size_t at = state.at;
        state.at = at == 0 ? at + 1 : at - 1;
        context->Yield(4);
        state.at = at;
        context->Yield(4);
        IM_CHECK(!hovered.has_value());
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        context->MouseMoveToPos({mouse.x + 5, mouse.y});
        context->Yield(2);
        IM_CHECK(hovered.has_value());
        state.pointer_moved_s -= 3;  // as if it had rested so long
        context->Yield(3);
        IM_CHECK(!hovered.has_value());
    });
}

const ImGuiWindow* page_window() {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && window->ParentWindow != nullptr && std::string_view(window->ParentWindow->Name) == "###present" &&
            std::string_view(window->Name).contains("##page"))
            return window;
    return nullptr;
}

TEST_F(PresentWindowTest, TextIsAsLargeAsItsPageHasRoom) {
    run(projected("transfers"), [](ImGuiTestContext* context, App& app) {
        PresentState& state = enter(context, app);
        int long_and_large = 0;
        for (std::size_t i = 0; i < state.steps.size(); ++i) {
            if (state.steps[i].kind != StepKind::page || !state.steps[i].view.empty()) continue;
            state.at = i;
            context->Yield(12);
            const ImGuiWindow* const page = page_window();
            IM_CHECK(page != nullptr);
            if (state.text_factor > 1) IM_CHECK_LE(page->ScrollMax.y, 0.0f);
            if (state.text_factor > 1.15f && rows_of_text(state.steps[i].text) > 5) ++long_and_large;
        }
        IM_CHECK_GT(long_and_large, 0);
    });
}

// The numbers below the array are drawn by hand: its bar says where they end.
TEST_F(PresentWindowTest, TheNumbersBelowTheArrayAreWhole) {
    for (const gl::Size size : {gl::Size{1024, 768}, {1280, 800}, {1920, 1080}})
        for (const char* lesson : {"first_kernel", "indexing_1d"}) {
            AppOptions options = projected(lesson);
            options.host.size = size;
            run(options, [&](ImGuiTestContext* context, App& app) {
                PresentState& state = enter(context, app);
                IM_CHECK(go_to(context, state, [](const PresentStep& step) { return step.view == "thread_grid"; }));
                for (const int blocks : {4, 6}) {
                    app.workbench().draft.request.grid = Dim3{static_cast<std::uint32_t>(blocks), 1, 1};
                    app.workbench().post(ask::TakeDraft{});
                    context->Yield(4);
                    const ImGuiTestItemInfo strip = context->ItemInfo("//###present/**/##array_strip");
                    IM_CHECK(strip.ID != 0);
                    const float numbers_end = strip.RectFull.Max.y + app.workbench().look.px(6 + 1.2f * Fonts::kSmall);
                    EXPECT_LE(numbers_end, strip.Window->InnerClipRect.Max.y)
                        << lesson << ", " << size.width << " x " << size.height << ", " << blocks << " blocks";
                }
            });
        }
}

TEST_F(PresentWindowTest, TheMeasureOfTypeSeesSmallType) {
    run(projected("first_kernel"), [](ImGuiTestContext* context, App&) {
        context->Yield(4);
        IM_CHECK_LT(smallest_type(), 22.0f);  // Study has smaller type
    });
}

TEST_F(PresentWindowTest, AClickerGoesOnAndBack) {
    run(projected("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        const PresentState& state = enter(context, app);
        IM_CHECK_EQ(state.at, size_t{0});
        context->KeyPress(ImGuiKey_PageUp);
        context->Yield(2);
        IM_CHECK_EQ(state.at, size_t{0});
        context->KeyPress(ImGuiKey_PageDown);
        context->KeyPress(ImGuiKey_PageDown);
        context->Yield(2);
        IM_CHECK_EQ(state.at, size_t{2});
        context->KeyPress(ImGuiKey_PageUp);
        context->Yield(2);
        IM_CHECK_EQ(state.at, size_t{1});
        context->ItemClick("//###present/###next");
        context->Yield(2);
        IM_CHECK_EQ(state.at, size_t{2});
        context->ItemClick("//###present/###back");
        context->Yield(2);
        IM_CHECK_EQ(state.at, size_t{1});
        context->KeyPress(ImGuiKey_PageDown, 60);
        context->Yield(2);
        IM_CHECK_EQ(state.at, state.steps.size() - 1);
    });
}

// Each scene of indexing_1d sets its kernel and its values, from whichever side it is reached.
TEST_F(PresentWindowTest, AClickerStepsThroughTheScenes) {
    run(projected("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        const PresentState& state = enter(context, app);
        Workbench& bench = app.workbench();
        const Lesson& lesson = *bench.lesson;
        IM_CHECK_EQ(state.steps.size(), lesson.scenes.size());
        const auto is_set = [&](std::size_t number) {
            const SceneLaunch set = scene_launch(lesson, number);
            return bench.draft.request.kernel == set.kernel && bench.draft.request.parameters == set.values &&
                   bench.pointing.chosen_thread == lesson.scenes[number].focus;
        };
        for (std::size_t i = 0; i < lesson.scenes.size(); ++i) {
            IM_CHECK(wait_until(context, [&] { return state.at == i && is_set(i); }));
            if (lesson.scenes[i].run) {
                wait_for_runs(context, app);
                const RunRecord* record = bench.results.latest(DeviceKind::emulated);
                IM_CHECK(record != nullptr);
                IM_CHECK_STR_EQ(record->request.kernel.c_str(), bench.draft.request.kernel.c_str());
            }
            context->KeyPress(ImGuiKey_PageDown);
            context->Yield(2);
        }
        for (std::size_t i = lesson.scenes.size() - 1; i > 0; --i) {
            context->KeyPress(ImGuiKey_PageUp);
            IM_CHECK(wait_until(context, [&] { return state.at == i - 1 && is_set(i - 1); }));
        }
    });
}

// What a class is asked is not shown before it has answered.
TEST_F(PresentWindowTest, ASceneThatRunsNothingShowsNoResult) {
    run(projected("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        enter(context, app);
        Workbench& bench = app.workbench();
        bench.post(ask::Run{});
        wait_for_runs(context, app);
        context->KeyPress(ImGuiKey_PageDown);
        context->KeyPress(ImGuiKey_PageDown);  // a question: another kernel
        context->Yield(4);
        wait_for_runs(context, app);
        IM_CHECK_STR_EQ(bench.draft.request.kernel.c_str(), "thread_only");
        IM_CHECK(bench.results.latest(DeviceKind::emulated) == nullptr);
    });
}

TEST_F(PresentWindowTest, TheArrowKeysOfAClickerStepToo) {
    run(projected("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        const PresentState& state = enter(context, app);
        context->ItemClick("//###present/###next");
        context->Yield(2);
        IM_CHECK_EQ(state.at, size_t{1});
        context->KeyPress(ImGuiKey_RightArrow);
        context->Yield(2);
        IM_CHECK_EQ(state.at, size_t{2});
        context->KeyPress(ImGuiKey_LeftArrow);
        context->KeyPress(ImGuiKey_LeftArrow);
        context->Yield(2);
        IM_CHECK_EQ(state.at, size_t{0});
    });
}

TEST_F(PresentWindowTest, ThereAreNoMenusAndNoTabs) {
    run(projected("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        enter(context, app);
        const ImGuiWindow* const bar = context->GetWindowByRef("//###top_bar");
        IM_CHECK(bar == nullptr || !bar->Active);
        for (const View& view : all_views()) {
            const ImGuiWindow* const window = ImGui::FindWindowByName(window_name(view).c_str());
            IM_CHECK(window == nullptr || !window->Active);
        }
    });
}

TEST_F(PresentWindowTest, LeavingBringsBackLayoutZoomAndTheme) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.post(ask::UseLayout{LayoutName::code});
        bench.post(ask::Zoom{1.3f});
        bench.post(ask::UseTheme{ThemeName::light});
        context->Yield(12);  // the first tabs are in front
        const auto before = bench.panel_rects;
        for (const bool by_key : {true, false}) {
            context->KeyPress(ImGuiKey_F11);
            context->Yield(6);
            IM_CHECK_EQ(bench.settings.layout, LayoutName::present);
            IM_CHECK_EQ(bench.look.theme_name, by_key ? ThemeName::high_contrast : ThemeName::dark);  // as it was left
            bench.post(ask::Zoom{1.1f});
            bench.post(ask::UseTheme{ThemeName::dark});
            context->Yield(3);
            IM_CHECK_EQ(bench.look.theme_name, ThemeName::dark);
            if (by_key)
                context->KeyPress(ImGuiKey_Escape);
            else
                context->ItemClick("//###present/###leave_present");
            context->Yield(8);
            IM_CHECK_EQ(bench.settings.layout, LayoutName::code);
            IM_CHECK_EQ(bench.settings.zoom, 1.3f);
            IM_CHECK_EQ(bench.look.theme_name, ThemeName::light);
            IM_CHECK(bench.panel_rects == before);
        }
    });
}

TEST_F(PresentWindowTest, EscapeClosesAPopupFirst) {
    run(projected("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        enter(context, app);
        context->KeyPress(ImGuiKey_F1);
        context->Yield(3);
        IM_CHECK(app.state().help_open);
        context->KeyPress(ImGuiKey_Escape);
        context->Yield(3);
        IM_CHECK_EQ(app.workbench().settings.layout, LayoutName::present);
    });
}

TEST_F(PresentWindowTest, AQuestionIsAnsweredAndRun) {
    run(projected("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        PresentState& state = enter(context, app);
        Workbench& bench = app.workbench();
        IM_CHECK(go_to(context, state, [](const PresentStep& step) { return step.kind == StepKind::question; }));
        const Prediction* const asked = find_prediction(*bench.lesson, state.steps[state.at].prediction);
        IM_CHECK(asked != nullptr);
        context->ItemClick("//###present/**/answer_1");
        IM_CHECK(!committed_answer(bench, *asked));
        context->ItemClick("//###present/Commit and run");
        wait_for_runs(context, app);
        IM_CHECK_EQ(committed_answer(bench, *asked).value_or(-1), 1);
        IM_CHECK(shows(context, "You predicted"));
        context->ItemClick("//###present/Ask again");
        context->Yield(2);
        IM_CHECK(!committed_answer(bench, *asked));
    });
}

TEST_F(PresentWindowTest, ACurveIsDrawnOnThePageThatAsksForIt) {
    run(projected("bank_conflicts"), [](ImGuiTestContext* context, App& app) {
        PresentState& state = enter(context, app);
        Workbench& bench = app.workbench();
        IM_CHECK(go_to(context, state, [&](const PresentStep& step) {
            const Prediction* asked = step.kind == StepKind::question ? find_prediction(*bench.lesson, step.prediction) : nullptr;
            return asked != nullptr && asked->asks_sketch();
        }));
        const std::string prediction = state.steps[state.at].prediction;
        context->Yield(4);
        const ImRect canvas = context->ItemInfo("//###present/**/##sketch_canvas").RectFull;
        IM_CHECK_GT(canvas.GetHeight(), 150.0f);
        context->MouseMoveToPos({canvas.Min.x + 3, canvas.Min.y + 20});
        context->MouseDown();
        context->MouseMoveToPos({canvas.Min.x + canvas.GetWidth() / 4, canvas.Max.y - 20});
        context->MouseMoveToPos({canvas.Max.x - 3, canvas.Max.y - 20});
        context->MouseUp();
        context->Yield(2);
        context->ItemClick("//###present/**/Commit and sweep##prediction");
        wait_for_runs(context, app);
        context->Yield(4);
        IM_CHECK(!bench.lessons.progress["bank_conflicts"].sketches.at(prediction).empty());
        IM_CHECK(bench.results.sweep.has_value());
        keep_picture(context, app, "present_sketch");
    });
}

TEST_F(PresentWindowTest, TheBarRunsChoosesAPresetAndSetsOneControl) {
    run(projected("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        PresentState& state = enter(context, app);
        Workbench& bench = app.workbench();
        IM_CHECK(go_to(context, state, [](const PresentStep& step) { return step.view == "thread_grid"; }));
        context->ItemClick("//###present/###run");
        wait_for_runs(context, app);
        IM_CHECK(bench.results.latest(DeviceKind::emulated) != nullptr);
        context->ItemClick("//###present/###presets");
        context->ItemClick("//$FOCUSED/threadIdx.x alone");
        wait_for_runs(context, app);
        IM_CHECK_EQ(bench.draft.request.kernel, "thread_only");
        const std::size_t before = state.control;
        context->ItemClick("//###present/##next_control");
        context->Yield(2);
        IM_CHECK_NE(state.control, before);
    });
}

TEST_F(PresentWindowTest, TheArrowKeysChooseAThread) {
    run(projected("indexing_1d", gl::HostKind::egl), [](ImGuiTestContext* context, App& app) {
        PresentState& state = enter(context, app);
        IM_CHECK(go_to(context, state, [](const PresentStep& step) { return step.view == "thread_grid"; }));
        context->ItemClick("//###present/**/##threads");
        const auto chosen = app.workbench().pointing.chosen_thread;
        IM_CHECK(chosen.has_value());
        context->MouseMoveToPos({4, 4});
        context->KeyPress(ImGuiKey_RightArrow);
        context->Yield(2);
        IM_CHECK_EQ(app.workbench().pointing.chosen_thread.value_or(0), *chosen + 1);
        IM_CHECK_GE(smallest_type(), 22.0f);
    });
}

TEST_F(PresentWindowTest, BAndFullStopBlankTheScreenUntilAnyKey) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.post(ask::UseLayout{LayoutName::present});
        context->Yield(8);
        wait_for_runs(context, app);  // of the first page's scene
        const std::size_t page = bench.state<PresentState>().at;
        for (const ImGuiKey blanks : {ImGuiKey_B, ImGuiKey_Period})
            for (const ImGuiKey back : {ImGuiKey_PageDown, ImGuiKey_Escape, ImGuiKey_F5, ImGuiKey_B, ImGuiKey_Space}) {
                context->KeyPress(blanks);
                context->Yield(2);
                EXPECT_TRUE(present_is_blank(bench));
                EXPECT_EQ(text_on_screen(context).find("Leave"), std::string::npos);
                if (blanks == ImGuiKey_B && back == ImGuiKey_PageDown) keep_picture(context, app, "present_blank");
                context->KeyPress(back);
                context->Yield(3);
                EXPECT_FALSE(present_is_blank(bench)) << ImGui::GetKeyName(back);
                EXPECT_EQ(bench.settings.layout, LayoutName::present) << ImGui::GetKeyName(back);
                EXPECT_EQ(bench.state<PresentState>().at, page) << ImGui::GetKeyName(back) << " did more than bring the page back";
                EXPECT_FALSE(app.busy());
            }
        EXPECT_TRUE(shows(context, "Leave"));
    });
}

}  // namespace
}  // namespace warpwise::ui
