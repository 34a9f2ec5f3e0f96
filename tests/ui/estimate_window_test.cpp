// The view `estimate` in the window: points that arrive, the curve of a run, and runs that came before.
#include "ui/numbers/estimate_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class EstimateWindowTest : public WindowTest {
  protected:
    static const EstimateState& open_estimate(ImGuiTestContext* context, App& app, const char* preset) {
        app.workbench().post(ask::ApplyPreset{preset});
        app.workbench().post(ask::FocusView{"estimate"});
        context->Yield(6);
        return app.workbench().state<EstimateState>();
    }
    static void run_it(ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        context->Yield(4);
    }
};

TEST_F(EstimateWindowTest, PointsArriveAndTheErrorIsThatOfTheSamplesShown) {
    run(with_lesson("monte_carlo_pi"), [](ImGuiTestContext* context, App& app) {
        const EstimateState& state = open_estimate(context, app, "Points and hits");
        IM_CHECK(shows(context, "No samples yet"));
        run_it(context, app);
        IM_CHECK_EQ(state.count, 4096u);
        IM_CHECK(shows(context, "3,179 of 4,096 samples are hits: 4 × 3,179 / 4,096 = 3.10449."));
        keep_picture(context, app, "estimate");
        context->ItemClick("//###estimate/**/###estimate_step");
        context->Yield(2);
        IM_CHECK_EQ(state.count, 1u);
        IM_CHECK(shows(context, "of 1 samples are hits"));
        context->ItemClick("//###estimate/**/###estimate_step");
        IM_CHECK_EQ(state.count, 2u);
        context->ItemInputValue("//###estimate/**/Samples/##value", 100);
        context->Yield(2);
        IM_CHECK(shows(context, "of 100 samples are hits"));
        keep_picture(context, app, "estimate_100");
        context->ItemClick("//###estimate/**/###estimate_play");
        IM_CHECK(wait_until(context, [&] { return state.count > 200; }));
        context->ItemClick("//###estimate/**/###estimate_play");
        IM_CHECK(state.playing_at < 0);
        context->ItemClick("//###estimate/**/###estimate_all");
        IM_CHECK_EQ(state.count, 4096u);
        // by keys alone
        context->ItemNavActivate("//###estimate/**/###estimate_step");
        context->Yield(2);
        IM_CHECK_EQ(state.count, 1u);
    });
}

TEST_F(EstimateWindowTest, EarlierRunsStayAsCurvesAndOneSeedIsOfAnotherKernel) {
    run(with_lesson("monte_carlo_pi"), [](ImGuiTestContext* context, App& app) {
        const EstimateState& state = open_estimate(context, app, "Points and hits");
        run_it(context, app);
        for (const std::int64_t seed : {2, 3}) {
            app.workbench().draft.request.parameters["seed"] = seed;
            app.workbench().post(ask::TakeDraft{});
            context->Yield(2);
            run_it(context, app);
        }
        IM_CHECK_EQ(state.earlier.size(), 2u);
        IM_CHECK_STR_EQ(state.samples.label.c_str(), "seed 3");
        app.workbench().draft.request.parameters["n"] = std::int64_t{1000};  // the first ones of the same samples
        app.workbench().post(ask::TakeDraft{});
        context->Yield(2);
        run_it(context, app);
        IM_CHECK_EQ(state.samples.count(), 1000u);
        IM_CHECK_EQ(state.earlier.size(), 2u);
        keep_picture(context, app, "estimate_earlier");
        context->ItemClick("//###estimate/**/###estimate_forget");
        IM_CHECK(state.earlier.empty());
        app.workbench().draft.request.parameters["seed"] = std::int64_t{1};
        open_estimate(context, app, "Points and hits, one seed");
        run_it(context, app);
        IM_CHECK(shows(context, "3,584 of 4,096 samples are hits"));
        IM_CHECK(state.earlier.empty());
        open_estimate(context, app, "An atomic per hit");
        IM_CHECK(shows(context, "The chosen kernel has nothing to show here"));
    });
}

}  // namespace
}  // namespace warpwise::ui
