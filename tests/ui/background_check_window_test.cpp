// An edited kernel that a GPU ran is checked by the emulator in the background. The GPU here is a stand-in whose runs come out
// right whatever the text says, as those of a GPU do that reads past an array without a fault.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "edited_vector_add.h"
#include "experiment/run/emulator_check.h"
#include "ui/workbench/outcome.h"
#include "ui_test.h"
#include "unit/stand_in_gpus.h"

namespace warpwise::ui {
namespace {

class LuckyGpu : public test::StandInGpu {
  public:
    LuckyGpu() : StandInGpu(0, 1) {}
    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource& source) override {
        KernelSource right = source;
        right.text = edited_vector_add("if (i < n) c[i] = a[i] + b[i];");
        return StandInGpu::compile(right);
    }
    LaunchOutcome launch(Program& program, const LaunchShape& shape, std::vector<KernelArgument> arguments,
                         const LaunchOptions& options) override {
        if (shape.thread_count() > kMostCheckedThreads) return {};  // the emulator would take long
        return StandInGpu::launch(program, shape, std::move(arguments), options);
    }
};

class BackgroundCheckTest : public WindowTest {
  protected:
    static AppOptions with_lucky_gpu() {
        AppOptions options = with_lesson("indexing_1d");
        options.host.size = {1280, 1600};  // the whole result is on the screen
        options.make_gpu = [](int ordinal) -> Result<std::unique_ptr<Device>> {
            if (ordinal > 0) return std::unexpected(no_such_device({DeviceKind::cuda, ordinal}, {test::StandInGpu::info_of(0)}));
            return std::make_unique<LuckyGpu>();
        };
        return options;
    }
    static void run_on_gpu(ImGuiTestContext* context, App& app, const std::string& body) {
        Workbench& bench = app.workbench();
        bench.draft.run_on = {DeviceKind::cuda};
        bench.draft.edited_source["right"] = edited_vector_add(body);
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        ASSERT_NE(bench.results.latest(DeviceKind::cuda), nullptr);
    }
    static bool checked(ImGuiTestContext* context, App& app) {
        const auto& check = app.workbench().results.check;
        return wait_until(context, [&] { return check && !check->running; });
    }
    // Runs the body on the GPU, where it comes out right, and returns what the emulator found.
    static std::optional<FaultKind> found_in(ImGuiTestContext* context, App& app, const std::string& body) {
        run_on_gpu(context, app, body);
        if (app.workbench().results.latest(DeviceKind::cuda)->status != RunStatus::ok || !checked(context, app))
            return std::nullopt;
        const auto& record = app.workbench().results.check->record;
        return record && record->fault ? std::optional(record->fault->kind) : std::nullopt;
    }
};

TEST_F(BackgroundCheckTest, OnePastTheEndIsFound) {
    run(with_lucky_gpu(), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK_EQ(found_in(context, app, "if (i <= n) c[i] = a[i] + b[i];"), FaultKind::out_of_bounds);
        IM_CHECK(shows(context, "The GPU ran it; the emulator found: out of bounds"));
        IM_CHECK(shows(context, "element 100 of "));
        IM_CHECK(shows(context, "100 of 100 elements equal the CPU routine"));       // what the GPU left
        IM_CHECK(shows(context, "correct, but the emulator found: out of bounds"));  // the status bar
        const Outcome outcome = outcome_of(bench);
        IM_CHECK_EQ(outcome.verdict.tone, VerdictTone::wrong);
        IM_CHECK(outcome.faulty != nullptr && outcome.faulty->fault->line == 4);
        IM_CHECK(std::ranges::any_of(bench.messages, [](const Message& message) {
            return message.text.find("ran on a GPU, and the emulator found: ") != std::string::npos;
        }));
        IM_CHECK(bench.results.latest(DeviceKind::emulated) == nullptr);  // a check is no run of the learner's
    });
}

TEST_F(BackgroundCheckTest, ARealGpuSaysNothingOfOnePastTheEnd) {
    if (DeviceSet devices; !devices.first_gpu()) GTEST_SKIP() << "no NVIDIA GPU here";
    AppOptions options = with_lesson("indexing_1d");
    options.host.size = {1280, 1600};
    run(options, [](ImGuiTestContext* context, App& app) {
        IM_CHECK_EQ(found_in(context, app, "if (i <= n) c[i] = a[i] + b[i];"), FaultKind::out_of_bounds);
        IM_CHECK(shows(context, "The GPU ran it; the emulator found: out of bounds"));
    });
}

TEST_F(BackgroundCheckTest, ARaceAndAnUninitialisedReadAreFound) {
    run(with_lucky_gpu(), [](ImGuiTestContext* context, App& app) {
        IM_CHECK_EQ(found_in(context, app, "if (i < n) { c[i] = a[i] + b[i]; c[0] = a[0] + b[0] + T(i) * T(0); }"),
                    FaultKind::data_race);
        IM_CHECK(shows(context, "the emulator found: data race"));
        IM_CHECK_EQ(found_in(context, app, "__shared__ T s[32]; if (i < n) c[i] = a[i] + b[i] + s[threadIdx.x];"),
                    FaultKind::uninitialized_read);
        IM_CHECK(shows(context, "the emulator found: read of uninitialized memory"));
    });
}

TEST_F(BackgroundCheckTest, AGoodTextIsSaidToBeChecked) {
    run(with_lucky_gpu(), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(!found_in(context, app, "if (i < n) c[i] = b[i] + a[i];").has_value());
        IM_CHECK(shows(context, "Correct on NVIDIA Stand-in"));
        IM_CHECK(shows(context, "The emulator checked this run: "));
        IM_CHECK_EQ(outcome_of(app.workbench()).verdict.tone, VerdictTone::good);
    });
}

TEST_F(BackgroundCheckTest, ATooLargeLaunchIsSaidNotToBeChecked) {
    run(with_lucky_gpu(), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.request.parameters["n"] = std::int64_t{1} << 23;
        bench.draft.request.repeats = 1;
        bench.post(ask::TakeDraft{});
        context->Yield(2);
        run_on_gpu(context, app, "if (i <= n) c[i] = a[i] + b[i];");
        IM_CHECK(!bench.results.check->running);
        IM_CHECK(!bench.results.check->record.has_value());
        IM_CHECK(shows(context, "The emulator did not check this run: "));
        IM_CHECK(shows(context, "8,388,608 threads"));
    });
}

TEST_F(BackgroundCheckTest, TheLessonsOwnKernelIsNotCheckedAndNorIsWhatTheEmulatorRanToo) {
    run(with_lucky_gpu(), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.run_on = {DeviceKind::cuda};
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK(!bench.results.check.has_value());
        bench.draft.run_on = {DeviceKind::emulated, DeviceKind::cuda};
        bench.draft.edited_source["right"] = edited_vector_add("if (i <= n) c[i] = a[i] + b[i];");
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK(!bench.results.check.has_value());
        IM_CHECK(shows(context, "Out of bounds on the emulator"));
    });
}

TEST_F(BackgroundCheckTest, RunStaysRunBesideACheckWhichMakesRoom) {
    run(with_lucky_gpu(), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        // long in the emulator, and always of the same accesses
        run_on_gpu(context, app, "if (i < n) { c[i] = a[i] + b[i]; for (int k = 0; k < (1 << 28); ++k) c[i] = a[i] + b[i]; }");
        IM_CHECK(bench.results.check && bench.results.check->running);
        IM_CHECK(!bench.results.status.busy);
        IM_CHECK(shows(context, "The emulator is checking the accesses of this run"));
        bench.draft.edited_source.clear();
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK(!bench.results.check->running);
        IM_CHECK(shows(context, "Correct on NVIDIA Stand-in"));
    });
}

TEST_F(BackgroundCheckTest, AnEndlessCheckEndsByItsSteps) {
    EXPECT_LT(kCheckStepBudget, RunHooks{}.step_budget);
    RunRecord record;
    record.status = RunStatus::fault;
    record.fault = Fault{.kind = FaultKind::step_budget};
    EXPECT_EQ(end_of_check(record), CheckEnd::out_of_steps);
}

}  // namespace
}  // namespace warpwise::ui
