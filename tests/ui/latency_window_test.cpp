// The model of latency hiding in the window: it says that it is one, follows the occupancy, and takes numbers.
#include "ui/threads/latency_state.h"
#include "ui/threads/occupancy_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class LatencyWindowTest : public WindowTest {
  protected:
    static LatencyState& open_latency(ImGuiTestContext* context, App& app, const char* preset) {
        app.workbench().state<OccupancyState>().compute_capability = "9.0";  // whichever GPU is here
        app.workbench().post(ask::ApplyPreset{preset});
        app.workbench().post(ask::FocusView{"latency_schedule"});
        context->Yield(12);
        return app.workbench().state<LatencyState>();
    }
};

TEST_F(LatencyWindowTest, ItIsAModelAndFollowsTheLaunch) {
    run(with_lesson("latency_throughput"), [](ImGuiTestContext* context, App& app) {
        const LatencyState& state = open_latency(context, app, "Four warps");
        IM_CHECK(shows(context, "A model, not a measurement"));
        IM_CHECK_EQ(state.warps, 1);  // four on the multiprocessor, one for each scheduler
        IM_CHECK(shows(context, "6 %"));
        app.workbench().post(ask::ApplyPreset{"All warp slots"});
        context->Yield(6);
        IM_CHECK_EQ(state.warps, 16);
        IM_CHECK(shows(context, "100 %"));
        IM_CHECK(shows(context, "1 + 480 / 32 = 16 warps keep the scheduler busy"));
        app.workbench().post(ask::ApplyPreset{"One warp"});
        context->Yield(6);
        IM_CHECK_EQ(state.warps, 1);  // one block of four warps, although the multiprocessor has room for more
    });
}

TEST_F(LatencyWindowTest, ANumberThatIsTypedNoLongerFollowsTheLaunch) {
    run(with_lesson("latency_throughput"), [](ImGuiTestContext* context, App& app) {
        const LatencyState& state = open_latency(context, app, "Four warps");
        context->ItemInputValue("//###latency_schedule/**/Warps/##value", 8);
        context->Yield(3);
        IM_CHECK_EQ(state.warps, 8);
        IM_CHECK(!state.follows_occupancy);
        IM_CHECK(shows(context, "50 %"));
        context->ItemClick("//###latency_schedule/**/###follow_occupancy");
        context->Yield(3);
        IM_CHECK_EQ(state.warps, 1);
    });
}

}  // namespace
}  // namespace warpwise::ui
