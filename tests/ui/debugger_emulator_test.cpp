// The debugger in the window with the emulator behind it: what a learner sees of a lesson's kernel.
#include <algorithm>
#include <string>

#include "ui/debugger/debugger_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class DebuggerEmulatorTest : public WindowTest {
  protected:
    static const DebuggerState& debugger(App& app) { return app.workbench().state<DebuggerState>(); }
    static bool settles(ImGuiTestContext* context, App& app) {
        return wait_until(context, [&] { return !app.busy() && !debugger(app).busy; });
    }
    static int line(App& app) { return debugger(app).now->frames.empty() ? 0 : debugger(app).now->frames.front().line; }
    static const DebugValue* variable(App& app, const std::string& name) {
        const auto& variables = debugger(app).now->variables;
        const auto found = std::ranges::find(variables, name, &DebugValue::name);
        return found != variables.end() ? &*found : nullptr;
    }
};

TEST_F(DebuggerEmulatorTest, ALessonsKernelIsSteppedForwardsAndBack) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::Debug{.block = {1, 0, 0}, .line = {}, .position = {}});
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK_EQ(line(app), 4);
        context->Yield(10);
        context->KeyPress(ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(line(app), 5);
        const DebugValue* i = variable(app, "i");
        IM_CHECK(i != nullptr);
        IM_CHECK_STR_EQ(text_of(*i, 7).c_str(), "39");
        context->KeyPress(ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(line(app), 6);
        IM_CHECK(shows(context, "Paused in vector_add at line 6, before the read of a"));
        context->KeyPress(ImGuiMod_Shift | ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(line(app), 5);
        IM_CHECK(debugger(app).overview != nullptr && debugger(app).overview->complete);
        IM_CHECK(!debugger(app).overview->timeline.empty());
        context->KeyPress(ImGuiKey_F5);
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).now->reason == StopReason::end);
        IM_CHECK(shows(context, "The block has finished"));
    });
}

TEST_F(DebuggerEmulatorTest, AFaultOfARunIsOpenedAtTheMomentBefore) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        context->ItemClick("//###launch/**/presets/No guard");
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        context->ItemClick("//###result/**/###result_debug");
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK_EQ(debugger(app).now->block.x, 3u);
        IM_CHECK_EQ(debugger(app).pinned_lane, 4);
        IM_CHECK_EQ(line(app), 6);
        const DebugValue* i = variable(app, "i");
        IM_CHECK(i != nullptr);
        IM_CHECK_STR_EQ(text_of(*i, 4).c_str(), "100");
        IM_CHECK(debugger(app).now->fault.has_value());
        context->Yield(10);
        IM_CHECK(shows(context, "What to try"));
        context->KeyPress(ImGuiMod_Shift | ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        IM_CHECK(!debugger(app).now->fault.has_value());
    });
}

TEST_F(DebuggerEmulatorTest, ATextThatDoesNotCompileIsACard) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().draft.edited_source["right"] =
            "template <typename T>\n__global__ void vector_add(const T* a, const T* b, T* c, int n) {\n    int i = ;\n}\n";
        app.workbench().post(ask::Debug{.line = {}, .position = {}});
        IM_CHECK(settles(context, app));
        context->Yield(10);
        IM_CHECK(!debugger(app).is_open());
        IM_CHECK(shows(context, "Compile error at line 3"));
    });
}

TEST_F(DebuggerEmulatorTest, TheLastWriteOfAnElementIsFoundInItsWritersBlock) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::DebugLastWrite{.array = "c", .element = 70, .block = Dim3{2, 0, 0}});
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK_EQ(debugger(app).now->block.x, 2u);
        IM_CHECK(debugger(app).now->reason == StopReason::access);
        IM_CHECK_EQ(line(app), 6);
        const DebugValue* i = variable(app, "i");
        IM_CHECK(i != nullptr);
        IM_CHECK_STR_EQ(text_of(*i, 6).c_str(), "70");
    });
}

TEST_F(DebuggerEmulatorTest, ARunOnTheWorkerGoesOnBesideASession) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::Debug{.line = {}, .position = {}});
        IM_CHECK(settles(context, app));
        app.workbench().post(ask::Run{});
        wait_for_runs(context, app);
        IM_CHECK(app.workbench().results.latest(DeviceKind::emulated) != nullptr);
        IM_CHECK_EQ(app.workbench().results.latest(DeviceKind::emulated)->status, RunStatus::ok);
        IM_CHECK(debugger(app).is_open());
        context->KeyPress(ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(line(app), 5);
    });
}

}  // namespace
}  // namespace warpwise::ui
