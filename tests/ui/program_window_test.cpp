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

// Each title is read whole, whatever the width: a column that has no room is left out, and none is cut.
TEST_F(ProgramWindowTest, TheLaunchesHaveWholeColumns) {
    const fs::path file = copied("launches_to_open.cu");
    for (const gl::Size size : {gl::Size{1024, 768}, gl::Size{1440, 900}, gl::Size{1920, 1080}}) {
        AppOptions options = with_lesson("");
        options.host.size = size;
        run(options, [&](ImGuiTestContext* context, App& app) {
            run_program(context, app, file);
            context->Yield(5);
            keep_picture(context, app, "launches_" + std::to_string(size.width));
            auto& gui = *ImGui::GetCurrentContext();
            int columns = 0;
            for (int i = 0; i < gui.Tables.GetMapSize(); ++i) {
                ImGuiTable* const table = gui.Tables.TryGetMapData(i);
                if (table == nullptr || table->LastFrameActive < gui.FrameCount - 1) continue;
                if (table->ColumnsCount < 3 || std::string_view(ImGui::TableGetColumnName(table, 1)) != "Kernel") continue;
                columns = table->ColumnsCount;
                EXPECT_EQ(table->InnerWindow->ScrollMax.x, 0);
                for (int column = 0; column < columns; ++column) {
                    const char* const title = ImGui::TableGetColumnName(table, column);
                    EXPECT_GE(table->Columns[column].WidthGiven, ImGui::CalcTextSize(title).x) << title << " at " << size.width;
                }
            }
            EXPECT_GE(columns, 3) << size.width;
        });
    }
}

// Several sources are one program: a mistake in the second one opens that file, and the run is still shown.
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
        IM_CHECK(shows(context, "Exit code 0, 1 launch, 1 finding"));  // the result is still the program's
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
