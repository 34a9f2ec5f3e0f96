// A whole program in the window: how it is started, what it launched, and one launch opened in the views and the debugger.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "base/files.h"
#include "ui/debugger/debugger_state.h"
#include "ui/file/file_state.h"
#include "ui/shell/open_lesson_window.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

class ProgramWindowTest : public WindowTest {
  protected:
    // A copy of a program of tests/programs, open.
    fs::path copied(const std::string& name) const {
        folder.write(name, read_file(fs::path(WARPWISE_SOURCE_DIR) / "tests/programs" / name).value());
        return folder.path() / name;
    }
    static void run_program(ImGuiTestContext* context, App& app, const fs::path& file) {
        take_dropped(app.workbench(), file.string());
        context->Yield(8);
        app.workbench().post(ask::FocusView{"program"});
        context->Yield(3);
        context->ItemClick("//###program/**/###run_program");
        context->Yield(2);
        wait_for_runs(context, app);
        context->Yield(3);
    }
    static void choose_launch(ImGuiTestContext* context, int launch) {
        context->ItemClick(("//###program/**/###launch_" + std::to_string(launch)).c_str());
        context->Yield(2);
    }
    test::TemporaryFolder folder;
};

TEST_F(ProgramWindowTest, ALaunchOpensAsItWas) {
    const fs::path file = copied("launches_to_open.cu");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        run_program(context, app, file);
        ProgramState& state = bench.state<ProgramState>();
        IM_CHECK(state.report && *state.report);
        IM_CHECK_EQ((*state.report)->launches.size(), 4u);
        keep_picture(context, app, "program_launches");
        for (const bool is_first : {true, false}) {  // a structure and a variable; one array twice
            state.chosen = is_first ? 0 : 1;
            context->Yield(3);
            context->ItemClick("//###program/**/###open_launch");
            context->Yield(2);
            wait_for_runs(context, app);
            IM_CHECK_STR_EQ(state.open_problem.c_str(), "");
            IM_CHECK_EQ(state.opened_launch, state.chosen);
            IM_CHECK(wait_until(context, [&] {
                const RunRecord* latest = bench.results.latest(DeviceKind::emulated);
                return latest != nullptr && latest->launch.grid.x == (is_first ? 2u : 1u);
            }));
            const RunRecord* record = bench.results.latest(DeviceKind::emulated);
            IM_CHECK_EQ(record->status, RunStatus::ok);
            IM_CHECK_EQ(record->launch.grid.x, is_first ? 2u : 1u);
            IM_CHECK(record->outputs != nullptr && !record->outputs->empty());
            IM_CHECK_EQ(record->outputs->front().value(10), is_first ? 15.0 : 60.0);
            keep_picture(context, app, is_first ? "program_opened_1" : "program_opened_2");
        }
    });
}

TEST_F(ProgramWindowTest, ALaunchOpensInTheDebugger) {
    const fs::path file = copied("launches_to_open.cu");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        run_program(context, app, file);
        bench.state<ProgramState>().chosen = 0;
        context->Yield(3);
        context->ItemClick("//###program/**/###debug_launch");
        context->Yield(2);
        wait_for_runs(context, app);
        const DebuggerState& debugger = bench.state<DebuggerState>();
        IM_CHECK(wait_until(context, [&] { return debugger.is_open() && debugger.now != nullptr; }));
        IM_CHECK(debugger.subject != nullptr);
        IM_CHECK_EQ(debugger.subject->shape.grid.x, 2u);
        keep_picture(context, app, "program_debugger");
    });
}

TEST_F(ProgramWindowTest, ALaunchThatCannotBeOpenedSaysWhy) {
    const fs::path file = copied("launches_to_open.cu");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        run_program(context, app, file);
        bench.state<ProgramState>().chosen = 3;
        context->Yield(3);
        context->ItemClick("//###program/**/###open_launch");
        context->Yield(2);
        wait_for_runs(context, app);
        context->Yield(3);
        IM_CHECK(bench.state<ProgramState>().open_problem.find("holds a pointer") != std::string::npos);
        IM_CHECK(shows(context, "holds a pointer to device memory"));
        for (const char* button : {"###open_launch", "###debug_launch"})  // neither could do what was just refused
            IM_CHECK((context->ItemInfo((std::string("//###program/**/") + button).c_str()).ItemFlags & ImGuiItemFlags_Disabled) !=
                     0);
        keep_picture(context, app, "program_refused");
    });
}

TEST_F(ProgramWindowTest, AClickChoosesALaunchAndTheProposalComesBack) {
    const fs::path file = copied("launches_to_open.cu");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        run_program(context, app, file);
        choose_launch(context, 2);
        IM_CHECK_EQ(bench.state<ProgramState>().chosen, 1u);
        context->ItemClick("//###program/**/###open_launch");
        context->Yield(2);
        wait_for_runs(context, app);
        bench.post(ask::FocusView{"arguments"});
        context->Yield(3);
        IM_CHECK(shows(context, "launch 2 of the program"));
        context->ItemClick("//###arguments/**/Propose other arguments##launch");
        context->Yield(4);
        IM_CHECK(!is_on_screen(context, "launch 2 of the program"));
        for (const FileKernel& kernel : opened_file(bench)->file.kernels.kernels) IM_CHECK_STR_EQ(kernel.from_launch.c_str(), "");
    });
}

TEST_F(ProgramWindowTest, ItsOptionsAreGivenAndRemembered) {
    folder.write("include/answer.h", "#define ANSWER 42\n");
    folder.write("asks.cu", R"cu(#include <cstdio>
#include "answer.h"
int main(int argc, char** argv) { printf("%d %d %s\n", ANSWER, EXTRA, argc > 1 ? argv[1] : ""); }
)cu");
    const fs::path file = folder.path() / "asks.cu";
    for (const bool is_first : {true, false})
        run(as_learner(""), [&](ImGuiTestContext* context, App& app) {
            Workbench& bench = app.workbench();
            take_dropped(bench, file.string());
            context->Yield(8);
            bench.post(ask::FocusView{"program"});
            context->Yield(3);
            if (is_first) {
                context->ItemInput("//###program/**/##program_arguments");
                context->KeyCharsReplace("'two words'");
                context->ItemClick("//###program/**/###program_options");
                context->Yield(2);
                context->ItemInput("//###program/**/##program_includes");
                context->KeyCharsReplace("include");
                context->ItemInput("//###program/**/##program_definitions");
                context->KeyCharsReplaceEnter("EXTRA=7");
            } else {
                context->ItemClick("//###program/**/###run_program");
            }
            context->Yield(2);
            wait_for_runs(context, app);
            const ProgramState& state = bench.state<ProgramState>();
            IM_CHECK(state.report && *state.report);
            IM_CHECK_STR_EQ((*state.report)->output.c_str(), "42 7 two words\n");
            keep_picture(context, app, is_first ? "program_options" : "program_options_remembered");
        });
}

// A short program has ended before the layout is settled.
TEST_F(ProgramWindowTest, WhatIsOpenedToRunShowsItsReport) {
    AppOptions options = with_lesson("");
    options.cuda_file = copied("homework.cu");
    options.program.emplace();
    run(options, [&](ImGuiTestContext* context, App& app) {
        wait_for_runs(context, app);
        IM_CHECK(wait_until(context, [&] { return is_on_screen(context, "Launches (11)"); }));
    });
}

// warpwise exec out_of_bounds.cu --open --launch 1
TEST_F(ProgramWindowTest, ALaunchIsSteppedFromTheCommandLine) {
    AppOptions options = with_lesson("");
    options.cuda_file = copied("out_of_bounds.cu");
    options.program.emplace().launch = 1;
    run(options, [&](ImGuiTestContext* context, App& app) {
        wait_for_runs(context, app);
        const DebuggerState& debugger = app.workbench().state<DebuggerState>();
        IM_CHECK(wait_until(context, [&] { return debugger.is_open() && debugger.now != nullptr && debugger.now->block.x == 3; }));
    });
    options.program->launch = 2;
    run(options, [&](ImGuiTestContext* context, App& app) {
        wait_for_runs(context, app);
        IM_CHECK(wait_until(context, [&] { return has_message(app.workbench(), "There is no launch 2: the program made 1."); }));
        IM_CHECK(!app.workbench().state<DebuggerState>().is_open());
    });
}

TEST_F(ProgramWindowTest, AFolderThatIsNotThereIsAnError) {
    folder.write("nothing.cu", "int main() {}\n");
    const fs::path file = folder.path() / "nothing.cu";
    AppOptions options = with_lesson("");
    options.cuda_file = file;
    options.program.emplace(std::vector<std::string>(), std::vector<std::string>{"/nowhere/include"}, std::vector<std::string>());
    run(options, [&](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"program"});
        context->Yield(10);
        IM_CHECK(shows(context, "no include folder /nowhere/include"));
    });
}

TEST(ProgramWords, AreDividedByBlanksUnlessQuotesHoldThem) {
    EXPECT_EQ(words_of(std::string(" a  'b c' d\"e f\" '' ")), (std::vector<std::string>{"a", "b c", "de f", ""}));
    const std::vector<std::string> words{"plain", "with blank", "", "it's", "say \"so\""};
    EXPECT_EQ(words_of(typed_of(words)), words);
}

// What has no room in a row is left out, and nothing is cut at the panel's edge.
TEST_F(ProgramWindowTest, TheLaunchesFitAtEverySize) {
    const fs::path file = copied("homework.cu");
    for (const gl::Size size : {gl::Size{1024, 768}, gl::Size{1280, 800}, gl::Size{1920, 1080}})
        for (const float scale : {1.0f, 2.0f}) {
            AppOptions options = with_lesson("");
            options.host.size = size;
            options.scale = scale;
            run(options, [&](ImGuiTestContext* context, App& app) {
                run_program(context, app, file);
                context->Yield(5);
                keep_picture(context, app, "launches_" + std::to_string(size.width) + (scale > 1 ? "_200" : ""));
                const ImGuiWindow* panel = context->GetWindowByRef("//###program");
                IM_CHECK(panel != nullptr);
                EXPECT_EQ(panel->ScrollMax.x, 0) << size.width << " at " << scale;
            });
        }
}

// One row for the launches of a loop; a number chooses one of them, which is then stepped.
TEST_F(ProgramWindowTest, ALaunchOfALoopIsStepped) {
    const fs::path file = copied("homework.cu");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        run_program(context, app, file);
        const ProgramState& state = bench.state<ProgramState>();
        IM_CHECK(state.rows.has_value());
        IM_CHECK_EQ(state.rows->launches.size(), 2u);
        IM_CHECK(shows(context, "Launches 1 to 10: 4 blocks of 256 threads"));
        choose_launch(context, 1);
        IM_CHECK(shows(context, "Launch 1: heat_step"));
        context->ItemInput("//###program/**/Launch/##value");
        context->KeyCharsReplaceEnter("7");
        context->Yield(3);
        IM_CHECK_EQ(state.chosen, 6u);
        IM_CHECK(shows(context, "Launch 7: heat_step"));
        keep_picture(context, app, "program_chosen_launch");
        context->ItemClick("//###program/**/###debug_launch");
        context->Yield(2);
        wait_for_runs(context, app);
        const DebuggerState& debugger = bench.state<DebuggerState>();
        IM_CHECK(wait_until(context, [&] { return debugger.is_open() && debugger.now != nullptr; }));
        IM_CHECK_EQ(state.opened_launch, 6u);
        IM_CHECK_EQ(debugger.now->block.x, 0u);
    });
}

// The fault stands below its launch, with its lanes and a folded hint, and Step here goes to it.
TEST_F(ProgramWindowTest, AFaultIsSteppedFromItsLaunch) {
    const fs::path file = copied("out_of_bounds.cu");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        run_program(context, app, file);
        IM_CHECK(shows(context, "Line 3: thread (232, 0, 0) of block (3, 0, 0) writes element 1000"));
        IM_CHECK(shows(context, "Warp 7 of block (3, 0, 0): lane 8"));
        IM_CHECK(lacks(context, "guard the access"));
        context->ItemClick("//###program/**/###hint");
        context->Yield(2);
        IM_CHECK(shows(context, "guard the access"));
        keep_picture(context, app, "program_fault");
        context->ItemClick("//###program/**/###debug_launch");
        context->Yield(2);
        wait_for_runs(context, app);
        const DebuggerState& debugger = bench.state<DebuggerState>();
        IM_CHECK(wait_until(context, [&] { return debugger.is_open() && debugger.now != nullptr && debugger.now->block.x == 3; }));
        keep_picture(context, app, "program_fault_stepped");
        // The launch is searched for its smallest case as a lesson's is; its arrays stay as the program left them.
        bench.post(ask::FindSmallestCase{});
        IM_CHECK(wait_until(context, [&] { return bench.results.search && !bench.results.search->running; }));
        IM_CHECK(bench.results.search->smallest.has_value());
        const SmallestCase& smallest = *bench.results.search->smallest;
        IM_CHECK(smallest.end == SmallestEnd::found);
        IM_CHECK(smallest.record.fault.has_value());
        IM_CHECK_EQ(smallest.record.fault->kind, FaultKind::out_of_bounds);
    });
}

TEST_F(ProgramWindowTest, TheLineOfALaunchOpensInTheSource) {
    const fs::path file = copied("homework.cu");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        run_program(context, app, file);
        IM_CHECK(!context->GetWindowByRef("//###source")->DockTabIsVisible);
        context->ItemClick("//###program/**/###line");
        context->Yield(4);
        IM_CHECK(context->GetWindowByRef("//###source")->DockTabIsVisible);
    });
}

TEST_F(ProgramWindowTest, TheKeyboardChoosesALaunch) {
    const fs::path file = copied("homework.cu");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        run_program(context, app, file);
        context->NavMoveTo("//###program/**/###launch_11");
        context->NavActivate();
        context->Yield(2);
        IM_CHECK_EQ(app.workbench().state<ProgramState>().chosen, 10u);
    });
}

// Thousands of launches are a few rows, and those with mistakes are found at once.
TEST_F(ProgramWindowTest, ALongProgramShowsItsMistakesFirst) {
    std::string text =
        "__global__ void add(float* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += 1; }\n";
    text += "int main() {\n    float* x;\n    cudaMalloc(&x, 4000);\n    cudaMemset(x, 0, 4000);\n";
    for (int i = 0; i < 50; ++i) text += "    add<<<4, 256>>>(x, 1000);\n    cudaDeviceSynchronize();\n";
    text += "    for (int i = 0; i < 3000; ++i) {\n        add<<<4, 256>>>(x, i == 2000 ? 1001 : 1000);\n    }\n";
    text += "    cudaDeviceSynchronize();\n    cudaFree(x);\n}\n";
    folder.write("long.cu", text);
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        run_program(context, app, folder.path() / "long.cu");
        ProgramState& state = app.workbench().state<ProgramState>();
        IM_CHECK(state.report && *state.report && state.rows.has_value());
        IM_CHECK_EQ((*state.report)->launch_count(), 3050u);
        IM_CHECK_LE(state.rows->launches.size(), 53u);
        IM_CHECK(state.lists_only_mistakes);
        IM_CHECK(shows(context, "Launch 2,051: 4 blocks of 256 threads"));
        IM_CHECK(!(*state.report)->launches[2050].arrays.empty());  // also behind the first 400
        keep_picture(context, app, "program_long");
        context->ItemClick("//###program/**/###all_launches");
        context->Yield(2);
        IM_CHECK(!state.lists_only_mistakes);
        IM_CHECK(shows(context, "Launch 1: 4 blocks of 256 threads"));
        keep_picture(context, app, "program_long_all");
    });
}

// Several sources are one program: a mistake in the second one opens that file, and the run is still shown.
TEST_F(ProgramWindowTest, TheSmallestCaseIsLookedFor) {
    folder.write("scale.cu", R"(#define N 1000
__global__ void scale(float* a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = 2.0f * i;
}
int main() {
    float* a;
    cudaMalloc(&a, N * sizeof(float));
    scale<<<(N + 63) / 64, 64>>>(a);
    cudaFree(a);
}
)");
    const fs::path file = folder.path() / "scale.cu";
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        run_program(context, app, file);
        ProgramState& state = app.workbench().state<ProgramState>();
        IM_CHECK(state.report && *state.report);
        keep_picture(context, app, "program_smallest_offered");
        context->ItemClick("//###program/**/###smallest_program");
        context->Yield(2);
        IM_CHECK(state.shrinking.valid());
        wait_for_runs(context, app);
        context->Yield(3);
        IM_CHECK(state.smallest && *state.smallest);
        IM_CHECK_EQ((*state.smallest)->settings.size(), 1u);
        IM_CHECK_EQ((*state.smallest)->settings.front().name, "N");
        IM_CHECK_LT((*state.smallest)->settings.front().now, 64);
        IM_CHECK(shows(context, "The smallest case, after"));
        IM_CHECK(shows(context, "in line 1, instead of 1,000"));
        keep_picture(context, app, "program_smallest");
        app.workbench().post(ask::UseTheme{ThemeName::light});
        context->Yield(3);
        keep_picture(context, app, "program_smallest_light");
        run_program(context, app, file);
        IM_CHECK(!state.smallest);  // of another run
    });
}

TEST_F(ProgramWindowTest, TheSearchForTheSmallestCaseIsStopped) {
    folder.write("slow.cu", R"(#include <unistd.h>
__global__ void set(int* a) { a[threadIdx.x] = 1; }
int main() {
    int n = 1000000, *a;
    usleep(400000);
    cudaMalloc(&a, 4 * (n % 64 + 1));
    set<<<1, 1024>>>(a);
    cudaFree(a);
}
)");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        run_program(context, app, folder.path() / "slow.cu");
        ProgramState& state = app.workbench().state<ProgramState>();
        context->ItemClick("//###program/**/###smallest_program");
        context->Yield(2);
        IM_CHECK(state.shrinking.valid());
        keep_picture(context, app, "program_smallest_running");
        context->ItemClick("//###program/**/###smallest_program");
        wait_for_runs(context, app);
        IM_CHECK(!state.smallest);
        IM_CHECK(state.report && *state.report);
    });
}

TEST_F(ProgramWindowTest, SeveralSourcesAreOneProgram) {
    folder.write("main.cu", R"(#include "scale.h"
int main() {
    float* a;
    cudaMalloc(&a, 100 * sizeof(float));
    scale(a, 100);
    cudaFree(a);
    return 0;
}
)");
    folder.write("scale.h", "void scale(float* a, int n);\n");
    folder.write("scale.cu", R"(#include "scale.h"
__global__ void scale_all(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) a[i] = 2.0f;
}
void scale(float* a, int n) {
    scale_all<<<1, 128>>>(a, n);
    cudaDeviceSynchronize();
}
)");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        take_dropped(bench, {(folder.path() / "scale.cu").string(), (folder.path() / "main.cu").string()});
        context->Yield(8);
        IM_CHECK(opened_file(bench) != nullptr);
        IM_CHECK_STR_EQ(opened_file(bench)->file.path.filename().c_str(), "main.cu");
        bench.post(ask::FocusView{"program"});
        context->Yield(3);
        IM_CHECK_STR_EQ(bench.state<ProgramState>().fields.sources.c_str(), "scale.cu");
        context->ItemClick("//###program/**/###run_program");
        context->Yield(2);
        wait_for_runs(context, app);
        context->Yield(3);
        const ProgramState& state = bench.state<ProgramState>();
        IM_CHECK(state.report && *state.report);
        IM_CHECK((*state.report)->mistake_count() >= 1);
        keep_picture(context, app, "program_of_two_sources");
        context->ItemClick("//###program/**/###place");  // the first: the fault, in scale.cu
        context->Yield(8);
        IM_CHECK_STR_EQ(opened_file(bench)->file.path.filename().c_str(), "scale.cu");
        bench.post(ask::FocusView{"program"});
        context->Yield(3);
        IM_CHECK_STR_EQ(bench.state<ProgramState>().fields.sources.c_str(), "main.cu");
        IM_CHECK(shows(context, "scale_all"));
        IM_CHECK(shows(context, "Exit code 0, 1 launch, 1 mistake"));  // the result is still the program's
        keep_picture(context, app, "program_of_two_sources_followed");
        context->ItemClick("//###program/**/###run_program");  // from here, it is the same program
        context->Yield(2);
        wait_for_runs(context, app);
        IM_CHECK(state.report && *state.report);
        IM_CHECK((*state.report)->mistake_count() >= 1);
    });
}

TEST_F(ProgramWindowTest, AFolderOfTwoProgramsIsToldApart) {
    folder.write("a.cu", "int main() { return 0; }\n");
    folder.write("b.cu", "int main() { return 1; }\n");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        take_dropped(app.workbench(), folder.path().string());
        context->Yield(4);
        IM_CHECK(opened_file(app.workbench()) == nullptr);
        IM_CHECK(app.workbench().messages.back().text.find("several of these files have a main(): a.cu, b.cu") !=
                 std::string::npos);
    });
}

// warpwise exec main.cpp scale.cu --open
TEST_F(ProgramWindowTest, AProgramOfTwoLanguagesRunsAtOnce) {
    folder.write("main.cpp", "void scale();\nint main() { scale(); return 3; }\n");
    folder.write("scale.cu", R"(__global__ void set(int* a) { a[threadIdx.x] = 1; }
void scale() {
    int* a;
    cudaMalloc(&a, 32 * sizeof(int));
    set<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
}
)");
    AppOptions options = with_lesson("");
    options.cuda_file = folder.path() / "main.cpp";
    options.program =
        ProgramToRun{.arguments = {}, .include_dirs = {}, .definitions = {}, .more_files = {folder.path() / "scale.cu"}};
    run(options, [&](ImGuiTestContext* context, App& app) {
        wait_for_runs(context, app);
        const ProgramState& state = app.workbench().state<ProgramState>();
        IM_CHECK_STR_EQ(opened_file(app.workbench())->file.path.filename().c_str(), "scale.cu");
        IM_CHECK_STR_EQ(state.fields.sources.c_str(), "main.cpp");
        IM_CHECK(state.report && *state.report);
        IM_CHECK_EQ((*state.report)->exit_code, 3);
        IM_CHECK_EQ((*state.report)->launches.size(), 1u);
    });
}

}  // namespace
}  // namespace warpwise::ui
