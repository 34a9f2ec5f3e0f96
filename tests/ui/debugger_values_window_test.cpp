// Values in the window's table of lanes, with the emulator behind it: what a line reads and writes, pins that read memory, who
// wrote an element, and a run that stops when it changes.
#include <algorithm>
#include <string>

#include "ui/debugger/cause.h"
#include "ui/debugger/debugger_state.h"
#include "ui/debugger/lane_table.h"
#include "ui/debugger/operands.h"
#include "ui/source/source_panel.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class DebuggerValuesTest : public WindowTest {
  protected:
    static DebuggerState& debugger(App& app) { return app.workbench().state<DebuggerState>(); }
    static bool settles(ImGuiTestContext* context, App& app) {
        return wait_until(context, [&] { return !app.busy() && !debugger(app).busy; });
    }
    // Before the line that adds, in block 1.
    static void open_at_the_addition(ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::Debug{.block = {1, 0, 0}, .line = 6, .position = {}});
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK_EQ(debugger(app).now->frames.front().line, 6);
        context->Yield(10);
    }
    static std::string read_by(App& app, const std::string& name, int lane) {
        for (const Operand& operand : operands_of(*debugger(app).now, debugger(app).subject->text))
            if (operand.name == name) return value_text(operand, lane);
        return "no such operand";
    }
};

TEST_F(DebuggerValuesTest, TheOperandsOfALineHaveTheirNamesAndValues) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_at_the_addition(context, app);
        const float a = std::stof(read_by(app, "a[i]", 7)), b = std::stof(read_by(app, "b[i]", 7));
        IM_CHECK_EQ(std::stof(read_by(app, "c[i]", 7)), a + b);
        IM_CHECK(shows(context, "3 requests, 12 sectors, every byte used"));
        context->KeyPress(ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        IM_CHECK(operands_of(*debugger(app).now, debugger(app).subject->text).empty());  // the last access is gone with its line
        keep_picture(context, app, "debugger_values_behind");
    });
}

TEST_F(DebuggerValuesTest, APinReadsMemoryAndSaysWhyItHasNoValue) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_at_the_addition(context, app);
        debugger(app).pinned = {"a[i]", "c[i]", "nosuch[i]"};
        IM_CHECK(wait_until(context, [&] { return evaluation_of(debugger(app), "nosuch[i]") != nullptr; }));
        const DebugEvaluation* const read = evaluation_of(debugger(app), "a[i]");
        IM_CHECK(read != nullptr);
        IM_CHECK_STR_EQ(read->texts.at(7).c_str(), read_by(app, "a[i]", 7).c_str());
        IM_CHECK(evaluation_of(debugger(app), "nosuch[i]")->problem.find("nosuch") != std::string::npos);
        const std::string sum = read_by(app, "c[i]", 7);
        context->KeyPress(ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        IM_CHECK_STR_EQ(evaluation_of(debugger(app), "c[i]")->texts.at(7).c_str(), sum.c_str());
        IM_CHECK_EQ(evaluation_of(debugger(app), "c[i]")->changed >> 7 & 1, 1u);
        IM_CHECK_EQ(evaluation_of(debugger(app), "a[i]")->changed, 0u);
        keep_picture(context, app, "debugger_pins");
    });
}

TEST_F(DebuggerValuesTest, AnElementTellsItsWriterAndStopsTheRunWhenItChanges) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_at_the_addition(context, app);
        debugger(app).pinned_lane = 7;
        IM_CHECK(wait_until(context, [&] { return debugger(app).writer.has_value(); }));
        context->Yield(3);
        IM_CHECK(shows(context, "Last written before: never in this block"));
        keep_picture(context, app, "debugger_values");
        context->ItemClick("//###lanes/**/###watch");
        IM_CHECK_EQ(debugger(app).watched.size(), 1u);
        IM_CHECK_STR_EQ(debugger(app).watched.front().name.c_str(), "c[39]");
        context->KeyPress(ImGuiKey_F5);
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).now->reason == StopReason::data);
        context->Yield(3);
        IM_CHECK(shows(context, "Stopped after line 6 wrote to c"));
        IM_CHECK(shows(context, "1 breakpoint"));
        const std::uint64_t there = debugger(app).now->position;
        context->KeyPress(ImGuiKey_F5);
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).now->reason == StopReason::end);
        context->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_F5);
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(debugger(app).now->position, there);
    });
}

TEST_F(DebuggerValuesTest, AFaultIsRedAndNamesItsLane) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        context->ItemClick("//###launch/**/presets/No guard");
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        context->ItemClick("//###result/**/###result_debug");
        IM_CHECK(settles(context, app));
        context->Yield(10);
        IM_CHECK(debugger(app).now->fault.has_value());
        const auto& next = debugger(app).now->next;
        IM_CHECK(!next.empty());
        IM_CHECK_EQ(next.front().faulting >> 4 & 1, 1u);
        IM_CHECK(shows(context, "Thread (4, 0, 0) of block (3, 0, 0) reads element 100 of 'a', which has 100 elements"));
        IM_CHECK(lacks(context, "use every byte"));
        IM_CHECK(!debugger(app).now->not_reached.empty());
        keep_picture(context, app, "debugger_fault");
    });
}

class FaultCardTest : public DebuggerValuesTest {
  protected:
    // Runs `No guard`, whose thread 4 of block 3 reads a[100], and opens the debugger there.
    // ... for the card and all variables above it.
    static AppOptions high_enough(const std::string& lesson) {
        AppOptions options = with_lesson(lesson);
        options.host.size = {1440, 1200};
        return options;
    }
    static void open_at_the_fault(ImGuiTestContext* context, App& app) {
        context->ItemClick("//###launch/**/presets/No guard");
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        context->ItemClick("//###result/**/###result_debug");
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).now->fault.has_value());
        context->Yield(10);
    }
};

TEST_F(FaultCardTest, EditPutsTheCursorOnTheLine) {
    run(high_enough("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_at_the_fault(context, app);
        keep_picture(context, app, "fault_card");
        IM_CHECK(shows(context, "Edit line 6"));
        context->ItemClick("//###lanes/**/###fault_edit");
        context->Yield(4);
        SourcePanelState& source = app.workbench().state<SourcePanelState>();
        IM_CHECK(source.tab == SourceTab::kernel);
        IM_CHECK_EQ(source.editor.cursor_line(), 6);
        context->KeyChars("x");
        context->Yield(4);
        IM_CHECK(app.workbench().draft.edited_source.contains("no_guard"));  // the keyboard is in the text
        const std::string& text = app.workbench().draft.edited_source.at("no_guard");
        IM_CHECK(text.find("\nx") != std::string::npos);
    });
}

TEST_F(FaultCardTest, TheSmallestCaseIsSearchedForBesideTheSessionAndStepped) {
    run(high_enough("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_at_the_fault(context, app);
        IM_CHECK(shows(context, "Find the smallest n"));
        const std::uint64_t position = debugger(app).now->position;
        context->ItemClick("//###lanes/**/###fault_smallest");
        IM_CHECK(wait_until(context, [&] {
            const auto& search = app.workbench().results.search;
            return !app.busy() && search && !search->running;
        }));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK_EQ(debugger(app).now->position, position);  // the session stays where it was
        context->Yield(4);
        IM_CHECK(app.workbench().draft.request.parameters.at("n") == ParameterValue{std::int64_t{1}});
        IM_CHECK(shows(context, "n = 1"));
        keep_picture(context, app, "fault_card_found");
        context->ItemClick("//###lanes/**/###fault_step");
        IM_CHECK(settles(context, app));
        context->Yield(10);
        IM_CHECK(debugger(app).now->fault.has_value());
        IM_CHECK(debugger(app).subject->request.parameters.at("n") == ParameterValue{std::int64_t{1}});
        IM_CHECK(shows(context, "The smallest case that fails"));
        IM_CHECK(shows(context, "a has one element, [0]."));
        keep_picture(context, app, "fault_card_smallest");
    });
}

// Here the card has just the room that it needs below the lanes.
TEST_F(FaultCardTest, InALowWindowASearchLeavesTheLanesAndTheirCardWhereTheyAre) {
    AppOptions options = with_lesson("indexing_1d");
    options.host.size = {1280, 800};
    run(options, [](ImGuiTestContext* context, App& app) {
        open_at_the_fault(context, app);
        keep_picture(context, app, "fault_card_low");
        Results& results = app.workbench().results;
        const float& height = app.workbench().state<LaneTableState>().card_height;
        const float before = height;
        IM_CHECK(context->ItemExists("//###lanes/**/###fault_smallest"));
        results.search = KernelSearch{.request = debugger(app).subject->request, .running = true};
        context->Yield(6);
        keep_picture(context, app, "fault_card_low_searching");
        IM_CHECK(context->ItemExists("//###lanes/**/###fault_cancel"));
        IM_CHECK_EQ(height, before);
        results.search.reset();
        context->Yield(4);
        context->ItemClick("//###lanes/**/###fault_smallest");
        IM_CHECK(wait_until(context, [&] { return !app.busy() && results.search && !results.search->running; }));
        context->Yield(6);
        keep_picture(context, app, "fault_card_low_found");
        IM_CHECK(context->ItemExists("//###lanes/**/###fault_step"));
        IM_CHECK_EQ(height, before);
        context->ItemClick("//###lanes/**/###fault_step");
        IM_CHECK(settles(context, app));
        context->Yield(10);
        keep_picture(context, app, "fault_card_low_smallest");
        IM_CHECK(context->ItemExists("//###lanes/**/###fault_edit"));
    });
}

TEST_F(FaultCardTest, ASearchShowsHowFarItIsAndIsCancelled) {
    run(high_enough("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_at_the_fault(context, app);
        Results& results = app.workbench().results;
        results.search = KernelSearch{.request = debugger(app).subject->request, .running = true};
        context->Yield(2);
        IM_CHECK(shows(context, "Searching"));
        IM_CHECK(lacks(context, "Find the smallest n"));
        keep_picture(context, app, "fault_card_searching");
        IM_CHECK(context->ItemExists("//###lanes/**/###fault_cancel"));
        results.search.reset();
        // a search that is cancelled leaves nothing behind
        context->ItemClick("//###lanes/**/###fault_smallest");
        app.workbench().post(ask::Cancel{});
        IM_CHECK(wait_until(context, [&] { return !app.busy(); }));
        context->Yield(3);
        IM_CHECK(!results.search || !results.search->running);
        IM_CHECK(debugger(app).is_open());
    });
}

TEST_F(FaultCardTest, TheAllocationIsShownWithItsEnd) {
    run(high_enough("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_at_the_fault(context, app);
        context->ItemClick("//###lanes/**/###fault_allocation");
        context->Yield(6);
        IM_CHECK(app.workbench().panel_rects.contains("memory"));
        keep_picture(context, app, "fault_allocation");
    });
}

TEST_F(FaultCardTest, TheKeyboardReachesItsButtons) {
    run(high_enough("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_at_the_fault(context, app);
        context->WindowFocus("//###lanes");
        bool reached = false;
        for (int i = 0; i < 200 && !reached; ++i) {
            context->KeyPress(ImGuiKey_Tab);
            reached = context->UiContext->NavId == context->ItemInfo("//###lanes/**/###fault_allocation").ID;
        }
        IM_CHECK(reached);
        context->KeyPress(ImGuiKey_Space);
        context->Yield(6);
        IM_CHECK(app.workbench().panel_rects.contains("memory"));
    });
}

TEST_F(FaultCardTest, WithoutTheCardTheDebuggerPanelHasItsButtons) {
    run(high_enough("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_at_the_fault(context, app);
        IM_CHECK(!context->ItemExists("//###debugger/**/###fault_edit"));
        app.workbench().post(ask::FocusView{"thread_grid"});
        context->Yield(6);
        IM_CHECK(context->ItemExists("//###debugger/**/###fault_smallest"));
        keep_picture(context, app, "fault_without_card");
        context->ItemClick("//###debugger/**/###fault_allocation");
        context->Yield(6);
        IM_CHECK(app.workbench().panel_rects.contains("memory"));
    });
}

TEST_F(FaultCardTest, OnlyALineWithAFaultOffersThem) {
    run(high_enough("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_at_the_fault(context, app);
        context->KeyPress(ImGuiMod_Shift | ImGuiKey_F10);  // before the line, whose fault is foreseen
        IM_CHECK(settles(context, app));
        context->Yield(4);
        IM_CHECK(!debugger(app).now->fault.has_value());
        IM_CHECK(shows(context, "Edit line 6"));
        context->KeyPress(ImGuiMod_Shift | ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        context->Yield(4);
        IM_CHECK(lacks(context, "Edit line"));
        IM_CHECK(lacks(context, "Go to its allocation"));
    });
}

}  // namespace
}  // namespace warpwise::ui
