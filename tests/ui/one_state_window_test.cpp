// Whatever ran, the result card, the status bar, the messages and the thread grid say the same of it: no verdict stands beside a
// text, values or an event that contradicts it.
#include <algorithm>
#include <string>

#include "base/files.h"
#include "edited_vector_add.h"
#include "experiment/run/emulator_check.h"
#include "experiment/run/resolve.h"
#include "ui/picture/image_before.h"
#include "ui/picture/image_state.h"
#include "ui/picture/image_view.h"
#include "ui/shell/open_lesson_window.h"
#include "ui/threads/launch_facts.h"
#include "ui/threads/thread_grid.h"
#include "ui/timing/live_loop.h"
#include "ui/timing/timings_state.h"
#include "ui/workbench/outcome.h"
#include "ui/workbench/progress_shown.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

AppOptions with_tall_window(AppOptions options) {
    options.host.size = {1280, 1600};  // the whole result is on the screen
    return options;
}

void press_run(ImGuiTestContext* context, App& app) {
    context->KeyPress(ImGuiKey_F5);
    wait_for_runs(context, app);
}

void click_preset(ImGuiTestContext* context, const std::string& name) {
    context->ItemClick(("//###launch/**/presets/" + name).c_str());
    context->Yield(3);
}

void show_source(ImGuiTestContext* context, App& app) {
    app.workbench().post(ask::FocusView{"source"});
    context->Yield(5);
}

// Types the text over the kernel's, and waits for the compiler's word on it.
bool type_kernel(ImGuiTestContext* context, App& app, const std::string& text) {
    replace_source(context, app, text);
    const auto& checked = app.workbench().results.text;
    return wait_until(context, [&] { return checked && checked->edited_source == text; });
}

class OneStateTest : public WindowTest {};

TEST_F(OneStateTest, ACompileErrorTakesThePlaceOfAVerdictOnAnOlderText) {
    run(with_tall_window(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        show_source(context, app);
        press_run(context, app);
        IM_CHECK(shows(context, "Correct on all devices"));
        IM_CHECK(shows(context, "The lesson's kernel vector_add<float>"));
        const std::string original = app.workbench().shown_source();
        IM_CHECK(type_kernel(context, app, edited_vector_add("if (i < n) c[i] = a[i] +")));
        IM_CHECK(shows(context, "Does not compile: "));
        IM_CHECK(shows(context, "Your edited kernel: does not compile"));  // the status bar
        IM_CHECK(lacks(context, "Correct on all devices"));
        IM_CHECK(shows(context, "Before your edit: correct on all devices"));
        IM_CHECK_EQ(outcome_of(app.workbench()).verdict.tone, VerdictTone::wrong);

        IM_CHECK(type_kernel(context, app, edited_vector_add("if (i < n) c[i] = b[i] + a[i];")));
        IM_CHECK(lacks(context, "Does not compile"));
        IM_CHECK(lacks(context, "Correct on all devices"));  // this text has not run
        IM_CHECK(shows(context, "Before your edit: correct on all devices"));
        IM_CHECK(shows(context, "The text has changed since this run"));
        press_run(context, app);
        IM_CHECK(shows(context, "Correct on all devices"));
        IM_CHECK(shows(context, "Your edited vector_add<float>"));
        IM_CHECK(shows(context, "Ran your edited vector_add<float>"));
    });
}

// The CPU's routine ran, the text did not: no time is the text's, and nothing says that it ran.
TEST_F(OneStateTest, WhatDoesNotCompileHasNotRun) {
    run(with_tall_window(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        show_source(context, app);
        IM_CHECK(type_kernel(context, app, edited_vector_add("if (i < n) c[i] = a[i] +")));
        press_run(context, app);
        IM_CHECK(shows(context, "Your edited vector_add<float> does not compile on the emulator"));  // the status bar
        IM_CHECK(shows(context, "The CPU routine, its last run"));
        IM_CHECK(lacks(context, "Your edited vector_add<float>, its last run"));
        IM_CHECK(lacks(context, "counted, not timed"));
        IM_CHECK(lacks(context, "Ran your edited"));
    });
}

// Nothing is compared with itself.
TEST_F(OneStateTest, TheReferenceAloneIsNotCorrect) {
    run(with_tall_window(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        app.workbench().draft.run_on = {DeviceId{DeviceKind::cpu_serial}};
        press_run(context, app);
        IM_CHECK(shows(context, "Ran on the CPU (serial)"));
        IM_CHECK(shows(context, "Ran the CPU routine on the CPU (serial)"));  // the status bar
        IM_CHECK(lacks(context, "Correct on the CPU"));
        IM_CHECK(lacks(context, "equal the CPU routine"));
        IM_CHECK_EQ(outcome_of(app.workbench()).verdict.tone, VerdictTone::neutral);
    });
}

// A CUDA file that was opened has no lesson, and nothing in it was edited.
TEST_F(OneStateTest, AFileIsNoLesson) {
    test::TemporaryFolder folder;
    folder.write("broken.cu", read_file(std::filesystem::path(WARPWISE_SOURCE_DIR) / "tests/programs/does_not_compile.cu").value());
    run(with_tall_window(with_lesson("")), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        take_dropped(bench, (folder.path() / "broken.cu").string());
        context->Yield(8);
        show_source(context, app);
        IM_CHECK(wait_until(context, [&] { return bench.results.text && has_errors(bench.results.text->diagnostics); }));
        bench.post(ask::RunProgram{});
        IM_CHECK(wait_until(context, [&] { return bench.results.program.has_value(); }));
        context->Yield(3);
        IM_CHECK(shows(context, "The program: it does not compile"));
        IM_CHECK(lacks(context, "Before your edit"));
        IM_CHECK(lacks(context, "The lesson's kernel"));
    });
}

TEST_F(OneStateTest, AVerdictOfOtherValuesSaysSo) {
    run(with_tall_window(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.settings.live_run = false;
        press_run(context, app);
        IM_CHECK(shows(context, "Correct on all devices"));
        bench.draft.request.parameters["n"] = std::int64_t{90};
        bench.post(ask::TakeDraft{});
        context->Yield(3);
        IM_CHECK(lacks(context, "Correct on all devices"));
        IM_CHECK(shows(context, "Before your change: correct on all devices"));
        IM_CHECK(launch_facts(bench).record == nullptr);  // the grid draws no run of other values
        press_run(context, app);
        IM_CHECK(shows(context, "Correct on all devices"));
    });
}

TEST_F(OneStateTest, AnAnimationIsNotNothing) {
    AppOptions options = with_tall_window(with_lesson("heat"));
    options.settings = {"width=96", "height=96"};
    run(options, [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.post(ask::FocusView{"image"});
        const AnimationState& animation = bench.state<ImageState>().animation;
        IM_CHECK(wait_until(context, [&] { return animation.record.outputs != nullptr; }));
        IM_CHECK(shows(context, "Not run yet"));
        for (std::uint64_t step = 1; step <= 3; ++step) {
            context->ItemClick("//###image/###image_step");
            IM_CHECK(wait_until(context, [&] { return animation.newest.steps == step; }));
        }
        IM_CHECK(lacks(context, "Not run yet"));
        IM_CHECK(lacks(context, "has not run yet"));
        IM_CHECK(shows(context, "3 steps on "));
        IM_CHECK(shows(context, "Animation: 3 steps on "));  // the status bar
        IM_CHECK_EQ(outcome_of(bench).subject, Subject::animation);
        press_run(context, app);
        IM_CHECK_EQ(outcome_of(bench).subject, Subject::lesson_kernel);
        IM_CHECK(shows(context, "not compared"));  // the animation, beside the verdict of the run
    });
}

TEST_F(OneStateTest, ASweepIsNotNothing) {
    run(with_tall_window(with_lesson("crossover")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.run_on = {DeviceKind::cpu_serial};
        IM_CHECK(shows(context, "Not run yet"));
        bench.post(ask::RunSweep{"", 256});
        context->Yield(2);
        wait_for_runs(context, app);
        IM_CHECK(lacks(context, "Not run yet"));
        IM_CHECK(lacks(context, "has not run yet"));
        IM_CHECK(shows(context, "Sweep over elements n"));
        IM_CHECK(shows(context, "all correct"));
        IM_CHECK_EQ(outcome_of(bench).subject, Subject::sweep);
    });
}

TEST_F(OneStateTest, TheLivePlotIsNotNothing) {
    run(with_tall_window(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.run_on = {DeviceKind::cpu_serial};
        bench.state<LiveLoop>().on = true;
        IM_CHECK(wait_until(context, [&] { return bench.results.live_rounds > 1; }));
        bench.state<LiveLoop>().on = false;
        context->Yield(3);
        IM_CHECK(lacks(context, "Not run yet"));
        IM_CHECK_EQ(outcome_of(bench).subject, Subject::live_loop);
    });
}

TEST_F(OneStateTest, ARaceThatRanToItsEndDidNotStop) {
    run(with_tall_window(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        click_preset(context, "threadIdx.x alone");
        press_run(context, app);
        const RunRecord& record = *bench.results.latest(DeviceKind::emulated);
        IM_CHECK_EQ(record.fault->kind, FaultKind::data_race);
        IM_CHECK(shows(context, "finished, with a data race"));
        IM_CHECK(lacks(context, "stopped by a fault"));
        const LaunchFacts launch = launch_facts(bench);
        for (std::uint64_t thread = 0; thread < launch.facts->threads; ++thread)
            IM_CHECK(!thread_effect(bench, launch, thread).starts_with("stopped"));
    });
}

TEST_F(OneStateTest, AMessageSaysWhoseFaultItIs) {
    run(with_tall_window(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.edited_source["right"] = edited_vector_add("c[i] = a[i] + b[i];");
        press_run(context, app);
        IM_CHECK(!bench.messages.empty());
        IM_CHECK(bench.messages.back().text.starts_with("Your edited vector_add<float> on the emulator: "));
        IM_CHECK(shows(context, "Ran your edited vector_add<float> on the emulator: 128 threads, stopped by a fault"));
    });
}

TEST_F(OneStateTest, ALaunchForAGpuWaitsForF5) {
    run(with_tall_window(with_lesson("cold_and_warm")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        const auto is_of_draft = [&] {
            const RunRecord* record = bench.results.latest(DeviceKind::emulated);
            return record != nullptr && record->request.parameters.at("n") == bench.draft.request.parameters.at("n");
        };
        press_run(context, app);
        click_preset(context, "16 million");
        wait_for_runs(context, app);
        IM_CHECK(!is_of_draft());
        click_preset(context, "Hardly any data");
        wait_for_runs(context, app);
        IM_CHECK(is_of_draft());
    });
}

TEST_F(OneStateTest, APresetOfAnotherKernelRunsWhereEveryChangeDoes) {
    run(with_tall_window(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK(bench.settings.live_run);
        click_preset(context, "threadIdx.x alone");
        wait_for_runs(context, app);
        IM_CHECK(bench.results.any_latest() == nullptr);  // nothing has run yet: the first run is the learner's
        press_run(context, app);
        click_preset(context, "No guard");
        wait_for_runs(context, app);
        IM_CHECK_STR_EQ(bench.draft.request.kernel.c_str(), "no_guard");
        const RunRecord* record = bench.results.latest(DeviceKind::emulated);
        IM_CHECK(record != nullptr);
        IM_CHECK_STR_EQ(record->request.kernel.c_str(), "no_guard");
        context->ItemUncheck("//###launch/**/Run on every change##launch");
        click_preset(context, "threadIdx.x alone");
        wait_for_runs(context, app);
        IM_CHECK(bench.results.any_latest() == nullptr);
    });
}

TEST_F(OneStateTest, TheFirstRunStaysInItsLesson) {
    run(with_tall_window(with_lesson("cold_and_warm")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        const auto show_timings = [&](const char* lesson) {
            bench.post(ask::OpenLesson{lesson});
            context->Yield(3);
            bench.post(ask::FocusView{"timings"});
            context->Yield(5);
        };
        show_timings("cold_and_warm");
        IM_CHECK(bench.state<TimingsState>().with_first);
        show_timings("indexing_1d");
        IM_CHECK(!bench.state<TimingsState>().with_first);
    });
}

TEST_F(OneStateTest, ABlockIsTheSameFromTheCommandLineAndTheWindow) {
    AppOptions options = with_tall_window(with_lesson("mandelbrot"));
    options.settings = {"width=96", "height=64", "block=8,4"};
    run(options, [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK(bench.draft.resolved.has_value());
        IM_CHECK(bench.draft.resolved->shape.block == (Dim3{8, 4, 1}));
        IM_CHECK(bench.draft.resolved->shape.grid == (Dim3{12, 16, 1}));
        press_run(context, app);
        IM_CHECK_EQ(bench.results.latest(DeviceKind::emulated)->status, RunStatus::ok);
        // as `warpwise run mandelbrot --set ...` asks for it
        ExperimentRequest request;
        request.parameters = bench.lesson->defaults();
        request.kernel = bench.draft.request.kernel;
        for (const auto& [key, value] : {std::pair{"width", "96"}, {"height", "64"}, {"block", "8,4"}})
            IM_CHECK(apply_setting(*bench.lesson, request, key, value).has_value());
        const auto resolved = resolve_launch(*bench.lesson, request);
        IM_CHECK(resolved && resolved->shape == bench.draft.resolved->shape);
        IM_CHECK(request.parameters == bench.draft.request.parameters);
    });
}

TEST_F(OneStateTest, APictureShowsTheInputUntilSomethingHasRun) {
    run(with_tall_window(with_lesson("indexing_2d_3d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.post(ask::FocusView{"image"});
        context->Yield(20);
        wait_for_runs(context, app);
        IM_CHECK(!bench.state<ImageState>().frame.has_value());
        IM_CHECK(bench.state<ImageBefore>().record.outputs != nullptr);
        IM_CHECK_STR_EQ(bench.state<ImageBefore>().array.c_str(), "from");
        IM_CHECK(shows(context, "from, before the run"));
        keep_picture(context, app, "picture_before_the_run");
        press_run(context, app);
        IM_CHECK(lacks(context, "before the run"));
    });
}

TEST_F(OneStateTest, ASweepMeasuresTheChosenDevicesAndCountsAllRuns) {
    run(with_tall_window(with_lesson("crossover")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.run_on = {DeviceKind::emulated, DeviceKind::cpu_serial};
        bench.post(ask::RunSweep{"", 256});
        context->Yield(2);
        IM_CHECK(bench.results.sweep.has_value());
        IM_CHECK_EQ(bench.results.sweep->asked, bench.results.sweep->values.size());  // one device has times
        wait_for_runs(context, app);
        IM_CHECK_EQ(bench.results.sweep->series.size(), std::size_t{1});
        IM_CHECK(bench.results.sweep->series.contains(DeviceKind::cpu_serial));
        // the bar is of all runs, not of the one that is under way
        bench.results.sweep->running = true;
        bench.results.sweep->asked = 63;
        bench.results.sweep->done = 61;
        IM_CHECK(done_fraction(bench.results) > 0.96);
        bench.results.sweep->running = false;
    });
}

TEST_F(OneStateTest, AnArrayHasTheTypeOfItsOwn) {
    run(with_tall_window(with_lesson("integers_wrap")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        for (const ArraySpec& array : bench.lesson->arrays) {
            const auto dtype = dtype_from_name(array.dtype);
            if (!array.output || !dtype) continue;
            const auto kernel = std::ranges::find_if(bench.lesson->kernels, [&](const KernelSpec& spec) {
                return !spec.expect_fault && std::ranges::find(spec.arguments, array.id) != spec.arguments.end();
            });
            if (kernel == bench.lesson->kernels.end()) continue;
            bench.post(ask::ChooseKernel{kernel->id});
            context->Yield(3);
            const LaunchFacts before = launch_facts(bench);
            if (before.output_name != array.id) continue;
            IM_CHECK_EQ(before.output_dtype, *dtype);
            IM_CHECK_STR_EQ(array_size_text(before).substr(array_size_text(before).rfind(' ') + 1).c_str(), array.dtype.c_str());
        }
    });
}

TEST_F(OneStateTest, WhatIsNotToBeWrittenIsNoWarning) {
    run(with_tall_window(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        press_run(context, app);
        LaunchFacts launch = launch_facts(bench);
        IM_CHECK(launch.is_right());
        RunRecord partly = *launch.record;  // as where a kernel is to write half of its array
        ThreadFacts facts = *launch.facts;
        facts.unwritten = facts.elements / 2;
        launch.record = &partly;
        launch.facts = &facts;
        IM_CHECK(launch.is_right());
        partly.check->passed = false;
        IM_CHECK(!launch.is_right());
    });
}

TEST_F(OneStateTest, AValueThatWasNotRecordedSaysWhichWas) {
    run(with_tall_window(with_lesson("streams")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        if (std::ranges::any_of(bench.devices.present, [](const DeviceInfo& d) { return traits_of(d.kind).has_streams; })) return;
        bench.post(ask::FocusView{"timeline"});
        context->Yield(8);
        IM_CHECK(lacks(context, "was not recorded"));
        bench.draft.request.parameters["chunks"] = std::int64_t{4};  // as its key question sets it
        bench.post(ask::TakeDraft{});
        context->Yield(4);
        IM_CHECK(shows(context, "chunks = 4 was not recorded"));
        IM_CHECK(shows(context, "chunks = 8"));
        keep_picture(context, app, "timeline_not_recorded");
        context->ItemClick("//###timeline/**/###show_recorded");
        context->Yield(4);
        IM_CHECK_EQ(std::get<std::int64_t>(bench.draft.request.parameters["chunks"]), std::int64_t{8});
        IM_CHECK(lacks(context, "was not recorded"));
    });
}

TEST_F(OneStateTest, TheNumberInACellHasOneMeaningAndASwitch) {
    AppOptions options = with_lesson("indexing_1d");
    options.host.size = {1600, 1000};
    run(options, [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.post(ask::FocusView{"thread_grid"});
        context->Yield(5);
        const ThreadGridState& grid = bench.state<ThreadGridState>();
        IM_CHECK_EQ(grid.number, CellNumber::index);
        keep_picture(context, app, "cell_number_index");
        context->ItemClick("//###thread_grid/**/cell_number/threadIdx.x");
        context->Yield(2);
        IM_CHECK_EQ(grid.number, CellNumber::thread_in_block);
        keep_picture(context, app, "cell_number_thread");
    });
}

TEST_F(OneStateTest, AProgramThatRanIsNotNothing) {
    test::TemporaryFolder folder;
    folder.write("saxpy.cu", read_file(std::filesystem::path(WARPWISE_SOURCE_DIR) / "tests/programs/launches_to_open.cu").value());
    run(with_tall_window(with_lesson("")), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        take_dropped(bench, (folder.path() / "saxpy.cu").string());
        context->Yield(8);
        IM_CHECK(shows(context, "The kernel has not run yet"));
        bench.post(ask::RunProgram{});
        context->Yield(2);
        wait_for_runs(context, app);
        IM_CHECK(wait_until(context, [&] { return bench.results.program.has_value(); }));
        IM_CHECK_EQ(outcome_of(bench).subject, Subject::program);
        IM_CHECK(lacks(context, "has not run yet"));
        IM_CHECK(lacks(context, "Not run yet"));
        IM_CHECK(shows(context, "The program: "));  // the status bar
    });
}

double brightness(ImU32 colour) {
    return 0.2126 * static_cast<double>(colour & 255) + 0.7152 * static_cast<double>((colour >> 8) & 255) +
           0.0722 * static_cast<double>((colour >> 16) & 255);
}

TEST(OneState, WasteIsBrighterAsTheCaptionSays) {
    // in every theme: the picture's own ground is dark in all of them
    EXPECT_GT(brightness(kUnevenWarp), brightness(kEvenWarp) + 100);
}

TEST(OneState, FullUseIsNoWarning) {
    for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
        const Theme theme = theme_of(name);
        EXPECT_EQ(lanes_ink(theme, 1), theme.good);
        EXPECT_EQ(lanes_ink(theme, 0.5), theme.warn);
    }
}

}  // namespace
}  // namespace warpwise::ui
