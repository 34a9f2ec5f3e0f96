// The view "flow" in the window: a lesson's reduction before anything was stepped, rows by keys, and what has happened so far.
#include <string>

#include "ui/debugger/access_survey.h"
#include "ui/debugger/debugger_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class FlowWindowTest : public WindowTest {
  protected:
    static bool settles(ImGuiTestContext* context, App& app) {
        const bool settled = wait_until(context, [&] { return !app.busy() && !app.workbench().state<DebuggerState>().busy; });
        context->Yield(4);
        return settled;
    }
    static bool open_flow(ImGuiTestContext* context, App& app, const std::string& preset) {
        app.workbench().post(ask::ApplyPreset{preset});
        app.workbench().post(ask::FocusView{"flow"});
        context->Yield(4);
        return settles(context, app);
    }
};

TEST_F(FlowWindowTest, AReductionsTreeIsThereBeforeAnythingIsSteppedAndRowsAreChosenByKeys) {
    run(with_lesson("reduction"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_flow(context, app, "Interleaved"));
        IM_CHECK(shows(context, "from what each lane reads to what it writes"));
        IM_CHECK(shows(context, "Line 13: 16 lanes write 16 elements of parts."));
        keep_picture(context, app, "flow_reduction");
        // the first cell of the first row, behind the lines' numbers
        const ImRect rows = context->ItemInfo("//###flow/**/##flow").RectFull;
        context->MouseMoveToPos({rows.Min.x + app.workbench().look.px(78), rows.Min.y + app.workbench().look.px(11)});
        context->Yield(2);
        IM_CHECK(shows(context, "written on line 8 by lane 0"));
        context->ItemClick("//###flow/**/##flow");
        context->KeyPress(ImGuiKey_Home);
        context->Yield(2);
        IM_CHECK(shows(context, "and read none of it before"));
        context->KeyPress(ImGuiKey_DownArrow, 2);
        context->Yield(2);
        IM_CHECK(shows(context, "8 lanes write 8 elements of parts."));
        context->KeyPress(ImGuiKey_UpArrow);
        context->Yield(2);
        IM_CHECK(shows(context, "16 lanes write 16 elements of parts."));
    });
}

TEST_F(FlowWindowTest, AScatterSaysWhereLanesMeetAndAnAtomicThatTheyTakeTurns) {
    run(with_lesson("gather_scatter"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_flow(context, app, "Scatter"));
        IM_CHECK(shows(context, "7 lanes meet in counts[0]: one of their stores stays"));
        keep_picture(context, app, "flow_scatter");
        IM_CHECK(open_flow(context, app, "Atomics"));
        IM_CHECK(shows(context, "7 lanes meet in counts[0]: their updates are made one after another"));
        keep_picture(context, app, "flow_atomics");
        IM_CHECK(open_flow(context, app, "Gather"));
        IM_CHECK(shows(context, "32 lanes write 32 elements of c."));
        keep_picture(context, app, "flow_gather");
        IM_CHECK(open_flow(context, app, "A thread per cell"));  // the lesson has no view of this kernel
        IM_CHECK(shows(context, "The chosen kernel has nothing to show here"));
    });
}

TEST_F(FlowWindowTest, WhileTheLearnerStepsItShowsTheWritesSoFar) {
    run(with_lesson("scan"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_flow(context, app, "Every part at every level"));
        keep_picture(context, app, "flow_hillis_steele");
        context->ItemClick("//###flow/**/###step_flow");
        IM_CHECK(settles(context, app));
        IM_CHECK(app.workbench().state<DebuggerState>().is_open());
        app.workbench().post(ask::FocusView{"flow"});
        context->Yield(6);
        IM_CHECK(shows(context, "This warp has written no array"));
        for (int i = 0; i < 5; ++i) {
            context->KeyPress(ImGuiKey_F10);
            IM_CHECK(settles(context, app));
        }
        IM_CHECK(shows(context, "32 lanes write 32 elements of parts"));
    });
}

}  // namespace
}  // namespace warpwise::ui
