// The timing views in the window: faces of the timings, the live loop, the timeline's zoom, the roofline's ceilings.
#include <algorithm>
#include <map>
#include <string>

#include "experiment/run/execution.h"
#include "ui/timing/live_loop.h"
#include "ui/timing/roofline_state.h"
#include "ui/timing/timeline_state.h"
#include "ui/timing/timings_state.h"
#include "ui/workbench/workbench.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class TimingWindowTest : public WindowTest {
  protected:
    // A run on a GPU as it would come back: two chunks on two streams.
    static RunRecord gpu_run() {
        RunRecord record = new_record({DeviceKind::cuda, "NVIDIA H200", {}});
        record.phases.push_back(measured_phase("kernel", 3, {1, 1, 1, 1, 1}));
        record.timeline = {{"copy_in", 0, 0, 0, 2}, {"kernel", 0, 0, 2, 4}, {"copy_out", 0, 0, 4, 5},
                           {"copy_in", 1, 1, 2, 4}, {"kernel", 1, 1, 4, 6}, {"copy_out", 1, 1, 6, 7}};
        return record;
    }

    // As where nothing is recorded.
    static void forget_recordings(Workbench& bench) {
        bench.recordings.all.files.clear();
        bench.recordings.of_draft.clear();
        bench.state<CeilingsState>().known.clear();
        bench.results.sweep.reset();
    }

    static void show(ImGuiTestContext* context, App& app, const char* panel) {
        app.workbench().post(ask::FocusView{panel});
        context->Yield(6);
        IM_CHECK(app.workbench().panel_rects.contains(panel));
    }
};

TEST_F(TimingWindowTest, TheTimingsHaveThreeFaces) {
    run(with_lesson("crossover"), [](ImGuiTestContext* context, App& app) {
        app.workbench().draft.run_on = {DeviceKind::cpu_serial, DeviceKind::emulated};
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        show(context, app, "timings");
        const TimingsState& state = app.workbench().state<TimingsState>();
        IM_CHECK(state.face == TimingsFace::phases);
        const bool behind_button = !context->ItemExists("//###timings/**/First run##timings");  // in a narrow panel
        if (behind_button) context->ItemClick("//###timings/**/timing_options");
        context->ItemClick(behind_button ? "//$FOCUSED/First run##timings" : "//###timings/**/First run##timings");
        IM_CHECK(state.with_first);
        context->PopupCloseAll();
        context->ItemClick("//###timings/**/Samples");
        context->Yield(2);
        IM_CHECK(state.face == TimingsFace::samples);
        IM_CHECK(context->ItemExists("//###timings/**/##sample_strip"));
        context->ItemClick("//###timings/**/Live");
        context->Yield(2);
        IM_CHECK(state.face == TimingsFace::live);
        IM_CHECK(shows(context, "The loop is stopped"));
    });
}

// The rows of all devices that run are there from the start, and stay where they are when one result after the other comes.
TEST_F(TimingWindowTest, ResultsThatArriveMoveNoRow) {
    run(with_lesson("crossover"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        forget_recordings(bench);
        bench.draft.run_on = {DeviceKind::emulated, DeviceKind::cpu_serial, DeviceKind::cpu_vector};
        show(context, app, "timings");
        const auto rows = [&] {
            std::map<std::string, float> tops;
            for (const DeviceId& device : bench.draft.run_on) {
                const std::string row = "//###timings/**/" + name_of(device) + "_0/##timing_row";
                if (const auto item = context->ItemInfo(row.c_str(), ImGuiTestOpFlags_NoError); item.ID != 0)
                    tops[name_of(device)] = item.RectFull.Min.y;
            }
            return tops;
        };
        context->KeyPress(ImGuiKey_F5);
        IM_CHECK(wait_until(context, [&] { return !bench.results.under_way.empty(); }));
        context->Yield(2);
        const auto begun = rows();
        EXPECT_EQ(begun.size(), 3u);
        while (app.busy()) {
            context->SleepNoSkip(0.01f, 0.01f);
            if (!app.busy()) break;
            EXPECT_EQ(rows(), begun) << bench.results.under_way.size() << " runs have not come back";
            if (::testing::Test::HasFailure()) break;
        }
        context->Yield(3);
        EXPECT_EQ(rows(), begun);
        EXPECT_TRUE(bench.results.under_way.empty());
        for (const DeviceId& device : bench.draft.run_on) EXPECT_NE(bench.results.latest(device), nullptr);
    });
}

TEST_F(TimingWindowTest, ALessonSaysHowItsTimingsBegin) {
    run(with_lesson("cold_and_warm"), [](ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        show(context, app, "timings");
        IM_CHECK(app.workbench().state<TimingsState>().with_first);
        app.workbench().post(ask::OpenLesson{"crossover"});
        context->Yield(3);
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        show(context, app, "timings");
        IM_CHECK(!app.workbench().state<TimingsState>().with_first);
    });
}

TEST_F(TimingWindowTest, TheLiveLoopFollowsASliderAndEndsWithTheLesson) {
    run(with_lesson("crossover"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.run_on = {DeviceKind::cpu_serial};
        bench.state<TimingsState>().face = TimingsFace::live;
        bench.state<TimingsState>().lesson = "crossover";
        show(context, app, "timings");
        context->ItemClick("//###timings/**/###live_timings");
        const auto points = [&]() -> std::size_t {
            const auto found = bench.state<LiveLoop>().series.find(DeviceKind::cpu_serial);
            return found != bench.state<LiveLoop>().series.end() ? found->second.size() : 0;
        };
        IM_CHECK(wait_until(context, [&] { return points() >= 2; }));
        IM_CHECK(!app.busy());  // nothing to wait for, and Run stays Run
        IM_CHECK(!bench.results.status.busy);
        IM_CHECK(bench.results.any_latest() == nullptr);  // it replaces no checked run
        bench.draft.request.parameters["n"] = std::int64_t{4096};
        bench.post(ask::TakeDraft{});
        const std::size_t before = points();
        IM_CHECK(wait_until(context, [&] { return points() >= before + 2; }));
        const auto& series = bench.state<LiveLoop>().series.at(DeviceKind::cpu_serial);
        for (std::size_t i = 1; i < series.size(); ++i) IM_CHECK_GE(series[i].at_s, series[i - 1].at_s);
        bench.post(ask::OpenLesson{"indexing_1d"});
        context->Yield(4);
        IM_CHECK(!bench.state<LiveLoop>().on);
        IM_CHECK(bench.state<LiveLoop>().series.empty());
    });
}

TEST_F(TimingWindowTest, TheTimelineZoomsPansAndComesBack) {
    run(with_lesson("streams"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        forget_recordings(bench);
        show(context, app, "timeline");
        IM_CHECK(shows(context, "No timeline"));
        bench.results.runs[DeviceKind::cuda].latest = gpu_run();
        context->Yield(3);
        context->MouseMove("//###timeline/**/##timeline_canvas");
        context->MouseWheelY(3);
        context->Yield(2);
        const TimelineState& state = bench.state<TimelineState>();
        IM_CHECK_GT(state.end_ms, state.begin_ms);
        IM_CHECK_LT(state.end_ms - state.begin_ms, 7 * 0.6);
        const double begin = state.begin_ms;
        context->ItemDragWithDelta("//###timeline/**/##timeline_canvas", {60, 0});
        IM_CHECK_LT(state.begin_ms, begin);
        context->ItemClick("//###timeline/**/Whole run##timeline");
        IM_CHECK_EQ(state.end_ms, 0.0);
        context->ItemClick("//###timeline/**/Copy CSV##timeline");
        const std::string csv = ImGui::GetClipboardText();
        IM_CHECK(csv.find("\"NVIDIA H200\"") != std::string::npos);
        IM_CHECK_EQ(std::ranges::count(csv, '\n'), 7);
    });
}

TEST_F(TimingWindowTest, TheRooflineAsksForCeilingsAndJudgesByThem) {
    run(with_lesson("transfers"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        forget_recordings(bench);
        bench.results.runs.clear();
        show(context, app, "roofline");
        IM_CHECK(shows(context, "No ceilings yet"));
        Ceilings ceilings;
        ceilings.device = DeviceKind::cpu_serial;
        ceilings.device_name = "a CPU";
        ceilings.copy_gb_s = 10;
        ceilings.fma_f32_gflop_s = 20;
        bench.state<CeilingsState>().known = {ceilings};
        context->Yield(2);
        IM_CHECK(context->ItemExists("//###roofline/**/Measure again##roofline"));
    });
}

}  // namespace
}  // namespace warpwise::ui
