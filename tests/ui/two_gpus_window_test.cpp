// A machine with two GPUs of one name: both are listed, chosen and run on their own, and their results stay apart in every view.
#include <algorithm>
#include <string>

#include "device/interface/device_kinds.h"
#include "ui/timing/live_loop.h"
#include "ui_test.h"
#include "unit/stand_in_gpus.h"

namespace warpwise::ui {
namespace {

constexpr DeviceId first{DeviceKind::cuda}, second{DeviceKind::cuda, 1};

class TwoGpusTest : public WindowTest {
  protected:
    AppOptions with_two(const std::string& lesson, gl::HostKind host = gl::HostKind::null) {
        AppOptions options = with_lesson(lesson, host);
        options.host.size = {1280, 1600};  // all devices and the whole result are on the screen
        options.make_gpu = gpus.maker();
        return options;
    }
    test::StandInGpus gpus{2};
};

std::string box_of(const DeviceId& id) { return "//###launch/**/###run_on_" + name_of(id); }

double kernel_ms(const Workbench& bench, const DeviceId& id) {
    const RunRecord* record = bench.results.latest(id);
    const RecordedPhase* kernel = record != nullptr ? record->find_phase("kernel") : nullptr;
    return kernel != nullptr ? kernel->measurement.median_ms : 0;
}

TEST_F(TwoGpusTest, AreListedAndTheFirstIsChosen) {
    run(with_two("indexing_1d"), [this](ImGuiTestContext* context, App& app) {
        const Workbench& bench = app.workbench();
        IM_CHECK_EQ(std::ranges::count(bench.devices.present, DeviceKind::cuda, &DeviceInfo::kind), 2);
        IM_CHECK(bench.draft.run_on.contains(first) && !bench.draft.run_on.contains(second));
        IM_CHECK(shows(context, "NVIDIA Stand-in (cuda:1)"));
        IM_CHECK(shows(context, "NVIDIA Stand-in and 1 more"));
        IM_CHECK_EQ(gpus.started.load(), 1);  // the second waits until it is chosen
    });
}

TEST_F(TwoGpusTest, RunOnTheirOwnAndTheirResultsStayApart) {
    run(with_two("indexing_1d"), [this](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.run_on = {DeviceKind::cpu_serial};
        context->Yield();
        context->ItemClick(box_of(second).c_str());
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK(bench.results.latest(second) != nullptr);
        IM_CHECK(bench.results.latest(first) == nullptr);  // it was not asked for
        IM_CHECK(shows(context, "Correct on"));
        IM_CHECK(context->ItemExists("//###result/**/##row_GPU 1 time"));
        IM_CHECK(!context->ItemExists("//###result/**/##row_GPU time"));

        context->ItemClick(box_of(first).c_str());
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK_EQ(kernel_ms(bench, first), test::StandInGpu::kernel_ms(0));
        IM_CHECK_EQ(kernel_ms(bench, second), test::StandInGpu::kernel_ms(1));
        IM_CHECK_EQ(bench.results.runs.at(second).history.size(), std::size_t{1});
        IM_CHECK_EQ(bench.results.runs.at(first).history.size(), std::size_t{0});
        IM_CHECK_EQ(gpus.started.load(), 2);

        context->ItemUncheck(box_of(second).c_str());
        IM_CHECK(bench.draft.run_on.contains(first) && !bench.draft.run_on.contains(second));
    });
}

TEST_F(TwoGpusTest, ASweepHasALineForEachThatIsChosen) {
    run(with_two("crossover"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        for (const bool both : {false, true}) {
            bench.draft.run_on = both ? std::set<DeviceId>{first, second} : std::set<DeviceId>{second};
            bench.post(ask::RunSweep{.over = {}, .up_to = 256});
            context->Yield(2);
            wait_for_runs(context, app);
            IM_CHECK(bench.results.sweep.has_value());
            IM_CHECK_EQ(bench.results.sweep->series.contains(first), both);
            IM_CHECK(bench.results.sweep->series.contains(second));
            IM_CHECK_EQ(bench.results.sweep->series.at(second).front().kernel_ms, test::StandInGpu::kernel_ms(1));
        }
        IM_CHECK_EQ(bench.results.sweep->series.at(first).front().kernel_ms, test::StandInGpu::kernel_ms(0));
    });
}

TEST_F(TwoGpusTest, TheLiveLoopKeepsALineForEach) {
    run(with_two("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.run_on = {first, second};
        bench.state<LiveLoop>().on = true;
        const auto& series = bench.state<LiveLoop>().series;
        IM_CHECK(wait_until(context, [&] { return series.contains(first) && series.contains(second); }));
        IM_CHECK_EQ(series.at(first).front().kernel_ms, test::StandInGpu::kernel_ms(0));
        IM_CHECK_EQ(series.at(second).front().kernel_ms, test::StandInGpu::kernel_ms(1));
        bench.state<LiveLoop>().on = false;
        context->Yield(2);
    });
}

}  // namespace
}  // namespace warpwise::ui
