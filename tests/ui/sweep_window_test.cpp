// The sweep view in the window: what its times are made of.
#include "ui/timing/sweep.h"
#include "ui/workbench/workbench.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class SweepWindowTest : public WindowTest {};

TEST_F(SweepWindowTest, PhasesOfTheShippedRecordingAreStackedAndNamed) {
    run(with_lesson("crossover"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK(bench.results.sweep.has_value());
        bench.post(ask::FocusView{"sweep"});
        context->Yield(12);
        const SweepState& state = bench.state<SweepState>();
        IM_CHECK(!state.stacked);
        IM_CHECK(!is_on_screen(context, "linear while phases are stacked"));
        context->ItemClick("//###sweep/**/Phases##sweep");
        context->Yield(2);
        IM_CHECK(state.stacked);
        IM_CHECK(state.end_to_end);  // the bars have the copies, so the curves have
        IM_CHECK(shows(context, "by phase: copy in, kernel, copy out (linear while phases are stacked)"));
        IM_CHECK_EQ(state.limits[2], 0.0);  // a linear axis begins at zero
        context->ItemClick("//###sweep/**/Kernel");
        context->Yield(2);
        IM_CHECK(!state.stacked);
        IM_CHECK(!is_on_screen(context, "linear while phases are stacked"));
        IM_CHECK(state.limits[2] > 0);
    });
}

}  // namespace
}  // namespace warpwise::ui
