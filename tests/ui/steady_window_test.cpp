// The window keeps still: nothing moves when a run starts, goes on or ends, nor when a scroll bar appears.
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "ui/workbench/progress_shown.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

using Rects = std::map<std::string, std::array<float, 4>>;

std::array<float, 4> rect_of(const ImRect& r) { return {r.Min.x, r.Min.y, r.GetWidth(), r.GetHeight()}; }

// Every panel, with the width that its contents have, and the bars.
Rects places_of(const Workbench& bench) {
    Rects places(bench.panel_rects.begin(), bench.panel_rects.end());
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        if (!window->Active || (window->Flags & ImGuiWindowFlags_Tooltip) != 0) continue;
        const std::string name = window->Name;
        const bool bar = name.find("_bar") != std::string::npos;
        const bool panel = window->DockNode != nullptr && !window->Hidden && window->DockTabIsVisible;
        const bool choices = name.find("##choices") != std::string::npos;
        if (bar || panel || choices) places["window " + name] = rect_of(window->Rect());
        if (panel || choices) places["contents of " + name] = {window->WorkRect.Min.x, 0, window->WorkRect.GetWidth(), 0};
    }
    return places;
}

void expect_same(const Rects& before, const Rects& now, const std::string& when) {
    for (const auto& [name, rect] : before) {
        const auto found = now.find(name);
        if (found == now.end())
            ADD_FAILURE() << name << " went away " << when;
        else
            EXPECT_EQ(found->second, rect) << name << " moved " << when;
    }
    for (const auto& [name, rect] : now)
        if (!before.contains(name)) ADD_FAILURE() << name << " appeared " << when;
}

// In a compact window it is a drawer.
void open_launch(App& app) { app.state().drawer_open = app.state().room == Room::compact; }

// The part of the launch panel that scrolls; it is a window of its own.
ImGuiWindow* choices_window() {
    for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && std::string_view(window->Name).find("##choices") != std::string_view::npos) return window;
    return nullptr;
}

// The test engine pans over the window that it is given for an item out of sight, but not over those within: on a small
// screen most choices are found only from their own window. It stays panned to what was found.
ImGuiTestItemInfo choice(ImGuiTestContext* context, const char* path) {
    const ImGuiWindow* const window = choices_window();
    if (window == nullptr) return {};
    context->SetRef(window->ID);
    const ImGuiTestItemInfo item = context->ItemInfo(path);
    context->SetRef("");
    return item;
}

// The controls of the launch panel's foot, which a run concerns most, and a few above them where the panel is scrolled to.
Rects controls_of(ImGuiTestContext* context, bool runs) {
    Rects rects;
    for (const char* path : {"**/###Run", "**/Run on every change##launch"}) {
        const ImGuiTestItemInfo item = context->ItemInfo((std::string("//###launch/") + path).c_str());
        EXPECT_NE(item.ID, 0u) << path;
        rects[path] = rect_of(item.RectFull);
    }
    for (const char* path : {"**/block.x/##value", "**/block.x/##slider"}) {
        const ImGuiTestItemInfo item = choice(context, path);
        EXPECT_NE(item.ID, 0u) << path;
        rects[path] = rect_of(item.RectFull);
    }
    const ImGuiTestItemInfo second = context->ItemInfo(runs ? "//###launch/**/Cancel##launch" : "//###launch/**/###sweep_launch");
    if (second.ID != 0) rects["second button"] = rect_of(second.RectFull);
    return rects;
}

const std::string long_kernel =
    "template <typename T>\n__global__ void vector_add(const T* a, const T* b, T* c, int n) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= n) return;\n    T sum = a[i] + b[i];\n"
    "    for (int k = 0; k < 400000; ++k) c[i] = sum + k;\n    c[i] = sum;\n}\n";

// Where pictures are taken, which is slow, it runs longer.
std::string kernel_of_a_long_run() {
    std::string text = long_kernel;
    if (keeps_pictures()) text.replace(text.find("400000"), 6, "6000000");
    return text;
}

struct Screen {
    const char* name;
    gl::Size size;
    float scale;
};

class SteadyWindowTest : public WindowTest, public ::testing::WithParamInterface<Screen> {
  protected:
    static AppOptions on_screen(const std::string& lesson) {
        AppOptions options = with_lesson(lesson);
        options.host.size = GetParam().size;
        options.scale = GetParam().scale;
        return options;
    }
};

INSTANTIATE_TEST_SUITE_P(Screens, SteadyWindowTest,
                         ::testing::Values(Screen{"small", {1024, 700}, 1}, Screen{"usual", {1280, 800}, 1},
                                           Screen{"large", {1920, 1080}, 1}, Screen{"zoomed", {1280, 800}, 1.75f}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(SteadyWindowTest, ALongRunMovesNoPanelAndNoControl) {
    run(on_screen("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.edited_source["right"] = kernel_of_a_long_run();
        open_launch(app);
        context->Yield(5);
        const Rects places = places_of(bench), controls = controls_of(context, false);
        const std::string film = std::string("steady_") + GetParam().name;
        keep_picture(context, app, film + "_1_before");
        context->KeyPress(ImGuiKey_F5);
        int frames = 0, shown = 0;
        bool looked = false;
        while (app.busy() && !::testing::Test::HasFailure()) {
            context->SleepNoSkip(0.01f, 0.01f);
            if (!app.busy()) break;
            ++frames;
            expect_same(places, places_of(bench), "in frame " + std::to_string(frames) + " of the run");
            if (!run_progress(bench).shown) continue;
            ++shown;
            if (std::exchange(looked, true)) continue;
            const Rects during = controls_of(context, true);
            if (app.busy()) expect_same(controls, during, "while it ran");
            keep_picture(context, app, film + "_2_running");
        }
        EXPECT_GT(shown, 5) << "the run was too short to look at";
        context->Yield(5);
        expect_same(places, places_of(bench), "when the run ended");
        expect_same(controls, controls_of(context, false), "when the run ended");
        keep_picture(context, app, film + "_3_after");
    });
}

TEST_P(SteadyWindowTest, RunIsOnTheScreen) {
    run(on_screen("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_launch(app);
        for (const Lesson& lesson : app.workbench().lessons.course.lessons) {
            app.workbench().post(ask::OpenLesson{lesson.id});
            context->Yield(10);
            const ImGuiTestItemInfo button = context->ItemInfo("//###launch/**/###Run");
            ASSERT_NE(button.ID, 0u) << lesson.id;
            EXPECT_EQ(button.RectClipped.GetHeight(), button.RectFull.GetHeight()) << lesson.id;
            EXPECT_EQ(button.RectClipped.GetWidth(), button.RectFull.GetWidth()) << lesson.id;
        }
    });
}

TEST_P(SteadyWindowTest, NoTabIsCut) {
    run(on_screen("crossover"), [](ImGuiTestContext* context, App&) {
        context->Yield(3);
        int seen = 0;

        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
            if (!window->Active || window->DockNode == nullptr || window->DockNode->TabBar == nullptr) continue;
            for (ImGuiTabItem& tab : window->DockNode->TabBar->Tabs) {
                ++seen;
                EXPECT_GE(tab.Width, tab.ContentWidth) << ImGui::TabBarGetTabName(window->DockNode->TabBar, &tab);
            }
        }

        EXPECT_GT(seen, 5);
    });
}

// A block of 2,048 threads is refused with a text that just does not fit: a scroll bar that takes width made it longer.
TEST_P(SteadyWindowTest, TheResultsCardKeepsItsWidth) {
    run(on_screen("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        open_launch(app);
        context->Yield(3);
        const ImGuiTestItemInfo field = choice(context, "**/block.x/##value");
        ASSERT_NE(field.ID, 0u);
        context->ItemInput(field.ID);
        context->KeyCharsReplaceEnter("2048");
        context->Yield(3);
        app.workbench().post(ask::FocusView{"result"});
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        context->Yield(5);
        std::map<float, int> widths;
        for (int frame = 0; frame < 40; ++frame) {
            context->Yield();
            for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
                if (window->Active && std::string_view(window->Name).find("/verdict_") != std::string_view::npos)
                    ++widths[window->Size.x];
        }
        EXPECT_EQ(widths.size(), 1u);
    });
}

class QuietRunTest : public WindowTest {};

TEST_F(QuietRunTest, ProgressShowsAfterAMomentAndGoesWithTheRun) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.edited_source["right"] = long_kernel;
        bench.post(ask::Run{});
        double began_s = -1;
        int quiet = 0;
        while (began_s < 0 || ImGui::GetTime() - began_s < kLeastShownRunS + 0.05) {
            context->Yield();
            const bool busy = bench.results.status.busy || bench.results.status.waiting > 0;
            if (!busy) continue;
            if (began_s < 0) began_s = ImGui::GetTime();
            if (ImGui::GetTime() - began_s > kLeastShownRunS - 0.03) continue;
            EXPECT_FALSE(run_progress(bench).shown);
            ++quiet;
        }
        EXPECT_GT(quiet, 3);
        EXPECT_TRUE(app.busy()) << "the run was too short to look at";
        EXPECT_TRUE(run_progress(bench).shown);
        bench.post(ask::Cancel{});
        wait_for_runs(context, app);
        IM_CHECK(wait_until(context, [&] { return !bench.results.status.busy; }));
        EXPECT_FALSE(run_progress(bench).shown);
    });
}

class KeptLayoutTest : public WindowTest {
  protected:
    static ImGuiID dock_of(const char* window) { return ImGui::FindWindowByName(window)->DockId; }
};

TEST_F(KeptLayoutTest, AResizedWindowRebuildsOnlyALayoutThatNobodyChanged) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        const ImGuiID launch = dock_of("Launch###launch"), timings = dock_of("Timings###timings");
        EXPECT_NE(launch, timings);
        app.host().resize({1024, 700});
        context->Yield(10);
        EXPECT_EQ(dock_of("Launch###launch"), dock_of("Timings###timings")) << "the narrow layout has one dock below";
        app.host().resize({1280, 800});
        context->Yield(10);
        // the learner moves the timings to the launch panel
        ImGui::DockBuilderDockWindow("Timings###timings", dock_of("Launch###launch"));
        context->Yield(5);
        const ImGuiID moved_to = dock_of("Timings###timings"), lesson = dock_of("Lesson###lesson");
        EXPECT_EQ(moved_to, dock_of("Launch###launch"));
        app.host().resize({1024, 700});
        context->Yield(10);
        EXPECT_EQ(dock_of("Timings###timings"), moved_to);
        EXPECT_EQ(dock_of("Lesson###lesson"), lesson);
        app.workbench().post(ask::ResetLayout{});
        context->Yield(10);
        EXPECT_NE(dock_of("Lesson###lesson"), dock_of("Timings###timings"));
    });
}

}  // namespace
}  // namespace warpwise::ui
