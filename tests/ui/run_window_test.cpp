// Running in the window: verdicts, what the views learn of a run, faults with their places, cancelling.
#include <algorithm>
#include <string>

#include "ui/kit/draw.h"
#include "ui/source/source_panel.h"
#include "ui/threads/thread_grid.h"
#include "ui/workbench/progress_shown.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

void press_run(ImGuiTestContext* context, App& app) {
    context->KeyPress(ImGuiKey_F5);
    wait_for_runs(context, app);
}

void type_block(ImGuiTestContext* context, const char* text) {
    context->ItemInput("//###launch/**/block.x/##value");
    context->KeyCharsReplaceEnter(text);
    context->Yield(3);
}

void click_preset(ImGuiTestContext* context, const std::string& name) {
    context->ItemClick(("//###launch/**/presets/" + name).c_str());
    context->Yield(3);
}

const RunRecord& emulated(App& app) { return *app.workbench().results.latest(DeviceKind::emulated); }

std::int64_t written_elements(const RunRecord& record) {
    return std::ranges::count_if(record.writes.at(0).writer, [](std::uint32_t writer) { return writer != 0; });
}

TEST_P(UiTest, RunShowsTheVerdictAndWhoWroteWhat) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        press_run(context, app);
        IM_CHECK(app.workbench().results.latest(DeviceKind::emulated) != nullptr);
        IM_CHECK_EQ(emulated(app).status, RunStatus::ok);
        IM_CHECK_EQ(written_elements(emulated(app)), 100);
        const ThreadFacts& facts = app.workbench().state<LaunchFactsState>().facts;
        IM_CHECK(facts.has_run && facts.has_writes);
        IM_CHECK_EQ(facts.unwritten, 0u);
        IM_CHECK(shows(context, "Correct"));
        IM_CHECK(shows(context, "100 of 100 elements equal the CPU routine"));
    });
}

TEST_P(UiTest, ACpuFormThatAKernelLacksIsNotRun) {
    run(with_lesson("float_bits"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.run_on = {DeviceKind::emulated, DeviceKind::cpu_serial};
        press_run(context, app);
        IM_CHECK_EQ(emulated(app).status, RunStatus::ok);
        IM_CHECK(bench.results.latest(DeviceKind::cpu_serial) == nullptr);
        IM_CHECK(context->ItemInfo("//###launch/**/###run_on_cpu-serial").ItemFlags & ImGuiItemFlags_Disabled);
        IM_CHECK(!(context->ItemInfo("//###launch/**/###run_on_emulated").ItemFlags & ImGuiItemFlags_Disabled));
    });
}

TEST_P(UiTest, TheThreadCardClaimsNoReadThatNobodySaw) {
    run(with_lesson("crossover"), [](ImGuiTestContext* context, App& app) {
        click_preset(context, "16 elements");
        press_run(context, app);
        const std::string effect = thread_effect(app.workbench(), launch_facts(app.workbench()), 5);
        IM_CHECK_STR_EQ(effect.substr(0, effect.find(':')).c_str(), "writes c[5]");
    });
    run(with_lesson("first_kernel"), [](ImGuiTestContext* context, App& app) {  // its output begins with ones
        press_run(context, app);
        const std::string effect = thread_effect(app.workbench(), launch_facts(app.workbench()), 5);
        IM_CHECK_STR_EQ(effect.substr(0, effect.find(':')).c_str(), "writes a[5]");
        IM_CHECK(effect.find(" -> ") != std::string::npos);
    });
}

TEST_P(UiTest, AnAccessPastTheEndNamesArrayIndexThreadAndLine) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        click_preset(context, "No guard");
        press_run(context, app);
        IM_CHECK_EQ(emulated(app).status, RunStatus::fault);
        IM_CHECK(emulated(app).fault.has_value());
        const Fault& fault = *emulated(app).fault;
        IM_CHECK_EQ(fault.kind, FaultKind::out_of_bounds);
        IM_CHECK_EQ(fault.line, 6);
        IM_CHECK(shows(context, "element 100 of 'a'"));
        IM_CHECK(shows(context, "block 3, thread 4"));
        context->ItemClick("//###result/**/###fault_line");
        context->Yield(8);
        IM_CHECK(app.workbench().panel_rects.contains("source"));
        IM_CHECK_EQ(app.workbench().state<SourcePanelState>().editor.cursor_line(), 6);
        context->ItemClick("//###result/**/###fault_thread");
        context->Yield(8);
        IM_CHECK_EQ(app.workbench().pointing.chosen_thread.value_or(0), 100u);
        IM_CHECK(app.workbench().panel_rects.contains("thread_grid"));
    });
}

class RunWindowTest : public WindowTest {};

TEST_F(RunWindowTest, ThreadIndexAloneShowsTheElementsNobodyWrote) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        click_preset(context, "threadIdx.x alone");
        press_run(context, app);
        IM_CHECK_EQ(emulated(app).fault->kind, FaultKind::data_race);  // four blocks at the same elements
        IM_CHECK_EQ(written_elements(emulated(app)), 32);
        const ThreadFacts& facts = app.workbench().state<LaunchFactsState>().facts;
        IM_CHECK_EQ(facts.unwritten, 68u);
        IM_CHECK_EQ(facts.element_flags.at(31) & element_flag::kUnwritten, 0);
        IM_CHECK_NE(facts.element_flags.at(32) & element_flag::kUnwritten, 0);
    });
}

TEST_F(RunWindowTest, AnotherBlockChangesGridAndIdleThreads) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(shows(context, "128 threads, 28 idle (22 %)"));
        type_block(context, "256");
        IM_CHECK_EQ(app.workbench().draft.resolved->shape.grid.x, 1u);
        IM_CHECK(shows(context, "256 threads, 156 idle (61 %)"));
        IM_CHECK_EQ(app.workbench().state<LaunchFactsState>().facts.idle, 156u);
        context->ItemInput("//###launch/**/block.x/##value");
        context->KeyPress(ImGuiKey_DownArrow, 2);  // steps by powers of two
        context->KeyPress(ImGuiKey_Enter);
        context->Yield(3);
        IM_CHECK_EQ(app.workbench().draft.resolved->shape.block.x, 64u);
        IM_CHECK_EQ(app.workbench().draft.resolved->shape.grid.x, 2u);
    });
}

TEST_F(RunWindowTest, AWrongResultLeadsToTheFirstElementThatDiffers) {
    run(with_lesson("first_kernel"), [](ImGuiTestContext* context, App& app) {
        click_preset(context, "Kept in a variable");
        press_run(context, app);
        IM_CHECK_EQ(emulated(app).status, RunStatus::wrong);
        IM_CHECK(shows(context, "Wrong"));
        context->ItemClick("//###result/**/###difference");
        context->Yield(6);
        IM_CHECK_EQ(app.workbench().pointing.hovered_element.value_or(-1), 0);
        IM_CHECK(app.workbench().panel_rects.contains("array_strip"));
    });
}

TEST_F(RunWindowTest, AnEndlessLoopEndsAndTheWindowGoesOn) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.edited_source["right"] =
            "template <typename T>\n__global__ void vector_add(const T* a, const T* b, T* c, int n) {\n    while (true);\n}\n";
        press_run(context, app);
        IM_CHECK_EQ(emulated(app).status, RunStatus::fault);
        IM_CHECK_EQ(emulated(app).fault->kind, FaultKind::step_budget);
        IM_CHECK_EQ(emulated(app).fault->line, 3);
        IM_CHECK(shows(context, "does not end"));
        IM_CHECK(!bench.messages.empty());
        bench.draft.edited_source.clear();
        press_run(context, app);
        IM_CHECK_EQ(emulated(app).status, RunStatus::ok);
    });
}

TEST_F(RunWindowTest, TooManyThreadsInABlockIsTheDriversError) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        type_block(context, "2048");
        IM_CHECK_EQ(app.workbench().draft.resolved->shape.block.x, 2048u);
        IM_CHECK(shows(context, "1,024"));  // the launch panel warns before the run
        press_run(context, app);
        IM_CHECK_EQ(emulated(app).status, RunStatus::fault);
        IM_CHECK_EQ(emulated(app).fault->kind, FaultKind::launch_invalid);
        IM_CHECK(shows(context, "CUDA_ERROR_INVALID_VALUE"));
    });
}

TEST_F(RunWindowTest, EscapeCancelsALongSweepAndKeepsItsPoints) {
    run(with_lesson("crossover"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        context->KeyPress(ImGuiKey_F6);
        IM_CHECK(wait_until(context,
                            [&] { return bench.results.sweep && bench.results.sweep->series.contains(DeviceKind::cpu_serial); }));
        IM_CHECK(bench.results.sweep->running);
        IM_CHECK_EQ(bench.results.sweep->values.back(), std::int64_t{1} << 24);  // as the lesson says
        context->KeyPress(ImGuiKey_Escape);
        IM_CHECK(wait_until(context, [&] { return !app.busy(); }));
        IM_CHECK(!bench.results.sweep->running);
        IM_CHECK(!bench.results.sweep->series.at(DeviceKind::cpu_serial).empty());
        IM_CHECK_LT(bench.results.sweep->series.at(DeviceKind::cpu_serial).size(), bench.results.sweep->values.size());
        press_run(context, app);  // and the window still runs
        IM_CHECK_EQ(emulated(app).status, RunStatus::ok);
    });
}

TEST_F(RunWindowTest, CancelButtonEndsARun) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().draft.request.parameters["n"] = std::int64_t{1} << 24;
        app.workbench().post(ask::TakeDraft{});
        context->Yield(2);
        context->KeyPress(ImGuiKey_F5);
        IM_CHECK(wait_until(context, [&] { return app.workbench().results.status.busy; }));
        IM_CHECK(wait_until(context, [&] { return run_progress(app.workbench()).shown; }));  // Cancel stands there from then on
        context->ItemClick("//###launch/**/Cancel##launch");
        IM_CHECK(wait_until(context, [&] { return !app.busy() && !app.workbench().results.status.busy; }));
        IM_CHECK(app.workbench().results.latest(DeviceKind::emulated) == nullptr);
    });
}

}  // namespace
}  // namespace warpwise::ui
