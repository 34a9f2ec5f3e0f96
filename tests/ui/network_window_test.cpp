// The graph of lesson 38's network: played before anything is stepped, and at the moment of the learner's session.
#include "ui/debugger/debugger_state.h"
#include "ui/debugger/network_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class NetworkWindowTest : public WindowTest {
  protected:
    static bool settles(ImGuiTestContext* context, App& app) {
        const bool settled = wait_until(context, [&] { return !app.busy() && !app.workbench().state<DebuggerState>().busy; });
        context->Yield(4);
        return settled;
    }
    static bool open(ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::ApplyPreset{"A gradient per example"});
        app.workbench().post(ask::FocusView{"accesses"});
        context->Yield(4);
        return settles(context, app) && wait_until(context, [&] { return !app.workbench().state<NetworkState>().reads.empty(); });
    }
};

TEST_F(NetworkWindowTest, ItLightsUpForwardAndBackRequestByRequest) {
    run(with_lesson("gradients"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open(context, app));
        const NetworkState& state = app.workbench().state<NetworkState>();
        // Forward: all 105 weights; back: those of the output and of the second layer.
        IM_CHECK_EQ(state.reads.size(), 105u + 8 + 64);
        IM_CHECK_EQ(state.weights.size(), 105u);
        IM_CHECK(shows(context, "Back, layer 2 of 3: w[87], from unit 7 to unit 7"));
        context->ItemInputValue("//###accesses/**/Requests/##value", 60);
        context->Yield(2);
        IM_CHECK(state.now.pass == NetworkNow::Pass::forward);
        IM_CHECK(shows(context, "Forward, layer 2 of 3: w["));
        IM_CHECK(lacks(context, "then it stopped on"));  // this kernel is not for the moving picture, which is no result
        keep_picture(context, app, "network_forward");
        context->ItemInputValue("//###accesses/**/Requests/##value", 140);
        context->Yield(2);
        IM_CHECK(state.now.pass == NetworkNow::Pass::backward);
        keep_picture(context, app, "network_back");
        context->ItemClick("//###accesses/**/###network_play");
        IM_CHECK(wait_until(context, [&] { return state.clock.playing_at >= 0; }));
    });
}

TEST_F(NetworkWindowTest, WhileTheLearnerStepsItIsAtThatMoment) {
    run(with_lesson("gradients"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open(context, app));
        context->ItemClick("//###accesses/**/###step_survey");
        IM_CHECK(settles(context, app));
        IM_CHECK(app.workbench().state<DebuggerState>().is_open());
        app.workbench().post(ask::FocusView{"accesses"});
        context->Yield(4);
        IM_CHECK(settles(context, app));
        const NetworkState& state = app.workbench().state<NetworkState>();
        IM_CHECK(wait_until(context, [&] { return state.now.pass == NetworkNow::Pass::none; }));
        IM_CHECK(shows(context, "No weight has been read yet."));
        for (int i = 0; i < 12; ++i) {
            context->KeyPress(ImGuiKey_F10);
            IM_CHECK(settles(context, app));
        }
        IM_CHECK(wait_until(context, [&] { return state.now.pass == NetworkNow::Pass::forward; }));
        IM_CHECK(shows(context, "Forward, layer 1 of 3: w["));
        keep_picture(context, app, "network_stepped");
    });
}

}  // namespace
}  // namespace warpwise::ui
