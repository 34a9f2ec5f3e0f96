// The debugger's controls and timeline in the window: what is filled, what a fault moves, zoom, hover; the gutter; leaving for
// Study.
#include <algorithm>
#include <string>

#include "scripted_session.h"
#include "ui/debugger/debugger_state.h"
#include "ui/debugger/warp_timeline.h"
#include "ui/source/line_marks.h"
#include "ui/source/source_panel.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class DebuggerTimelineTest : public WindowTest {
  protected:
    const std::shared_ptr<SessionScript> script = std::make_shared<SessionScript>();

    static const DebuggerState& debugger(App& app) { return app.workbench().state<DebuggerState>(); }
    static WarpTimelineState& timeline(App& app) { return app.workbench().state<WarpTimelineState>(); }
    static bool settles(ImGuiTestContext* context, App& app) {
        return wait_until(context, [&] { return !app.busy() && !debugger(app).busy; });
    }
    void run_opened(const Steps& steps, LayoutName layout = LayoutName::code, bool scripted = true) {
        AppOptions options = with_lesson("indexing_1d");
        options.settings = {"block=96", "n=384"};
        options.layout = layout;
        run(options, [&](ImGuiTestContext* context, App& app) {
            if (scripted) use_script(app.workbench(), script);
            app.workbench().post(ask::Debug{.line = {}, .position = {}});
            IM_CHECK(settles(context, app));
            IM_CHECK(debugger(app).is_open());
            context->Yield(10);  // its views are in front
            steps(context, app);
        });
    }
    static ImRect rect_of(ImGuiTestContext* context, const char* item) { return context->ItemInfo(item).RectFull; }
    static constexpr const char* canvas = "//###debugger/**/##warp_timeline_canvas";
};

TEST_F(DebuggerTimelineTest, TheDebuggerTakesTurnsUnlessAnotherOrderIsChosen) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        IM_CHECK(script->opened().front().schedule == Schedule::round_robin);
        context->ItemClick("//###debugger/debugger/##debug_schedule");
        context->ItemClick("//$FOCUSED/By memory request");
        IM_CHECK(settles(context, app));
        IM_CHECK(script->opened().back().schedule == Schedule::by_request);
        context->ItemClick("//###debugger/debugger/##debug_schedule");
        context->ItemClick("//$FOCUSED/One warp after another");
        IM_CHECK(settles(context, app));
        IM_CHECK(script->opened().back().schedule == Schedule::sequential);
        context->ItemClick("//###debugger/**/###debug_more");
        context->ItemClick("//$FOCUSED/##debug_before");
        context->ItemClick("//$FOCUSED/Have run");
        IM_CHECK(settles(context, app));
        IM_CHECK(script->opened().back().before == BlocksBefore::all_run);
    });
}

TEST_F(DebuggerTimelineTest, AfterAFaultStepsForwardsAreOffAndNothingHasMoved) {
    script->fault =
        Fault{.kind = FaultKind::out_of_bounds,
              .line = 6,
              .block = Dim3{0, 0, 0},
              .thread = Dim3{40, 0, 0},
              .message =
                  "writes element 100 of 'c', which has 100 elements, and this sentence goes on for so long that it "
                  "does not fit into one line of the panel, whatever its width may be in this test",
              .hint = "Compare the index with n first: if (i < n). The last block has more threads than elements are left."};
    run_opened([&](ImGuiTestContext* context, App& app) {
        IM_CHECK(wait_until(context, [&] { return debugger(app).overview != nullptr; }));
        context->Yield(3);
        const ImRect before = rect_of(context, canvas), step = rect_of(context, "//###debugger/**/###step");
        context->ItemClick("//###debugger/**/###to_fault");
        IM_CHECK(settles(context, app));
        context->Yield(3);
        IM_CHECK(debugger(app).now->fault.has_value());
        IM_CHECK(shows(context, "Stopped: Out of bounds at line 6"));
        IM_CHECK(shows(context, "To try: "));
        const ImRect after = rect_of(context, canvas), step_after = rect_of(context, "//###debugger/**/###step");
        IM_CHECK_EQ(before.Min.y, after.Min.y);
        IM_CHECK_EQ(before.Max.y, after.Max.y);
        IM_CHECK_EQ(step.Min.x, step_after.Min.x);
        for (const char* id : {"step", "step_into", "step_out", "to_cursor", "to_barrier", "run"})
            IM_CHECK((context->ItemInfo((std::string("//###debugger/**/###") + id).c_str()).ItemFlags & ImGuiItemFlags_Disabled) !=
                     0);
        const std::size_t sent = script->commands().size();
        for (const ImGuiKey key : {ImGuiKey_F10, ImGuiKey_F11, ImGuiKey_F5}) context->KeyPress(key);
        context->Yield(4);
        IM_CHECK_EQ(script->commands().size(), sent);
        IM_CHECK(app.workbench().results.runs.empty());
        context->ItemClick("//###debugger/**/###step_back");
        IM_CHECK(settles(context, app));
        IM_CHECK(!debugger(app).now->fault.has_value());
        context->Yield(3);
        IM_CHECK_EQ(rect_of(context, canvas).Min.y, before.Min.y);
    });
}

TEST_F(DebuggerTimelineTest, TheTimelineZoomsAndShowsTheWholeRun) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        IM_CHECK(wait_until(context, [&] { return debugger(app).overview != nullptr; }));
        context->Yield(3);
        IM_CHECK(!timeline(app).window.has_value());
        context->ItemClick("//###debugger/**/###timeline_zoom_in");
        context->Yield(2);
        IM_CHECK(timeline(app).window.has_value());
        const double zoomed = timeline(app).window->length();
        IM_CHECK_LT(zoomed, 24.0);
        const ImRect bar = rect_of(context, "//###debugger/**/##whole_run");
        context->MouseMoveToPos({bar.Max.x - 4, bar.GetCenter().y});
        context->MouseClick();
        context->Yield(2);
        IM_CHECK_EQ(timeline(app).window->end, 24.0);
        IM_CHECK_EQ(debugger(app).now->position, 0u);  // only the picture moved
        context->MouseMoveToPos(rect_of(context, canvas).GetCenter());
        context->MouseWheelY(2);
        context->Yield(2);
        IM_CHECK_LT(timeline(app).window->length(), zoomed);
        context->ItemClick("//###debugger/**/###timeline_zoom_out");
        context->ItemClick("//###debugger/**/###timeline_fit");
        context->Yield(2);
        IM_CHECK_EQ(timeline(app).window->begin, 0.0);
        IM_CHECK_EQ(timeline(app).window->end, 24.0);
    });
}

TEST_F(DebuggerTimelineTest, HoveringTellsAndAClickGoesToThatWarp) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        IM_CHECK(wait_until(context, [&] { return debugger(app).overview != nullptr; }));
        context->Yield(3);
        const ImRect rows = rect_of(context, canvas);
        const float labels = 84;
        // warp 1 runs positions 4 to 8 of 24
        const ImVec2 there{rows.Min.x + labels + (rows.GetWidth() - labels) * 5.5f / 24, rows.GetCenter().y};
        context->MouseMoveToPos(there);
        context->Yield(40);  // until the tooltip opens
        IM_CHECK(is_on_screen(context, "Warp 1: running"));
        IM_CHECK(is_on_screen(context, "instruction 6 of 24"));
        context->MouseClick();
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(debugger(app).now->position, 5u);
        IM_CHECK_EQ(debugger(app).now->warp, 1u);
    });
}

TEST_F(DebuggerTimelineTest, AClickAnywhereInTheGutterSetsABreakpointAndKeepsTheCursor) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        SourcePanelState& source = app.workbench().state<SourcePanelState>();
        IM_CHECK(wait_until(context, [&] { return debugger(app).overview != nullptr; }));
        context->Yield(4);
        context->ItemClick("//###source/**/line_heat/Off");  // a click on a count lists the hottest lines
        context->Yield(3);
        source.editor.go_to_line(2);
        context->Yield(2);
        const auto [x, y, width, height] = app.workbench().panel_rects.at("source");
        int set = 0;
        for (float at = x + 8; at < x + 200; at += 3) {
            context->MouseMoveToPos({at, y + 200});
            context->MouseClick();
            context->Yield(3);
            if (debugger(app).breakpoints.empty()) continue;
            ++set;
            IM_CHECK_EQ(source.editor.cursor_line(), 2);  // a click on a number selects its line otherwise
            app.workbench().post(ask::ToggleBreakpoint{debugger(app).breakpoints.front().line});
            context->Yield(2);
            IM_CHECK(debugger(app).breakpoints.empty());
            source.editor.go_to_line(2);
        }
        IM_CHECK_GE(set, 10);  // over 30 pixels and more: the dot's place, the number and the arrow's place
    });
}

TEST_F(DebuggerTimelineTest, LeavingTheDebuggerIsBackInStudyWithItsText) {
    run_opened(
        [&](ImGuiTestContext* context, App& app) {
            Workbench& bench = app.workbench();
            IM_CHECK(bench.settings.layout == LayoutName::code);
            context->ItemClick("//###debugger/**/###debug_end");
            IM_CHECK(settles(context, app));
            context->Yield(16);
            IM_CHECK(!debugger(app).is_open());
            IM_CHECK(bench.settings.layout == LayoutName::study);
            IM_CHECK(bench.panel_rects.contains("lesson"));
            // again, and on to another lesson
            bench.post(ask::Debug{.line = {}, .position = {}});
            IM_CHECK(settles(context, app));
            context->Yield(10);
            IM_CHECK(bench.settings.layout == LayoutName::code);
            bench.post(ask::OpenLesson{"guards"});
            context->Yield(16);
            IM_CHECK(bench.settings.layout == LayoutName::study);
            IM_CHECK(bench.panel_rects.contains("lesson"));
        },
        LayoutName::study);
}

TEST_F(DebuggerTimelineTest, WhoWasInCodeStaysThere) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::DebugClose{});
        context->Yield(10);
        IM_CHECK(app.workbench().settings.layout == LayoutName::code);
    });
}

TEST_F(DebuggerTimelineTest, TheEmulatorsInstructionsStandBesideTheSource) {
    run_opened(
        [&](ImGuiTestContext* context, App& app) {
            IM_CHECK(wait_until(context, [&] { return debugger(app).overview != nullptr; }));
            context->Yield(4);
            IM_CHECK(!debugger(app).overview->code.empty());
            context->ItemClick("//###source/**/###code_beside");
            context->Yield(6);
            IM_CHECK(shows(context, "The emulator's instructions, not a GPU's"));
            IM_CHECK(shows(context, "load_4"));
            keep_picture(context, app, "instructions_beside");
            context->KeyPress(ImGuiKey_F10);
            context->KeyPress(ImGuiKey_F10);
            IM_CHECK(settles(context, app));
            context->Yield(4);
            keep_picture(context, app, "instructions_beside_line_6");
        },
        LayoutName::code, false);
}

TEST_F(DebuggerTimelineTest, TheLineSaysTheValuesOfALaneAndHoveringThoseOfAll) {
    run_opened(
        [&](ImGuiTestContext* context, App& app) {
            context->KeyPress(ImGuiKey_F10);
            IM_CHECK(settles(context, app));
            context->Yield(3);
            const LineMarks& marks = app.workbench().state<LineMarks>();
            IM_CHECK_EQ(marks.current, 5);
            IM_CHECK_STR_EQ(marks.values.c_str(), "lane 0:  0 >= 384");
            app.workbench().state<DebuggerState>().pinned_lane = 7;
            context->Yield(3);
            IM_CHECK_STR_EQ(marks.values.c_str(), "lane 7:  7 >= 384");
            keep_picture(context, app, "line_values");
            // somewhere in line 5 stands i
            const auto [x, y, width, height] = app.workbench().panel_rects.at("source");
            bool told = false;
            for (float down = y + 150; down < y + 300 && !told; down += 8)
                for (float at = x + 130; at < x + 320 && !told; at += 8) {
                    context->MouseMoveToPos({at, down});
                    context->Yield(2);
                    told = is_on_screen(context, "in all 32 lanes");
                }
            IM_CHECK(told);
            keep_picture(context, app, "hovered_name");
        },
        LayoutName::code, false);
}

}  // namespace
}  // namespace warpwise::ui
