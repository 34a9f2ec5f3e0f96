// A window with little room, which is also a usual one at 175 and 200 %: the launch panel is a drawer over the views.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <string>

#include "ui_test.h"

namespace warpwise::ui {
namespace {

class ZoomedWindow : public WindowTest {
  protected:
    static AppOptions zoomed(float scale) {
        AppOptions options = with_lesson("indexing_1d");
        options.scale = scale;
        return options;
    }
    static bool drawer_is_open() {
        const ImGuiWindow* window = ImGui::FindWindowByName("Launch###launch");
        return window != nullptr && window->Active && window->DockNode == nullptr;
    }
    // No hidden tab: the window is on the screen, with room for what it shows.
    static ImVec2 room_of(const char* name) {
        const ImGuiWindow* window = ImGui::FindWindowByName(name);
        return window != nullptr && window->Active && !window->Hidden ? window->InnerRect.GetSize() : ImVec2(0, 0);
    }
};

class CompactWindowTest : public ZoomedWindow, public ::testing::WithParamInterface<float> {};
class GrowingWindowTest : public ZoomedWindow {};

INSTANTIATE_TEST_SUITE_P(Scales, CompactWindowTest, ::testing::Values(1.75f, 2.0f),
                         [](const auto& info) { return std::to_string(static_cast<int>(info.param * 100)); });

// Where the selected tab of the window's dock lies in its bar: from its begin to its end, of what shows of the bar.
bool tab_is_in_sight(const char* name) {
    const ImGuiWindow* const window = ImGui::FindWindowByName(name);
    if (window == nullptr || window->DockNode == nullptr || window->DockNode->TabBar == nullptr) return false;
    ImGuiTabBar& bar = *window->DockNode->TabBar;
    const ImGuiTabItem* const tab = ImGui::TabBarFindTabByID(&bar, bar.SelectedTabId);
    if (tab == nullptr || tab->Window != window) return false;
    const float begin = tab->Offset - bar.ScrollingAnim, room = bar.ScrollingRectMaxX - bar.ScrollingRectMinX;
    return begin >= -1 && begin + tab->Width <= room + 1;
}

TEST_P(CompactWindowTest, TheSelectedTabIsInSight) {
    run(zoomed(GetParam()), [&](ImGuiTestContext* context, App& app) {
        IM_CHECK(tab_is_in_sight("Thread grid###thread_grid"));
        for (const auto& [view, name] : {std::pair{"timings", "Timings###timings"},
                                         {"messages", "Messages###messages"},
                                         {"thread_grid", "Thread grid###thread_grid"}}) {
            app.workbench().post(ask::FocusView{view});
            context->Yield(6);
            IM_CHECK(tab_is_in_sight(name));
        }
    });
}

TEST_P(CompactWindowTest, TheGridHasRoomAndTheDrawerOpensAndClosesByKeys) {
    run(zoomed(GetParam()), [&](ImGuiTestContext* context, App& app) {
        const float scale = GetParam();
        EXPECT_EQ(app.state().room, Room::compact);
        EXPECT_FALSE(drawer_is_open());
        const ImVec2 grid = room_of("Thread grid###thread_grid");
        EXPECT_GE(grid.x / scale, 330);
        EXPECT_GE(grid.y / scale, 250);
        const std::string film = "compact_" + std::to_string(static_cast<int>(scale * 100));
        keep_picture(context, app, film + "_1_closed");
        context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_L);
        context->Yield(4);
        EXPECT_TRUE(drawer_is_open());
        keep_picture(context, app, film + "_2_open");
        // its controls follow by Tab
        context->KeyPress(ImGuiKey_Tab);
        context->Yield(2);
        const ImGuiContext& gui = *ImGui::GetCurrentContext();
        ASSERT_NE(gui.NavWindow, nullptr);
        EXPECT_EQ(gui.NavWindow->RootWindow, ImGui::FindWindowByName("Launch###launch"));
        EXPECT_NE(gui.NavId, 0u);
        context->KeyPress(ImGuiKey_Escape);
        context->Yield(2);
        context->KeyPress(ImGuiKey_Escape);  // the first may leave a field
        context->Yield(2);
        EXPECT_FALSE(drawer_is_open());
        EXPECT_EQ(room_of("Thread grid###thread_grid").x, grid.x) << "the drawer lies over the views and moves none";
    });
}

TEST_P(CompactWindowTest, TheDrawerOpensAndClosesByItsButtonsAndRunsTheKernel) {
    run(zoomed(GetParam()), [&](ImGuiTestContext* context, App& app) {
        context->ItemClick("//###top_bar/**/###launch_drawer");
        context->Yield(4);
        EXPECT_TRUE(drawer_is_open());
        context->ItemClick("//###launch/**/presets/threadIdx.x alone");
        context->Yield(3);
        EXPECT_EQ(app.workbench().draft.request.kernel, "thread_only");
        const ImGuiTestItemInfo run_button = context->ItemInfo("//###launch/**/###Run");
        ASSERT_NE(run_button.ID, 0u);
        EXPECT_EQ(run_button.RectClipped.GetHeight(), run_button.RectFull.GetHeight());
        context->ItemClick("//###launch/**/###Run");
        wait_for_runs(context, app);
        EXPECT_NE(app.workbench().results.latest(DeviceKind::emulated), nullptr);
        context->WindowClose("//###launch");
        context->Yield(3);
        EXPECT_FALSE(drawer_is_open());
        app.workbench().post(ask::FocusView{"launch"});
        context->Yield(4);
        EXPECT_TRUE(drawer_is_open()) << "a request for the panel opens the drawer";
    });
}

TEST_F(GrowingWindowTest, AWindowThatGrowsHasItsLaunchPanelBack) {
    run(zoomed(2), [](ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_L);
        context->Yield(4);
        app.host().resize({2880, 1800});
        context->Yield(12);
        EXPECT_EQ(app.state().room, Room::wide);
        const ImGuiWindow* launch = ImGui::FindWindowByName("Launch###launch");
        ASSERT_NE(launch, nullptr);
        EXPECT_NE(launch->DockNode, nullptr);
        EXPECT_NE(launch->DockId, ImGui::FindWindowByName("Thread grid###thread_grid")->DockId);
    });
}

TEST(RoomTest, CompactBelowSevenHundredByFourHundredAndFifty) {
    Look look{};
    EXPECT_EQ(room_for(look, {1280, 726}), Room::wide);
    EXPECT_EQ(room_for(look, {1000, 600}), Room::narrow);
    EXPECT_EQ(room_for(look, {700, 450}), Room::narrow);
    EXPECT_EQ(room_for(look, {699, 450}), Room::compact);
    EXPECT_EQ(room_for(look, {1280, 449}), Room::compact);
    look.scale = 2;
    EXPECT_EQ(room_for(look, {1280, 726}), Room::compact);
}

}  // namespace
}  // namespace warpwise::ui
