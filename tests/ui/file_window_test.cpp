// A CUDA file in the window: opened, its arguments changed, stepped, its main() run, saved as a lesson, read again when it changes.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "ui/file/file_state.h"
#include "ui/shell/open_lesson_window.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

const std::string program = R"cu(#include <cstdio>
__global__ void twice(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}
int main() {
    float *in, *out;
    cudaMalloc(&in, 1000 * sizeof(float));
    cudaMalloc(&out, 1000 * sizeof(float));
    cudaMemset(in, 0, 1000 * sizeof(float));
    twice<<<8, 128>>>(in, out, 1000);
    printf("done %d\n", (int)cudaDeviceSynchronize());
    cudaFree(in);
}
)cu";

class FileWindowTest : public WindowTest {
  protected:
    // As an editor saves: what is written counts as changed a moment ago.
    fs::path save(const std::string& text) const {
        folder.write("twice.cu", text);
        fs::last_write_time(folder.path() / "twice.cu", fs::file_time_type::clock::now() - std::chrono::seconds(1));
        return folder.path() / "twice.cu";
    }
    test::TemporaryFolder folder;
};

TEST_F(FileWindowTest, APathIsTypedAndItsKernelRuns) {
    const fs::path file = save(program);
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        app.state().open_file.ask_for_file = true;
        context->Yield(3);
        context->ItemInput("//###open_file/##file_path");
        context->KeyCharsReplaceEnter((folder.path() / "none.cu").c_str());
        context->Yield(3);
        IM_CHECK(bench.lesson == nullptr);
        IM_CHECK(shows(context, "There is no file"));
        context->ItemInput("//###open_file/##file_path");
        context->KeyCharsReplaceEnter(file.c_str());
        context->Yield(14);
        IM_CHECK(bench.lesson != nullptr);
        IM_CHECK_STR_EQ(bench.lesson->title.c_str(), "twice.cu");
        IM_CHECK(!app.state().open_file.open);
        IM_CHECK(shows(context, "const float* in"));
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        const RunRecord* record = bench.results.latest(DeviceKind::emulated);
        IM_CHECK(record != nullptr);
        IM_CHECK_EQ(record->status, RunStatus::ok);
        IM_CHECK(!record->check);
        IM_CHECK_EQ(record->launch.block.x, 128u);  // of the launch in main()
        keep_picture(context, app, "file_opened");
    });
}

TEST_F(FileWindowTest, ChangedArgumentsAreWhatRuns) {
    const fs::path file = save(program);
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        take_dropped(bench, file.string());
        context->Yield(8);
        IM_CHECK(opened_file(bench) != nullptr);
        FileKernel kernel = opened_file(bench)->file.kernels.kernels.front();
        kernel.arguments[0].fill = "ones";
        bench.post(ask::ChangeFileKernel{kernel});
        context->Yield(3);
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        const RunRecord* record = bench.results.latest(DeviceKind::emulated);
        IM_CHECK(record != nullptr && record->outputs != nullptr && !record->outputs->empty());
        IM_CHECK_EQ(record->outputs->front().value(999), 2.0);
        // a formula that cannot be computed changes nothing
        kernel.arguments[0].size = "nothing";
        bench.post(ask::ChangeFileKernel{kernel});
        context->Yield(3);
        IM_CHECK_STR_EQ(opened_file(bench)->file.kernels.kernels.front().arguments[0].size.c_str(), "n");
    });
}

TEST_F(FileWindowTest, ItsProgramRunsAndSaysWhatIsWrong) {
    const fs::path file = save(program);
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        take_dropped(bench, file.string());
        context->Yield(8);
        bench.post(ask::RunProgram{});
        bench.post(ask::FocusView{"program"});
        context->Yield(2);
        wait_for_runs(context, app);
        const ProgramState& state = bench.state<ProgramState>();
        IM_CHECK(state.report.has_value() && state.report->has_value());
        const ProgramReport& report = **state.report;
        IM_CHECK(report.diagnostics.empty());
        IM_CHECK_EQ(report.launches.size(), 1u);
        IM_CHECK_EQ(report.findings.size(), 1u);
        IM_CHECK_STR_EQ(report.findings.front().kind.c_str(), "leak");
        IM_CHECK(report.output.find("done 0") != std::string::npos);
        context->Yield(3);
        IM_CHECK(shows(context, "leak"));
        keep_picture(context, app, "file_program");
    });
}

TEST_F(FileWindowTest, AProgramThatDoesNotEndIsStopped) {
    const fs::path file = save("int main() { for (volatile int i = 0;; i = 1) {} }\n");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        take_dropped(bench, file.string());
        context->Yield(8);
        bench.post(ask::RunProgram{});
        context->Yield(5);
        IM_CHECK(bench.state<ProgramState>().running.valid());
        bench.post(ask::StopProgram{});
        IM_CHECK(wait_until(context, [&] { return !bench.state<ProgramState>().running.valid(); }));
    });
}

TEST_F(FileWindowTest, WhatAnEditorSavesIsReadAgain) {
    const fs::path file = save(program);
    AppOptions options = as_learner("");
    options.cuda_file = file;
    run(options, [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK_STR_EQ(bench.lesson->title.c_str(), "twice.cu");
        FileKernel kernel = opened_file(bench)->file.kernels.kernels.front();
        kernel.arguments[0].fill = "ones";
        bench.post(ask::ChangeFileKernel{kernel});
        context->Yield(3);
        folder.write("twice.cu", test::with(program, "2 * in[i]", "3 * in[i]"));
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::milliseconds(500));
        IM_CHECK(wait_until(context, [&] { return bench.shown_source().find("3 * in[i]") != std::string::npos; }));
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK_EQ(bench.results.latest(DeviceKind::emulated)->outputs->front().value(0), 3.0);  // of the ones that were chosen
    });
}

TEST_F(FileWindowTest, ItIsSavedAsALesson) {
    const fs::path file = save(program);
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        take_dropped(bench, file.string());
        context->Yield(8);
        app.state().save_lesson.ask = true;
        context->Yield(3);
        context->ItemInput("//###save_lesson/##save_lesson_path");
        context->KeyCharsReplaceEnter((folder.path() / "twice_lesson").c_str());
        context->Yield(4);
        IM_CHECK_STR_EQ(bench.lesson->id.c_str(), "twice_lesson");
        IM_CHECK(fs::exists(folder.path() / "twice_lesson/lesson.toml"));
        IM_CHECK(!app.state().save_lesson.open);
    });
}

TEST_F(FileWindowTest, ASourceInALessonsFolderIsThatLesson) {
    test::write_lesson(folder, "mine");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        take_dropped(app.workbench(), (folder.path() / "mine/add_one.cu").string());
        context->Yield(3);
        IM_CHECK(app.workbench().lesson != nullptr);
        IM_CHECK_STR_EQ(app.workbench().lesson->id.c_str(), "tiny");
    });
}

}  // namespace
}  // namespace warpwise::ui
