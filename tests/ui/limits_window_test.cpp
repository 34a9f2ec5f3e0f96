// The table of limits: the launch of the draft beside them, and a launch that is refused.
#include <fmt/format.h>

#include "ui/threads/occupancy_asked.h"
#include "ui/threads/occupancy_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class LimitsWindowTest : public WindowTest {
  protected:
    static void open_limits(ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"limits"});
        context->Yield(12);
        IM_CHECK(app.workbench().panel_rects.contains("limits"));
    }
};

TEST_F(LimitsWindowTest, ALaunchWithinTheLimitsSaysSo) {
    run(with_lesson("guards_and_limits"), [](ImGuiTestContext* context, App& app) {
        open_limits(context, app);
        IM_CHECK(shows(context, "This launch is within every limit of compute capability"));
        IM_CHECK(shows(context, "2,147,483,647"));
        const SmLimits& sm = chosen_sm(app.workbench());
        IM_CHECK(shows(context, fmt::format("{}  {}", sm.name(), sm.architecture)));  // in the combo box
        IM_CHECK(shows(context, fmt::format("At most ({})", sm.name())));
    });
}

TEST_F(LimitsWindowTest, AnotherComputeCapabilityHasOtherLimits) {
    run(with_lesson("guards_and_limits"), [](ImGuiTestContext* context, App& app) {
        open_limits(context, app);
        app.workbench().state<OccupancyState>().compute_capability = "8.6";
        context->Yield(3);
        IM_CHECK(shows(context, "8.6  Ampere"));
        IM_CHECK(shows(context, "At most (8.6)"));
        IM_CHECK(shows(context, "within every limit of compute capability 8.6"));
    });
}

TEST_F(LimitsWindowTest, ALaunchBeyondALimitNamesTheError) {
    run(with_lesson("guards_and_limits"), [](ImGuiTestContext* context, App& app) {
        open_limits(context, app);
        Workbench& bench = app.workbench();
        bench.draft.request.block = Dim3{1, 1, 128};
        bench.post(ask::TakeDraft{});
        context->Yield(6);
        IM_CHECK(shows(context, "blockDim.z: 128, and the limit is 64"));
        IM_CHECK(shows(context, "cudaErrorInvalidConfiguration"));
        IM_CHECK(shows(context, "over the limit"));
        keep_picture(context, app, "limits_refused");
    });
}

}  // namespace
}  // namespace warpwise::ui
