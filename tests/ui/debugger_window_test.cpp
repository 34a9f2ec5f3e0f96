// The debugger in the window: keys, buttons, the gutter and the timeline move a session; what went wrong is told.
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

class DebuggerWindowTest : public WindowTest {
  protected:
    const std::shared_ptr<SessionScript> script = std::make_shared<SessionScript>();

    static const DebuggerState& debugger(App& app) { return app.workbench().state<DebuggerState>(); }
    static bool settles(ImGuiTestContext* context, App& app) {
        return wait_until(context, [&] { return !app.busy() && !debugger(app).busy; });
    }
    // The lesson with three warps per block, its debugger scripted.
    void run_scripted(const Steps& steps) {
        AppOptions options = with_lesson("indexing_1d");
        options.settings = {"block=96", "n=384"};
        options.layout = LayoutName::code;
        run(options, [&](ImGuiTestContext* context, App& app) {
            use_script(app.workbench(), script);
            steps(context, app);
        });
    }
    // ... with a session open.
    void run_opened(const Steps& steps) {
        run_scripted([&](ImGuiTestContext* context, App& app) {
            app.workbench().post(ask::Debug{.line = {}, .position = {}});
            IM_CHECK(settles(context, app));
            IM_CHECK(debugger(app).is_open());
            context->Yield(10);  // its views are in front
            steps(context, app);
        });
    }
    void press(ImGuiTestContext* context, App& app, ImGuiKeyChord keys) {
        context->KeyPress(keys);
        IM_CHECK(settles(context, app));
    }
    static std::uint64_t position(App& app) { return debugger(app).now->position; }
};

TEST_F(DebuggerWindowTest, WithoutASessionThePanelSaysWhatItDoesAndStartsOne) {
    run_scripted([&](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"debugger"});
        context->Yield(6);
        IM_CHECK(shows(context, "Step through a block, forwards and back"));
        IM_CHECK(!debugger(app).is_open());
        context->ItemClick("//###debugger/**/Step this kernel");
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK(shows(context, "in vector_add at line 4"));
        IM_CHECK(shows(context, "instruction 0 of 24"));
        IM_CHECK(shows(context, "warp 0 of 3"));
        IM_CHECK_EQ(app.workbench().state<LineMarks>().current, 4);
        IM_CHECK(app.workbench().panel_rects.contains("source"));
    });
}

TEST_F(DebuggerWindowTest, KeysStepForwardsAndBack) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        press(context, app, ImGuiKey_F10);
        press(context, app, ImGuiKey_F10);
        IM_CHECK_EQ(position(app), 2u);
        IM_CHECK(shows(context, "Paused in vector_add at line 6, before the read of a"));
        press(context, app, ImGuiMod_Shift | ImGuiKey_F10);
        IM_CHECK_EQ(position(app), 1u);
        press(context, app, ImGuiKey_F11);
        IM_CHECK(app.workbench().settings.layout == LayoutName::code);  // not Present
        press(context, app, ImGuiMod_Shift | ImGuiKey_F11);
        IM_CHECK_EQ(position(app), 3u);
        press(context, app, ImGuiMod_Ctrl | ImGuiKey_F11);
        IM_CHECK_EQ(position(app), 12u);
        IM_CHECK(shows(context, "every warp has arrived at the barrier"));
        press(context, app, ImGuiMod_Ctrl | ImGuiKey_F5);
        IM_CHECK_EQ(position(app), 0u);
        press(context, app, ImGuiKey_F5);
        IM_CHECK(debugger(app).now->reason == StopReason::end);
        IM_CHECK(app.workbench().results.runs.empty());  // F5 did not run the lesson
        std::vector<DebugGo> went;
        for (const DebugCommand& command : script->commands()) went.push_back(command.go);
        IM_CHECK(went == (std::vector{DebugGo::over, DebugGo::over, DebugGo::back_over, DebugGo::line, DebugGo::out,
                                      DebugGo::to_barrier, DebugGo::back_to_start, DebugGo::to_breakpoint}));
        press(context, app, ImGuiMod_Shift | ImGuiKey_F5);
        IM_CHECK(!debugger(app).is_open());
        press(context, app, ImGuiKey_F5);
        IM_CHECK(!app.workbench().results.runs.empty());  // it is Run's again
    });
}

TEST_F(DebuggerWindowTest, ABreakpointAtTheCursorStopsTheRun) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        app.workbench().state<SourcePanelState>().editor.go_to_line(6);
        context->Yield(2);
        press(context, app, ImGuiKey_F9);
        IM_CHECK_EQ(debugger(app).breakpoints.size(), 1u);
        IM_CHECK_EQ(debugger(app).breakpoints.front().line, 6);
        press(context, app, ImGuiKey_F5);
        IM_CHECK_EQ(position(app), 2u);
        IM_CHECK(shows(context, "Stopped at the breakpoint on line 6"));
        press(context, app, ImGuiKey_F9);
        IM_CHECK(debugger(app).breakpoints.empty());
        press(context, app, ImGuiMod_Ctrl | ImGuiKey_F10);  // to the cursor: line 6 again
        IM_CHECK_EQ(position(app), 6u);
    });
}

TEST_F(DebuggerWindowTest, AClickBesideTheNumberSetsABreakpoint) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        IM_CHECK(app.workbench().panel_rects.contains("source"));
        const auto [x, y, width, height] = app.workbench().panel_rects.at("source");
        // the place lies left of the text, of which the lesson has few lines: somewhere in that strip it is found
        bool set = false;
        for (float down = y + 140; down < std::min(y + 260, y + height) && !set; down += 20)
            for (float at = x + 10; at < std::min(x + 160, x + width) && !set; at += 8) {
                context->MouseMoveToPos({at, down});
                context->MouseClick();
                context->Yield(3);
                set = !debugger(app).breakpoints.empty();
            }
        IM_CHECK(set);
        const int line = debugger(app).breakpoints.front().line;
        IM_CHECK_GT(line, 0);
        context->MouseClick();
        context->Yield(3);
        IM_CHECK(debugger(app).breakpoints.empty());
    });
}

TEST_F(DebuggerWindowTest, TheHottestLinesAreListedAndLedTo) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        // the block is counted beside the frames
        const auto comes = [&](const char* text) { return wait_until(context, [&] { return is_on_screen(context, text); }); };
        IM_CHECK(comes("times a warp reaches the line, in block 0 alone"));
        context->ItemClick("//###source/**/line_heat/Sectors");
        IM_CHECK(comes("sectors per request, in block 0 alone"));
        context->ItemClick("//###source/**/###hottest");
        IM_CHECK(comes("Hottest lines: sectors per request, in block 0 alone"));
        keep_picture(context, app, "hottest_lines");
        context->SetRef("//$FOCUSED");
        context->ItemClick("##hottest_table/###hot_6");
        context->Yield(4);
        IM_CHECK_EQ(app.workbench().state<SourcePanelState>().editor.cursor_line(), 6);
        IM_CHECK(!is_on_screen(context, "Hottest lines: "));
    });
}

TEST_F(DebuggerWindowTest, AClickOnALinesHeatOpensTheList) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        // the block is counted beside the frames
        IM_CHECK(wait_until(context, [&] { return is_on_screen(context, "times a warp reaches the line, in block 0 alone"); }));
        const auto [x, y, width, height] = app.workbench().panel_rects.at("source");
        bool opened = false;  // the cells lie left of the numbers: somewhere in that strip
        for (float down = y + 120; down < std::min(y + 460, y + height) && !opened; down += 16) {
            context->MouseMoveToPos({x + 40, down});
            context->MouseClick();
            context->Yield(3);
            opened = is_on_screen(context, "Hottest lines: ");
        }
        IM_CHECK(opened);
        IM_CHECK(debugger(app).breakpoints.empty());
    });
}

TEST_F(DebuggerWindowTest, EscapeEndsACommandThatTakesLong) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        script->hangs = true;
        context->KeyPress(ImGuiKey_F5);
        context->Yield(30);  // more than the blink after which it is shown
        IM_CHECK(debugger(app).busy);
        IM_CHECK(shows(context, "Running ..."));
        IM_CHECK(shows(context, "Cancel"));
        context->KeyPress(ImGuiKey_Escape);
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).now->reason == StopReason::cancelled);
        IM_CHECK(shows(context, "Cancelled; paused in vector_add at line 4"));
    });
}

TEST_F(DebuggerWindowTest, OfTheCommandsThatWaitTheNewestIsDone) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        script->hangs = true;
        context->KeyPress(ImGuiKey_F10);
        context->Yield(3);
        for (const std::uint64_t position : {3u, 9u, 17u})
            app.workbench().post(ask::DebugStep{{.go = DebugGo::to_position, .position = position, .breakpoints = {}}});
        IM_CHECK(wait_until(context, [&] { return script->commands().size() == 1u; }));
        script->hangs = false;
        context->KeyPress(ImGuiKey_Escape);  // drops what waits as well
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(script->commands().size(), 1u);
        script->hangs = true;
        context->KeyPress(ImGuiKey_F10);
        IM_CHECK(wait_until(context, [&] { return script->commands().size() == 2u; }));
        script->hangs = false;
        for (const std::uint64_t position : {3u, 9u, 17u})
            app.workbench().post(ask::DebugStep{{.go = DebugGo::to_position, .position = position, .breakpoints = {}}});
        context->Yield(3);
        app.workbench().post(ask::DebugClose{});
        context->Yield(3);
        IM_CHECK(!debugger(app).is_open());
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(script->commands().size(), 2u);
    });
}

TEST_F(DebuggerWindowTest, AFaultIsACardWithWhatToTry) {
    script->fault = Fault{.kind = FaultKind::out_of_bounds,
                          .line = 6,
                          .block = Dim3{0, 0, 0},
                          .thread = Dim3{40, 0, 0},
                          .message = "writes element 100 of 'c', which has 100",
                          .hint = "Compare the index with n first."};
    run_opened([&](ImGuiTestContext* context, App& app) {
        IM_CHECK(shows(context, "This block ends in a fault: Out of bounds at line 6"));
        context->ItemClick("//###debugger/**/###to_fault");
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).now->fault.has_value());
        IM_CHECK(shows(context, "Stopped: Out of bounds at line 6"));
        IM_CHECK(shows(context, "Writes element 100 of 'c'"));
        IM_CHECK(shows(context, "To try: "));
        IM_CHECK(shows(context, "Compare the index with n first."));
        context->ItemClick("//###debugger/**/###debug_fault_line");
        context->Yield(4);
        IM_CHECK_EQ(app.workbench().state<SourcePanelState>().editor.cursor_line(), 6);
    });
}

TEST_F(DebuggerWindowTest, OpenedForAFaultItStandsThereAtTheFaultyWarp) {
    script->fault = Fault{.kind = FaultKind::out_of_bounds, .line = 6, .thread = Dim3{40, 0, 0}, .message = "a fault"};
    run_scripted([&](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::Debug{.lane = 8, .line = {}, .position = {}, .before_fault = true});
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK(debugger(app).now->reason == StopReason::fault || debugger(app).before->reason == StopReason::fault);
        IM_CHECK_EQ(debugger(app).warp, 1u);
        IM_CHECK_EQ(debugger(app).pinned_lane, 8);
    });
}

TEST_F(DebuggerWindowTest, WhatCannotBeOpenedSaysWhyAndCanBeTriedAgain) {
    script->refusal = DebugRefusal{
        .fault = Fault{.kind = FaultKind::compile_error, .line = 3, .message = "expected ';'", .hint = "End the line with it."},
        .error = {}};
    run_scripted([&](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::Debug{.line = {}, .position = {}});
        IM_CHECK(settles(context, app));
        context->Yield(6);
        IM_CHECK(!debugger(app).is_open());
        IM_CHECK(shows(context, "Compile error at line 3"));
        IM_CHECK(shows(context, "End the line with it."));
        script->refusal.reset();
        context->ItemClick("//###debugger/**/Step this kernel");
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
    });
}

TEST_F(DebuggerWindowTest, ALostSessionIsOpenedAgainWhereItStood) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        press(context, app, ImGuiKey_F10);
        press(context, app, ImGuiKey_F10);
        script->is_lost = true;
        press(context, app, ImGuiKey_F10);
        IM_CHECK(debugger(app).is_open());
        IM_CHECK_EQ(position(app), 2u);
        IM_CHECK_EQ(script->opened().size(), 2u);
        IM_CHECK(std::ranges::any_of(app.workbench().messages, [](const Message& message) {
            return message.text.find("the emulator's process ended") != std::string::npos;
        }));
    });
}

TEST_F(DebuggerWindowTest, ASessionThatIsAlwaysLostIsNotOpenedForEver) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        press(context, app, ImGuiKey_F10);
        script->is_always_lost = true;
        press(context, app, ImGuiKey_F10);
        IM_CHECK(!debugger(app).is_open());
        IM_CHECK_EQ(script->opened().size(), 2u);
        context->Yield(12);  // the layout without a session, then its first tabs
        IM_CHECK(shows(context, "The emulator's process ended"));
        IM_CHECK(shows(context, "Step this kernel"));
    });
}

TEST_F(DebuggerWindowTest, AnotherKernelEndsTheSessionAndHasItsOwnBreakpoints) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::ToggleBreakpoint{6});
        app.workbench().post(ask::ChooseKernel{"thread_only"});
        context->Yield(5);
        IM_CHECK(!debugger(app).is_open());
        IM_CHECK(debugger(app).breakpoints.empty());
        app.workbench().post(ask::ChooseKernel{"right"});
        context->Yield(5);
        IM_CHECK_EQ(debugger(app).breakpoints.size(), 1u);
    });
}

TEST_F(DebuggerWindowTest, AnotherBlockOrScheduleEntersAnew) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        press(context, app, ImGuiKey_F10);
        context->ItemInput("//###debugger/**/##debug_block_x");
        context->KeyCharsReplaceEnter("2");
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(script->opened().size(), 2u);
        IM_CHECK_EQ(script->opened().back().block.x, 2u);
        IM_CHECK_EQ(position(app), 0u);
        IM_CHECK(shows(context, "block 2    warp 0 of 3"));
        context->ItemInput("//###debugger/**/##debug_warp");
        context->KeyCharsReplaceEnter("7");  // there are three
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(script->opened().size(), 2u);
        IM_CHECK_EQ(debugger(app).now->warp, 2u);
        context->ItemClick("//###debugger/debugger/##debug_schedule");
        context->ItemClick("//$FOCUSED/Reversed");
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(script->opened().size(), 3u);
        IM_CHECK(script->opened().back().schedule == Schedule::reversed);
    });
}

TEST_F(DebuggerWindowTest, ADragOnTheTimelineGoesThereAndKeysStep) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        const ImGuiTestItemInfo canvas = context->ItemInfo("//###debugger/**/##warp_timeline_canvas");
        IM_CHECK(canvas.ID != 0);
        const ImRect rect = canvas.RectFull;
        context->MouseMoveToPos({rect.Min.x + 120, rect.GetCenter().y});
        context->MouseDown();
        context->Yield(2);
        context->MouseMoveToPos({rect.Min.x + (rect.GetWidth() + 72) / 2, rect.GetCenter().y});
        context->MouseUp();
        IM_CHECK(settles(context, app));
        const std::uint64_t reached = position(app);
        IM_CHECK(reached >= 11 && reached <= 13);
        context->KeyPress(ImGuiKey_LeftArrow);
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(position(app), reached - 1);
        IM_CHECK_EQ(debugger(app).now->warp, 1u);  // in whose row it was pressed
        context->KeyPress(ImGuiKey_DownArrow);
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(debugger(app).now->warp, 2u);
        context->KeyPress(ImGuiKey_Home);
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(position(app), 0u);
        context->KeyPress(ImGuiKey_PageUp);
        context->Yield(2);
        IM_CHECK(app.workbench().state<WarpTimelineState>().window.has_value());
    });
}

TEST_F(DebuggerWindowTest, AChangedDraftIsSaid) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        app.workbench().draft.request.parameters["n"] = std::int64_t{200};
        app.workbench().post(ask::TakeDraft{});
        context->Yield(4);
        IM_CHECK(shows(context, "The kernel or its settings have changed. This session still has n = 384"));
        context->ItemClick("//###debugger/**/###debug_again");
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(script->opened().size(), 2u);
    });
}

TEST_F(DebuggerWindowTest, HeatStandsBesideTheTextThatWasCompiled) {
    run_opened([&](ImGuiTestContext* context, App& app) {
        LineMarks& marks = app.workbench().state<LineMarks>();
        IM_CHECK(wait_until(context, [&] { return marks.heat.contains(4); }));
        context->Yield(8);  // what opens beside the text has its place
        IM_CHECK_STR_EQ(marks.heat.at(4).text.c_str(), "6");
        context->ItemClick("//###source/**/line_heat/Sectors");
        context->Yield(3);
        IM_CHECK_EQ(marks.heat.size(), 1u);
        IM_CHECK(marks.heat.contains(6));
        IM_CHECK_STR_EQ(marks.heat.at(6).text.c_str(), "32");
        IM_CHECK(marks.heat.at(6).costly);
        context->ItemClick("//###source/**/line_heat/Off");
        context->Yield(3);
        IM_CHECK(marks.heat.empty());
        replace_source(context, app, "// another text\n" + app.workbench().state<SourcePanelState>().shown_text);
        IM_CHECK(shows(context, "The text has changed since it was compiled for the debugger"));
    });
}

}  // namespace
}  // namespace warpwise::ui
