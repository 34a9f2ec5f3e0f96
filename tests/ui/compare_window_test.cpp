// Yours beside the lesson's in one run: what is shown, when it is older, and that a solution's text stays hidden.
#include <string>

#include "edited_vector_add.h"
#include "ui/compare/compare_state.h"
#include "ui/compare/compare_view.h"
#include "ui/source/source_panel.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

AppOptions large(AppOptions options) {
    options.host.size = {1440, 1400};
    return options;
}

const std::string kOneTooFar = R"cu(template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) c[i] = a[i] + b[i];
    if (i + 1 < n) c[i + 1] = a[i] + b[i + 1];
}
)cu";

class CompareWindowTest : public WindowTest {
  protected:
    static void check_box(ImGuiTestContext* context) {
        context->ItemCheck("//###launch/**/Also run the lesson's##launch");
        context->Yield(8);
    }
    static void press_run(ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        context->Yield(3);
    }
};

TEST_F(CompareWindowTest, AVersionOfTheExerciseStandsBesideTheSolution) {
    run(large(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.post(ask::UseLayout{LayoutName::code});  // the text and the comparison side by side
        context->Yield(10);
        bench.post(ask::ShowExerciseSource{});
        context->Yield(8);
        replace_source(context, app, kOneTooFar);
        check_box(context);
        IM_CHECK(shows(context, "Not compared yet"));
        press_run(context, app);
        IM_CHECK(bench.results.compared.has_value());
        const ComparedRuns& runs = *bench.results.compared;
        IM_CHECK(runs.is_solution);
        IM_CHECK(!runs.lessons.request.edited_source.has_value());  // its text is nowhere
        IM_CHECK_EQ(runs.lessons.status, RunStatus::ok);
        IM_CHECK_EQ(runs.yours.status, RunStatus::wrong);
        const CompareFacts& facts = bench.state<CompareState>().facts;
        IM_CHECK_STR_EQ(facts.array.c_str(), "c");
        IM_CHECK_EQ(facts.differing, facts.elements / 2);
        IM_CHECK_EQ(facts.differs[0], 0);
        IM_CHECK_EQ(facts.differs[1], 1);
        IM_CHECK_EQ(facts.yours.thread_differs[0], 1);
        IM_CHECK(shows(context, "50 of 100 differ"));
        IM_CHECK(shows(context, "all 100 right"));
        IM_CHECK(shows(context, "50 fewer"));
        IM_CHECK(lacks(context, "from before your edit"));
        keep_picture(context, app, "compare_exercise");
        // both over several sizes
        context->ItemClick("//###compare/**/###sweep_both");
        context->Yield(4);
        wait_for_runs(context, app);
        context->Yield(3);
        IM_CHECK(bench.results.compared_sweep.has_value());
        const ComparedSweep& sweep = *bench.results.compared_sweep;
        IM_CHECK_EQ(sweep.values.size(), 6u);
        IM_CHECK_EQ(sweep.done, 12u);
        IM_CHECK_EQ(sweep.failed, 0u);
        IM_CHECK(!sweep.running);
        for (const auto& [size, point] : sweep.points) {
            IM_CHECK(point.yours && point.lessons);
            IM_CHECK(std::get<std::int64_t>(point.yours->request.parameters.at("n")) == size);
            IM_CHECK(point.yours->counters != point.lessons->counters);
        }
        IM_CHECK(shows(context, "Counts over"));
        IM_CHECK(shows(context, "Sweep again"));
        keep_picture(context, app, "compare_sweep");
        // an edit makes yours older, and the lesson's stays
        replace_source(context, app, kOneTooFar + "// changed\n");
        IM_CHECK(wait_until(context, [&] { return bench.state<SourcePanelState>().checked; }));
        IM_CHECK(shows(context, "from before your edit"));
        IM_CHECK(shows(context, "all 100 right"));
        IM_CHECK(lacks(context, "50 of 100 differ"));
        keep_picture(context, app, "compare_older");
        context->ItemClick("//###compare/**/###run_both");
        wait_for_runs(context, app);
        context->Yield(3);
        IM_CHECK(shows(context, "50 of 100 differ"));
        IM_CHECK(shows(context, "your earlier version"));  // in the sweep
        context->ItemClick("//###compare/**/###sweep_both");
        context->Yield(4);
        wait_for_runs(context, app);
        context->Yield(3);
        IM_CHECK(lacks(context, "from before your edit"));
        // another size is within the sweep; another block is not, for either text
        bench.draft.request.parameters["n"] = std::int64_t{128};
        bench.post(ask::TakeDraft{});
        context->Yield(4);
        context->ScrollToBottom("//###compare");
        context->Yield(2);
        IM_CHECK(!is_on_screen(context, "your earlier version"));
        bench.draft.request.parameters["block"] = std::int64_t{64};
        bench.post(ask::TakeDraft{});
        context->Yield(4);
        IM_CHECK(shows(context, "from before your change"));
        keep_picture(context, app, "compare_sweep_changed");
    });
}

TEST_F(CompareWindowTest, AnEditedKernelStandsBesideTheLessonsOwn) {
    run(large(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.settings.live_run = false;
        bench.draft.edited_source["right"] = edited_vector_add("if (i < n) c[n - 1 - i] = a[n - 1 - i] + b[n - 1 - i];");
        bench.post(ask::TakeDraft{});
        context->Yield(3);
        IM_CHECK(shows(context, "Run your edit"));
        check_box(context);
        press_run(context, app);
        const ComparedRuns& runs = *bench.results.compared;
        IM_CHECK(!runs.is_solution);
        IM_CHECK(runs.yours.request.edited_source.has_value());
        IM_CHECK(shows(context, "no element differs"));
        IM_CHECK(bench.state<CompareState>().facts.rows.size() >= 5);
        keep_picture(context, app, "compare_edited");
        // where the emulator is not chosen, both run there all the same
        bench.draft.run_on = {DeviceKind::cpu_serial};
        bench.draft.request.parameters["n"] = std::int64_t{77};
        bench.post(ask::TakeDraft{});
        context->Yield(3);
        IM_CHECK(shows(context, "from before your change"));
        press_run(context, app);
        IM_CHECK_EQ(bench.results.compared->yours.launch.grid.x, 3u);
        IM_CHECK(shows(context, "no element differs"));
        IM_CHECK(bench.results.latest(DeviceKind::emulated) != nullptr || bench.results.latest(DeviceKind::cpu_serial) != nullptr);
    });
}

TEST_F(CompareWindowTest, ATextThatDoesNotCompileSaysSoInPlaceOfElements) {
    run(large(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.edited_source["right"] = edited_vector_add("c[i] = ;");
        bench.post(ask::TakeDraft{});
        context->Yield(3);
        check_box(context);
        press_run(context, app);
        IM_CHECK(shows(context, "does not compile, so it left no array to compare"));
        IM_CHECK(lacks(context, "What each run costs"));
        keep_picture(context, app, "compare_broken");
    });
}

TEST_F(CompareWindowTest, ArrowKeysChooseAThreadInBothGrids) {
    run(large(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.edited_source["right"] = edited_vector_add("if (i < n) c[i] = b[i] + a[i];");
        bench.post(ask::TakeDraft{});
        context->Yield(3);
        check_box(context);
        press_run(context, app);
        context->ItemClick("//###compare/**/##yours_grid");
        IM_CHECK(bench.pointing.chosen_thread.has_value());
        context->MouseMoveToPos({3, 3});
        bench.pointing.chosen_thread = 5;
        context->Yield(2);
        context->KeyPress(ImGuiKey_RightArrow);
        IM_CHECK_EQ(*bench.pointing.chosen_thread, 6u);
        context->KeyPress(ImGuiKey_DownArrow);
        IM_CHECK_EQ(*bench.pointing.chosen_thread, 38u);
    });
}

TEST(CompareCells, ThreadsAreWarpsInRowsOrSeveralToACell) {
    Look look{};
    const CellsLayout few = lay_out_cells(look, {{4, 1, 1}, {40, 1, 1}, 0}, 600, 300);
    EXPECT_FALSE(few.is_binned());
    EXPECT_EQ(few.warps_per_block, 2u);
    EXPECT_EQ(few.rows, 8u);
    EXPECT_EQ(few.first_thread(32), std::optional<std::uint64_t>(32));
    EXPECT_EQ(few.first_thread(32 + 8), std::nullopt);  // past the end of the block
    EXPECT_EQ(few.first_thread(64), std::optional<std::uint64_t>(40));
    for (const std::uint64_t thread : {0u, 31u, 39u, 40u, 159u}) {
        const ImVec2 corner = few.corner_of(few.cell_of(thread));
        EXPECT_EQ(few.thread_at({corner.x + 1, corner.y + 1}), std::optional<std::uint64_t>(thread));
    }
    const CellsLayout many = lay_out_cells(look, {{4096, 1, 1}, {256, 1, 1}, 0}, 600, 300);
    EXPECT_TRUE(many.is_binned());
    EXPECT_LE(many.height(), 300);
    EXPECT_GE(many.rows * many.columns * many.per_cell, many.threads);
    EXPECT_EQ(many.first_thread(many.rows * many.columns), std::nullopt);
}

}  // namespace
}  // namespace warpwise::ui
