// The view "bins" in the window: heat of a block's updates, through its requests and while the learner steps.
#include "ui/debugger/access_survey.h"
#include "ui/debugger/debugger_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class BinsWindowTest : public WindowTest {
  protected:
    static bool settles(ImGuiTestContext* context, App& app) {
        const bool settled = wait_until(context, [&] { return !app.busy() && !app.workbench().state<DebuggerState>().busy; });
        context->Yield(4);
        return settled;
    }
    static bool open_bins(ImGuiTestContext* context, App& app, const std::string& preset) {
        app.workbench().post(ask::ApplyPreset{preset});
        app.workbench().post(ask::FocusView{"bins"});
        context->Yield(4);
        return settles(context, app);
    }
};

TEST_F(BinsWindowTest, EqualElementsMeetInOneBin) {
    run(with_lesson("histogram"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_bins(context, app, "Bins for each block"));
        IM_CHECK(shows(context, "Block 0: its updates of own"));
        IM_CHECK(shows(context, "8 requests with 256 updates of"));
        keep_picture(context, app, "bins_waits");
        context->ItemClick("//###bins/**/Updates");
        context->Yield(2);
        keep_picture(context, app, "bins_updates");
        context->ItemNavActivate("//###bins/**/##bins");
        context->KeyPress(ImGuiKey_DownArrow);
        context->Yield(2);
        IM_CHECK(shows(context, "own[0]: "));
        context->KeyPress(ImGuiKey_DownArrow);
        context->Yield(2);
        IM_CHECK(shows(context, "own[32]: "));
        context->ItemInputValue("//###bins/**/Requests/##value", 0);
        context->Yield(2);
        IM_CHECK(shows(context, "No updates of own so far."));
        context->ItemClick("//###bins/**/###bins_step");
        context->Yield(2);
        IM_CHECK(shows(context, "1 request with 32 updates of"));
        context->ItemClick("//###bins/**/###bins_jump");
        context->ItemClick("//###bins/**/###step_bins");
        IM_CHECK(settles(context, app));
        app.workbench().post(ask::FocusView{"bins"});
        context->Yield(6);
        IM_CHECK(settles(context, app));
        IM_CHECK(shows(context, "No updates of own so far."));
    });
}

}  // namespace
}  // namespace warpwise::ui
