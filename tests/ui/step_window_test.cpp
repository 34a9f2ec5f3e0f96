// A step of the prose: its card leads the debugger to the moment, and what to look at stays there.
#include "ui/debugger/debugger_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class StepWindowTest : public WindowTest {};

TEST_F(StepWindowTest, TheCardLeadsToItsLineAndSaysWhatToLookAt) {
    AppOptions options = as_learner("coalescing");
    options.host.size = {1440, 3200};  // the whole lesson is on the screen
    run(options, [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        const ShownStep& step = bench.lesson->steps.at(0);
        bench.draft.request.parameters["n"] = std::int64_t{33};  // what the learner had chosen
        bench.post(ask::TakeDraft{});
        context->Yield(4);
        keep_picture(context, app, "step_card");
        context->ItemClick("//###lesson/**/###step_there");
        const DebuggerState& state = bench.state<DebuggerState>();
        IM_CHECK(wait_until(context, [&] { return state.is_open() && !state.busy; }));
        IM_CHECK_STR_EQ(bench.draft.request.kernel.c_str(), step.kernel.c_str());
        IM_CHECK_EQ(std::get<std::int64_t>(bench.draft.request.parameters.at("n")), 1024);
        IM_CHECK_EQ(state.now->warp, step.warp);
        IM_CHECK_STR_EQ(state.look.c_str(), step.look.c_str());
        context->Yield(4);
        IM_CHECK(shows(context, step.look));
        IM_CHECK(bench.panel_rects.contains(step.view));  // it is in front
        keep_picture(context, app, "step_there");
        const int line = state.now->frames.front().line;
        context->KeyPress(ImGuiKey_F10);
        IM_CHECK(wait_until(context, [&] { return !state.busy && state.now->frames.front().line != line; }));
        IM_CHECK(shows(context, step.look));  // stays while one steps on
        bench.post(ask::DebugClose{});
        context->Yield(4);
        IM_CHECK(state.look.empty());
        context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        IM_CHECK(wait_until(context, [&] { return std::get<std::int64_t>(bench.draft.request.parameters.at("n")) == 33; }));
    });
}

}  // namespace
}  // namespace warpwise::ui
