// The occupancy view: any compute capability can be asked, with registers that a person guesses while no compiler has told.
#include "ui/threads/occupancy_facts.h"
#include "ui/threads/occupancy_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class OccupancyWindowTest : public WindowTest {
  protected:
    static void open_occupancy(ImGuiTestContext* context, App& app) {
        app.state().shown["occupancy"] = true;
        app.workbench().post(ask::FocusView{"occupancy"});
        context->Yield(8);
        IM_CHECK(app.workbench().panel_rects.contains("occupancy"));
    }
};

// The combo's list is a pop-up that the engine cannot name in this build; what a choice in it sets is set here.
TEST_F(OccupancyWindowTest, AnotherCapabilityHasOtherPlaces) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_occupancy(context, app);
        OccupancyState& state = app.workbench().state<OccupancyState>();
        IM_CHECK_STR_EQ(state.compute_capability.c_str(), present_capability(app.workbench().devices.present).c_str());
        state.compute_capability = "7.5";
        context->Yield(4);
        IM_CHECK(shows(context, "of 32 warps"));
        IM_CHECK(text_on_screen(context).find("of 64 warps") == std::string::npos);
        state.compute_capability = "9.0";
        context->Yield(4);
        IM_CHECK(shows(context, "of 64 warps"));
    });
}

TEST_F(OccupancyWindowTest, ALaunchThatCannotBeSaysWhy) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_occupancy(context, app);
        Workbench& bench = app.workbench();
        bench.draft.request.block = Dim3{2048, 1, 1};
        bench.post(ask::TakeDraft{});
        context->Yield(6);
        IM_CHECK(bench.draft.resolved.has_value());
        IM_CHECK_EQ(bench.draft.resolved->shape.block.x, 2048u);
        IM_CHECK(bench.panel_rects.contains("occupancy"));  // drawn, and nothing broke
    });
}

}  // namespace
}  // namespace warpwise::ui
