// Texts that end a process, in the window: a message says so, the window stays, and the next run works.
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

#include "device/process/emulator_pool.h"
#include "ui/workbench/outcome.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class HostileTextWindowTest : public WindowTest {
  protected:
    static AppOptions tall_window() {
        AppOptions options = with_lesson("indexing_1d");
        options.host.size = {1280, 1600};  // the whole result is on the screen
        return options;
    }
    static EmulatorPool& pool(Workbench& bench) {
        return dynamic_cast<EmulatorPool&>(**bench.devices.set.get(DeviceKind::emulated));
    }
    static void run_edited(ImGuiTestContext* context, App& app, const std::string& text) {
        app.workbench().draft.edited_source["right"] = text;
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
    }
    static void expect_next_run_works(ImGuiTestContext* context, App& app) {
        app.workbench().draft.edited_source.clear();
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK_EQ(app.workbench().results.latest(DeviceKind::emulated)->status, RunStatus::ok);
    }
};

std::string kernel_of(const std::string& body) {
    return "template <typename T>\n__global__ void vector_add(const T* b, const T* c, T* a, int n) {\n    int k = threadIdx.x;\n" +
           body + "}\n";
}

// Takes the compiler minutes.
std::string doubling_template() {
    return "template <int N, long I> struct D { static constexpr long v = D<N - 1, 2 * I>::v + D<N - 1, 2 * I + 1>::v; };\n"
           "template <long I> struct D<0, I> { static constexpr long v = 1; };\n" +
           kernel_of("    a[k] = D<28, 0>::v;\n");
}

TEST_F(HostileTextWindowTest, ACompilerThatIsKilledIsAMessage) {
    run(tall_window(), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.edited_source["right"] = doubling_template();
        context->KeyPress(ImGuiKey_F5);
        // The check of the text compiles too: the run may get a process that is only starting, and is killed later.
        auto next_kill = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
        IM_CHECK(wait_until(context, [&] {
            if (std::chrono::steady_clock::now() >= next_kill) {
                for (const pid_t pid : pool(bench).processes()) kill(pid, SIGKILL);
                next_kill += std::chrono::milliseconds(500);
            }
            return !app.busy();
        }));
        const RunRecord* record = bench.results.latest(DeviceKind::emulated);
        IM_CHECK(record != nullptr);
        const std::optional<Message> message = message_of(app.workbench(), *record);
        IM_CHECK(message.has_value());
        IM_CHECK_NE(message->text.find("the compiler was killed by signal 9"), std::string::npos);
        IM_CHECK(shows(context, "compiler was killed by signal 9"));
        expect_next_run_works(context, app);
    });
}

TEST_F(HostileTextWindowTest, AKernelOfTooManyRegistersIsAMessage) {
    run(tall_window(), [](ImGuiTestContext* context, App& app) {
        std::string many;
        for (int i = 0; i < 40000; ++i) many += "a[k]+=k;\n";
        run_edited(context, app, kernel_of(many));
        IM_CHECK(shows(context, "registers per thread"));
        expect_next_run_works(context, app);
    });
}

TEST_F(HostileTextWindowTest, AnEmulatorKilledInMidRunIsAFault) {
    run(tall_window(), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.edited_source["right"] = kernel_of("    for (long i = 0; i < (1l << 40); ++i) a[k] += i;\n");
        context->KeyPress(ImGuiKey_F5);
        IM_CHECK(wait_until(context, [&] { return bench.results.status.what.starts_with("running"); }));
        context->SleepNoSkip(0.3f, 0.05f);
        for (const pid_t pid : pool(bench).processes()) kill(pid, SIGKILL);
        wait_for_runs(context, app);
        const RunRecord* record = bench.results.latest(DeviceKind::emulated);
        IM_CHECK(record != nullptr && record->fault.has_value());
        IM_CHECK_EQ(record->fault->kind, FaultKind::device_lost);
        IM_CHECK(shows(context, "signal 9"));
        expect_next_run_works(context, app);
    });
}

TEST_F(HostileTextWindowTest, CancelEndsACompilationThatDoesNotEnd) {
    run(tall_window(), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.edited_source["right"] = doubling_template();
        context->KeyPress(ImGuiKey_F5);
        context->SleepNoSkip(0.5f, 0.05f);
        IM_CHECK(bench.results.status.busy);
        context->KeyPress(ImGuiKey_Escape);
        IM_CHECK(wait_until(context, [&] { return !bench.results.status.busy; }));
        expect_next_run_works(context, app);
    });
}

}  // namespace
}  // namespace warpwise::ui
