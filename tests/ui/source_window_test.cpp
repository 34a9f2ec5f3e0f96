// Editing in the window: what Clang says, where it says it, and that runs use what stands there.
#include <algorithm>
#include <string>

#include "base/files.h"
#include "ui/source/python_tab.h"
#include "ui/source/source_panel.h"
#include "ui/workbench/workbench.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class SourceWindowTest : public WindowTest {
  protected:
    static void open_source(ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"source"});
        context->Yield(8);
        IM_CHECK(app.workbench().panel_rects.contains("source"));
        IM_CHECK(wait_until(context, [&] { return app.workbench().state<SourcePanelState>().checked; }));
    }
};

TEST_F(SourceWindowTest, ATypoIsUnderlinedAtItsLine) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_source(context, app);
        SourcePanelState& source = app.workbench().state<SourcePanelState>();
        IM_CHECK(source.diagnostics.empty());
        IM_CHECK(!source.editor.has_squiggles());
        std::string text = source.shown_text;
        const std::size_t at = text.find("threadIdx.x;");
        IM_CHECK_NE(at, std::string::npos);
        replace_source(context, app, text.replace(at, 9, "threadIdxx"));
        IM_CHECK(wait_until(context, [&] { return has_errors(source.diagnostics); }));
        const auto line = static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) + 1;
        IM_CHECK_EQ(source.diagnostics.front().line, line);
        IM_CHECK_NE(source.diagnostics.front().message.find("threadIdxx"), std::string::npos);
        IM_CHECK(source.editor.has_squiggles());
        IM_CHECK(shows(context, "threadIdxx"));
        context->ItemClick("//###source/**/###first_error");
        context->Yield(4);
        IM_CHECK_EQ(source.editor.cursor_line(), line);
        context->ItemClick("//###source/**/Reset to original##source");
        IM_CHECK(wait_until(context, [&] { return source.checked && source.diagnostics.empty(); }));
        IM_CHECK(!source.editor.has_squiggles());
    });
}

TEST_F(SourceWindowTest, ControlEnterRunsWhatStandsThere) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_source(context, app);
        Workbench& bench = app.workbench();
        const std::string original = bench.state<SourcePanelState>().shown_text;
        std::string text = original;
        text.replace(text.find("a[i] + b[i]"), 11, "a[i] - b[i]");
        replace_source(context, app, text);
        context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
        wait_for_runs(context, app);
        IM_CHECK_EQ(bench.state<SourcePanelState>().shown_text, text);  // no line was broken
        IM_CHECK_EQ(bench.results.latest(DeviceKind::emulated)->status, RunStatus::wrong);
        context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);  // undo in the editor is the text's, not the parameters'
        context->Yield(2);
        IM_CHECK_EQ(bench.state<SourcePanelState>().shown_text, original);
        context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
        wait_for_runs(context, app);
        IM_CHECK_EQ(bench.results.latest(DeviceKind::emulated)->status, RunStatus::ok);
    });
}

TEST_F(SourceWindowTest, TypedTextGoesToTheEditorAlone) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_source(context, app);
        replace_source(context, app, "");
        context->KeyChars("// 0 = -");
        context->Yield(2);
        IM_CHECK(app.workbench().state<SourcePanelState>().shown_text.starts_with("// 0 = -"));
        IM_CHECK_EQ(app.workbench().look.scale, 1.0f);
    });
}

TEST_F(SourceWindowTest, AWarningStandsBelowTheTextAndBesideTheWrongResult) {
    AppOptions options = with_lesson("indexing_1d");
    options.host.size = {1280, 1600};  // the whole result is on the screen
    run(options, [](ImGuiTestContext* context, App& app) {
        open_source(context, app);
        std::string text = app.workbench().state<SourcePanelState>().shown_text;
        text.replace(text.find("i >= n"), 6, "i = n");
        replace_source(context, app, text);
        IM_CHECK(wait_until(context, [&] { return !app.workbench().state<SourcePanelState>().diagnostics.empty(); }));
        IM_CHECK(shows(context, "'=' assigns, '==' compares"));
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK_EQ(app.workbench().results.latest(DeviceKind::emulated)->status, RunStatus::wrong);
        IM_CHECK(shows(context, "A warning at line"));
    });
}

TEST_F(SourceWindowTest, ATextThatDoesNotCompileIsAnErrorOfTheRun) {
    AppOptions options = with_lesson("indexing_1d");
    options.host.size = {1280, 1600};  // the whole result is on the screen
    run(options, [](ImGuiTestContext* context, App& app) {
        open_source(context, app);
        replace_source(
            context, app,
            "template <typename T>\n__global__ void vector_add(const T* a, const T* b, T* c, int n) {\n    c[0] = nonsense;\n}\n");
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        const RunRecord* record = app.workbench().results.latest(DeviceKind::emulated);
        IM_CHECK(record != nullptr);
        IM_CHECK_EQ(record->status, RunStatus::error);
        IM_CHECK_EQ(record->diagnostics.front().line, 3);
        context->ItemClick("//###result/**/###error_line");
        context->Yield(4);
        IM_CHECK_EQ(app.workbench().state<SourcePanelState>().editor.cursor_line(), 3);
    });
}

// Kernels of lessons lie at different depths below kernels/, and routines share files.
TEST_F(SourceWindowTest, TheCpuRoutineOfTheKernelIsShown) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        const SourcePanelState& source = app.workbench().state<SourcePanelState>();
        for (const auto& [lesson, routine] :
             {std::pair{"indexing_1d", "vector_add"}, {"mandelbrot", "mandelbrot"}, {"life", "life"}}) {
            app.workbench().post(ask::OpenLesson{lesson});
            IM_CHECK(
                wait_until(context, [&] { return app.workbench().lesson != nullptr && app.workbench().lesson->id == lesson; }));
            context->Yield(10);  // the new lesson's own views come to the front first
            app.workbench().post(ask::FocusView{"source"});
            context->Yield(8);
            context->ItemClick("//###source/**/CPU routine");
            context->Yield(4);
            const std::size_t at = source.shown_text.find(std::string("void ") + routine + "_serial(");
            IM_CHECK_NE(at, std::string::npos);
            const auto before = source.shown_text.begin() + static_cast<std::ptrdiff_t>(at);
            IM_CHECK_EQ(source.editor.cursor_line(), 1 + static_cast<int>(std::count(source.shown_text.begin(), before, '\n')));
        }
    });
}

TEST_F(SourceWindowTest, PythonFollowsTheValuesAndTheLibraryThatIsChosen) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_source(context, app);
        Workbench& bench = app.workbench();
        const SourcePanelState& source = bench.state<SourcePanelState>();
        context->ItemClick("//###source/**/Python");
        IM_CHECK(wait_until(context, [&] { return source.shown_text.contains("import numpy"); }));
        IM_CHECK(source.shown_text.contains("\nn = 100\n"));
        bench.draft.request.parameters["n"] = std::int64_t{4096};
        bench.post(ask::TakeDraft{});
        IM_CHECK(wait_until(context, [&] { return source.shown_text.contains("\nn = 2**12\n"); }));
        context->ItemClick("//###source/**/Numba");
        IM_CHECK(wait_until(context, [&] { return source.shown_text.contains("@cuda.jit"); }));
        IM_CHECK(source.shown_text.contains("\nn = 2**12\n"));
        context->ItemClick("//###source/**/Kernel");
        IM_CHECK(wait_until(context, [&] { return source.shown_text.contains("__global__"); }));
    });
}

TEST_F(SourceWindowTest, PythonIsOfferedWhereTheKernelHasIt) {
    run(with_lesson("grid_stride"), [](ImGuiTestContext* context, App& app) {
        open_source(context, app);
        context->ItemClick("//###source/**/Python");
        context->Yield(4);
        IM_CHECK(context->ItemExists("//###source/**/CuPy"));
        IM_CHECK(!context->ItemExists("//###source/**/JAX"));  // this lesson has no text for it
        app.workbench().post(ask::ChooseKernel{"on_a_line"});  // and this kernel has none at all
        IM_CHECK(wait_until(context, [&] { return app.workbench().state<SourcePanelState>().tab == SourceTab::kernel; }));
        IM_CHECK(!context->ItemExists("//###source/**/Python"));
    });
}

TEST_F(SourceWindowTest, PythonIsSavedAsAFileOrANotebook) {
    const std::filesystem::path file = home.path() / "mine" / "add.py", notebook = home.path() / "mine" / "add.ipynb";
    std::filesystem::create_directories(file.parent_path());
    run(with_lesson("indexing_1d"), [&](ImGuiTestContext* context, App& app) {
        open_source(context, app);
        const PythonTabState& python = app.workbench().state<PythonTabState>();
        context->ItemClick("//###source/**/Python");
        context->Yield(4);
        context->ItemClick("//###source/**/###python_save_as");
        context->Yield(4);
        IM_CHECK(python.save_path.ends_with("indexing_1d_numpy.py"));
        context->SetRef("//$FOCUSED");
        context->ItemInput("##python_path");
        context->KeyCharsReplace(file.c_str());
        context->ItemClick("###python_save");
        context->Yield(2);
        IM_CHECK(!python.failed);
        IM_CHECK_EQ(python.told, "Saved to " + file.string());
        context->ItemClick("##python_format/Notebook");
        context->ItemClick("###python_save");
        context->Yield(2);
        IM_CHECK_EQ(python.told, "Saved to " + notebook.string());
        context->ItemClick("###python_save");  // a file that is there is replaced only when asked twice
        context->Yield(2);
        IM_CHECK(python.failed);
        IM_CHECK(python.told.contains("already a file"));
        context->ItemClick("###python_save");
        context->Yield(2);
        IM_CHECK(!python.failed);
    });
    EXPECT_NE(read_file(file).value_or("").find("import numpy as np"), std::string::npos);
    EXPECT_NE(read_file(notebook).value_or("").find("\"nbformat\": 4"), std::string::npos);
}

TEST_F(SourceWindowTest, PtxStandsUnderItsSourceLineAndALineLeadsBack) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_source(context, app);
        SourcePanelState& source = app.workbench().state<SourcePanelState>();
        context->ItemClick("//###source/**/PTX");
        IM_CHECK(wait_until(context, [&] { return source.listing.shown.has_value(); }));
        IM_CHECK(source.listing.form == CodeForm::ptx);
        if (!source.listing.shown->listing) {  // no NVRTC here: the words say where it comes from
            IM_CHECK(!source.listing.shown->listing.error().front().message.empty());
            return;
        }
        IM_CHECK(wait_until(context, [&] { return !source.listing.rows.empty(); }));
        const auto row = std::ranges::find(source.listing.rows, true, &ListingRow::is_source);
        IM_CHECK(row != source.listing.rows.end());
        const int line = row->source_line;
        show_source_line(app.workbench(), line);
        context->Yield(6);
        IM_CHECK(source.listing.form == CodeForm::cuda);
        IM_CHECK_EQ(source.editor.cursor_line(), line);
    });
}

}  // namespace
}  // namespace warpwise::ui
