// The view `ranks` in the window: a job is chosen and run, and calls are pointed out by keys. Without MPI the run is skipped.
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "base/files.h"
#include "experiment/file/mpi_on_machine.h"
#include "ui/timing/ranks_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

// By the keys, from the field behind the list, whose items the engine cannot name: the emulator is the first place.
void choose_second_place(ImGuiTestContext* context) {
    context->NavMoveTo("//###ranks/**/##ranks_hosts");
    context->KeyPress(ImGuiKey_Tab | ImGuiMod_Shift);
    context->KeyPress(ImGuiKey_Space);
    context->Yield(2);
    context->KeyPress(ImGuiKey_DownArrow);
    context->KeyPress(ImGuiKey_Enter);
    context->Yield(3);
}

class RanksWindowTest : public WindowTest {
  protected:
    void SetUp() override {
        WindowTest::SetUp();
        if (!find_in_path("mpicxx") || !find_in_path("mpirun"))
            GTEST_SKIP() << "Open MPI is not on this machine (openmpi-bin, libopenmpi-dev)";
    }
    static void run_job_in_view(ImGuiTestContext* context, App& app, const char* job) {
        RanksState& state = app.workbench().state<RanksState>();
        state.job = job;
        context->Yield(2);
        context->ItemClick("//###ranks/**/###run_ranks");
        const auto is_done = [&] { return state.last && state.last->job == job && !state.run.is_running(); };
        IM_CHECK(wait_until(context, is_done) || wait_until(context, is_done) || wait_until(context, is_done));
        context->Yield(3);
    }
};

TEST_F(RanksWindowTest, AChainAndADeadlockAreDrawnAndTold) {
    run(with_lesson("ranks"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"ranks"});
        app.workbench().draft.request.parameters["ranks"] = std::int64_t{3};
        app.workbench().post(ask::TakeDraft{});
        context->Yield(4);
        IM_CHECK(shows(context, "This program has not run yet"));
        run_job_in_view(context, app, "chain");
        IM_CHECK(shows(context, "3 ranks: 2 messages, 16 bytes."));
        keep_picture(context, app, "ranks_chain");
        RanksState& state = app.workbench().state<RanksState>();
        context->NavMoveTo("//###ranks/**/##ranks_canvas");
        context->KeyPress(ImGuiKey_Slash);
        context->KeyPress(ImGuiKey_Slash);
        context->Yield(2);
        IM_CHECK_EQ(state.chosen_rank, 1);
        IM_CHECK(shows(context, "Rank 1: MPI_Recv from rank 0"));
        context->KeyPress(ImGuiKey_Period);
        context->Yield(2);
        IM_CHECK_EQ(state.chosen_call, 1u);
        run_job_in_view(context, app, "large");
        IM_CHECK(shows(context, "Deadlock: the ranks wait for each other"));
        IM_CHECK(shows(context, "It waits for ever."));
        keep_picture(context, app, "ranks_deadlock");
    });
}

TEST_F(RanksWindowTest, StrongAndWeakScalingAreMeasuredBesideEachOther) {
    run(with_lesson("ranks"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"ranks"});
        context->Yield(4);
        RanksState& state = app.workbench().state<RanksState>();
        state.job = "integral";
        context->Yield(2);
        IM_CHECK(state.growing_sizes == std::vector<std::string>{"n"});
        for (const auto& [button, weak] : {std::pair("###time_ranks", ""), std::pair("###time_weak_n", "n")}) {
            context->ItemClick((std::string("//###ranks/**/") + button).c_str());
            const auto is_done = [&] { return state.scalings.contains(weak) && !state.scaling_run.is_running(); };
            for (int i = 0; i < 6 && !is_done(); ++i) wait_until(context, is_done);
            IM_CHECK(is_done());
        }
        IM_CHECK_EQ(state.scalings.at("n").points.size(), 4u);
        IM_CHECK_EQ(state.scalings.at("n").ideal_s(8), state.scalings.at("n").points[0].seconds);
        context->Yield(3);
        IM_CHECK(shows(context, "Weak scaling: n grows with the ranks"));
        IM_CHECK(shows(context, "measured by ping-pong: latency"));
        IM_CHECK(shows(context, "A model, not measured:"));
        keep_picture(context, app, "ranks_scaling_plots");
        for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (std::string_view(window->Name).contains("##ranks_parts")) ImGui::SetScrollY(window, window->ScrollMax.y);
        context->Yield(2);
        keep_picture(context, app, "ranks_scaling");
        state.job = "hello";
        context->Yield(3);
        IM_CHECK(state.scalings.empty());
        IM_CHECK(lacks(context, "A model, not measured:"));
    });
}

TEST_F(RanksWindowTest, TheHostFileOfTheFieldIsReadBeforeARun) {
    run(with_lesson("ranks"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"ranks"});
        app.workbench().draft.request.parameters["ranks"] = std::int64_t{2};
        app.workbench().post(ask::TakeDraft{});
        context->Yield(4);
        RanksState& state = app.workbench().state<RanksState>();
        state.job = "chain";
        context->Yield(2);
        const auto type = [&](const std::string& path) {
            context->ItemInput("//###ranks/**/##ranks_hosts");
            context->KeyCharsReplaceEnter(path.c_str());
            context->Yield(2);
        };
        type("/no/such/hosts");
        context->ItemClick("//###ranks/**/###run_ranks");
        context->Yield(3);
        IM_CHECK(shows(context, "/no/such/hosts"));
        IM_CHECK(!state.last);
        keep_picture(context, app, "ranks_no_host_file");
        const std::string hosts = (std::filesystem::temp_directory_path() / "warpwise_hosts_of_a_test").string();
        IM_CHECK(write_regular_file(hosts, "localhost slots=2\n").has_value());
        type(hosts);
        run_job_in_view(context, app, "chain");
        IM_CHECK(shows(context, "2 ranks: 1 message, 8 bytes."));
        keep_picture(context, app, "ranks_host_file");
        std::filesystem::remove(hosts);
    });
}

// Chosen by the keys and run by the mouse, as a user does it. Without a GPU there is nothing to choose.
TEST_F(RanksWindowTest, AJobRunsOnTheGpusOfThisMachine) {
    bool has_gpu = false;
    run(with_lesson("ranks"), [&](ImGuiTestContext* context, App& app) {
        const std::vector<DeviceInfo>& devices = app.workbench().devices.present;
        const auto gpus = static_cast<std::size_t>(
            std::ranges::count_if(devices, [](const DeviceInfo& each) { return traits_of(each.kind).is_gpu; }));
        has_gpu = gpus > 0;
        if (!has_gpu) return;
        app.workbench().post(ask::FocusView{"ranks"});
        app.workbench().draft.request.parameters["ranks"] = std::int64_t{2};
        app.workbench().post(ask::TakeDraft{});
        context->Yield(4);
        RanksState& state = app.workbench().state<RanksState>();
        for (const char* job : {"heat", "overlapped"}) {
            state.job = job;
            context->Yield(2);
            if (state.where != RanksState::Where::gpus) choose_second_place(context);
            IM_CHECK(state.where == RanksState::Where::gpus);
            run_job_in_view(context, app, job);
            IM_CHECK_EQ(state.last->status, "right");
            IM_CHECK_EQ(state.last->gpus.gpus.size(), std::min<std::size_t>(gpus, 2));
            keep_picture(context, app, std::string("ranks_gpus_") + job);
        }
        app.workbench().post(ask::Zoom{2});
        context->Yield(6);
        keep_picture(context, app, "ranks_gpus_200");
    });
    if (!has_gpu) GTEST_SKIP() << "this machine has no GPU";
}

// What is shipped needs neither MPI nor a GPU.
class RecordedRanksWindowTest : public WindowTest {};

TEST_F(RecordedRanksWindowTest, AJobIsShownAsItRanOnOneAndOnTwoGpus) {
    run(with_lesson("ranks"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"ranks"});
        context->Yield(4);
        RanksState& state = app.workbench().state<RanksState>();
        state.job = "heat";
        context->Yield(2);
        IM_CHECK(state.recordings.has_value() && !state.recordings->empty());
        const std::vector<DeviceInfo>& devices = app.workbench().devices.present;
        if (std::ranges::none_of(devices, [](const DeviceInfo& each) { return traits_of(each.kind).is_gpu; }))
            choose_second_place(context);
        else
            state.where = RanksState::Where::recorded;
        context->Yield(3);
        IM_CHECK(state.where == RanksState::Where::recorded);
        IM_CHECK(state.last && state.last->job == "heat");
        IM_CHECK(shows(context, "Recorded on 1 GPU of another machine (NVIDIA H100"));
        IM_CHECK(shows(context, "Strong scaling: the job stays the same"));
        keep_picture(context, app, "ranks_recorded_one");
        const JobRun& two = *std::ranges::find_if(state.recordings->front().runs, [](const JobRun& each) {
            return each.job == "heat" && each.timeline.rows.size() == 2;
        });
        state.last = two;
        context->Yield(3);
        IM_CHECK(shows(context, "from GPU to GPU by NCCL"));
        IM_CHECK(shows(context, "The work takes"));
        keep_picture(context, app, "ranks_recorded_two");
        // What was recorded stands above the timeline, and the timeline is in sight with all of its legend.
        const ImGuiWindow* parts = context->GetWindowByRef(context->ItemInfo("//###ranks/**/##ranks_canvas").Window->ID);
        IM_CHECK(parts != nullptr);
        IM_CHECK_LT(context->ItemInfo("//###ranks/**/##ranks_canvas").RectFull.Max.y, parts->InnerRect.Max.y);
        app.workbench().post(ask::UseTheme{ThemeName::light});
        context->Yield(4);
        keep_picture(context, app, "ranks_recorded_light");
        app.workbench().post(ask::UseTheme{ThemeName::high_contrast});
        app.workbench().post(ask::Zoom{2});
        context->Yield(6);
        keep_picture(context, app, "ranks_recorded_contrast_200");
        state.job = "hello";
        context->Yield(3);
        IM_CHECK(state.where == RanksState::Where::emulator);
        IM_CHECK(lacks(context, "Recorded on"));
    });
}

}  // namespace
}  // namespace warpwise::ui
