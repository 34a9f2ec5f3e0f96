// What must not move: the code at the first edit, the timings at the first run, an axis while a picture plays; and where tooltips,
// dragged panels and borders stand.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "ui/kit/tooltip.h"
#include "ui/timing/frame_costs.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class StillWindowTest : public WindowTest {
  protected:
    static AppOptions of_size(const std::string& lesson, gl::Size size, float scale = 1) {
        AppOptions options = with_lesson(lesson);
        options.host.size = size;
        options.scale = scale;
        return options;
    }
    static const ImGuiWindow* tooltip() {
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_Tooltip) != 0) return window;
        return nullptr;
    }
    // The child window that the text editor draws its lines in.
    static const ImGuiWindow* editor() {
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->Active && !window->Hidden && std::string_view(window->Name).find("##editor") != std::string_view::npos)
                return window;
        return nullptr;
    }
};

TEST_F(StillWindowTest, TheFirstEditLeavesTheCodeWhereItIs) {
    for (const gl::Size size : {gl::Size{1024, 768}, gl::Size{1280, 800}, gl::Size{1440, 900}, gl::Size{1920, 1080}})
        for (const LayoutName layout : {LayoutName::code, LayoutName::study})
            run(of_size("indexing_1d", size), [&](ImGuiTestContext* context, App& app) {
                Workbench& bench = app.workbench();
                bench.post(ask::UseLayout{layout});
                context->Yield(12);  // the layout's own tabs come to the front
                bench.post(ask::FocusView{"source"});
                context->Yield(12);
                context->SleepNoSkip(1.0f, 0.05f);  // the text is checked
                ASSERT_NE(editor(), nullptr);
                const float before = editor()->Pos.y;
                const std::string film = "first_edit_" + std::to_string(size.width) + name_of(layout);
                keep_picture(context, app, film + "_1");
                const auto [x, y, width, height] = bench.panel_rects.at("source");
                context->MouseMoveToPos({x + width * 0.5f, y + height * 0.5f});
                context->MouseClick();
                context->KeyChars("/");
                for (int frame = 0; frame < 60; ++frame) {
                    context->Yield();
                    EXPECT_EQ(editor()->Pos.y, before) << size.width << ", frame " << frame;
                }
                EXPECT_TRUE(bench.draft.edited_source.contains("right"));
                EXPECT_TRUE(is_on_screen(context, "Reset to original"));
                keep_picture(context, app, film + "_2");
            });
}

TEST_F(StillWindowTest, TheFirstRunFillsTheRowsOfTheTimings) {
    run(of_size("indexing_1d", {1440, 900}), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"timings"});
        context->Yield(8);
        const auto rows = [&] {
            std::vector<std::string> places;
            for (const char* id : {"emulated_0", "cpu-serial_0"}) {
                const ImGuiTestItemInfo row = context->ItemInfo((std::string("//###timings/**/") + id + "/##timing_row").c_str());
                EXPECT_NE(row.ID, 0u) << id;
                places.push_back(std::to_string(row.RectFull.Min.y) + " " + std::to_string(row.RectFull.Max.y));
            }
            const ImGuiTestItemInfo tools = context->ItemInfo("//###timings/**/##timings_face/Phases");
            EXPECT_NE(tools.ID, 0u);
            places.push_back(std::to_string(tools.RectFull.Min.y));
            return places;
        };
        keep_picture(context, app, "first_run_1");
        const std::vector<std::string> before = rows();
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        context->Yield(5);
        keep_picture(context, app, "first_run_2");
        EXPECT_EQ(rows(), before);
    });
}

TEST(HeldAxis, StaysWhileTimesVaryAndGrowsInSteps) {
    const double axis = held_axis_ms(0, 3.0);
    EXPECT_GE(axis, 3.0);
    for (const double longest : {3.1, 2.0, axis, axis * 0.26}) EXPECT_EQ(held_axis_ms(axis, longest), axis) << longest;
    const double grown = held_axis_ms(axis, axis * 1.01);
    EXPECT_GT(grown, axis);
    EXPECT_EQ(held_axis_ms(grown, axis), grown) << "it does not fall back at once";
    EXPECT_LT(held_axis_ms(grown, grown * 0.2), grown);
}

TEST_F(StillWindowTest, NoTooltipCoversTheControlItDescribes) {
    for (const gl::Size size : {gl::Size{1280, 800}, gl::Size{1024, 700}})
        run(of_size("indexing_1d", size), [&](ImGuiTestContext* context, App&) {
            for (const char* item :
                 {"//###launch/**/###Run", "//###launch/**/###sweep_launch", "//###launch/**/presets/Right",
                  "//###launch/**/Run on every change##launch", "//###top_bar/**/devices", "//###top_bar/**/layout/Code"}) {
                context->MouseMove(item);
                context->SleepNoSkip(1.0f, 0.05f);
                const ImGuiTestItemInfo info = context->ItemInfo(item);
                ASSERT_NE(info.ID, 0u) << item;
                ASSERT_NE(tooltip(), nullptr) << item;
                const ImRect tip = tooltip()->Rect();
                EXPECT_FALSE(tip.Overlaps(info.RectFull)) << item;
                EXPECT_GE(tip.Min.x, 0) << item;
                EXPECT_GE(tip.Min.y, 0) << item;
                EXPECT_LE(tip.Max.x, static_cast<float>(size.width)) << item;
                EXPECT_LE(tip.Max.y, static_cast<float>(size.height)) << item;
            }
        });
}

TEST(TooltipPlace, BelowThenAboveThenBeside) {
    const ImVec2 screen{800, 600}, size{200, 50};
    const auto place = [&](ImVec2 min, ImVec2 max) { return place_beside_item(min, max, size, {0, 0}, screen, 6, min.x); };
    EXPECT_EQ(place({100, 100}, {150, 130}).y, 136);
    EXPECT_EQ(place({100, 560}, {150, 590}).y, 504);
    EXPECT_EQ(place({780, 100}, {799, 130}).x, 600) << "within the right edge";
    const ImVec2 beside = place({100, 20}, {150, 590});  // as tall as the screen
    EXPECT_EQ(beside.x, 156);
}

TEST(ReadingMeasure, BreaksLongMessagesAtWords) {
    const std::string text =
        at_reading_measure(std::string(30, 'a') + " " + std::string(30, 'b') + " " + std::string(30, 'c') + "\nhint");
    EXPECT_EQ(text, std::string(30, 'a') + " " + std::string(30, 'b') + "\n" + std::string(30, 'c') + "\nhint");
    EXPECT_EQ(at_reading_measure("short"), "short");
    EXPECT_EQ(at_reading_measure(""), "");
}

TEST_F(StillWindowTest, APanelThatIsDraggedOutHasAFrameATitleAndACross) {
    run(of_size("indexing_1d", {1440, 900}), [](ImGuiTestContext* context, App& app) {
        context->UndockWindow("//###timings");
        context->Yield(5);
        const ImGuiWindow* const window = ImGui::FindWindowByName("Timings###timings");
        ASSERT_NE(window, nullptr);
        EXPECT_EQ(window->DockNode, nullptr);
        EXPECT_GE(window->WindowBorderSize, 1);
        EXPECT_GT(window->TitleBarHeight, 0);
        EXPECT_TRUE(window->HasCloseButton);
        keep_picture(context, app, "floating_panel");
        context->WindowClose("//###timings");
        context->Yield(3);
        EXPECT_FALSE(window->Active);
        app.workbench().post(ask::ResetLayout{});
        context->Yield(10);
        EXPECT_TRUE(window->Active);
        EXPECT_NE(window->DockNode, nullptr);
        EXPECT_FALSE(window->HasCloseButton);
    });
}

TEST_F(StillWindowTest, ABorderLeavesAHundredAndSixtyPixelsOnBothSides) {
    run(of_size("indexing_1d", {1440, 900}), [](ImGuiTestContext* context, App&) {
        const auto width_of = [](const char* name) { return ImGui::FindWindowByName(name)->Size.x; };
        const ImGuiWindow* lesson = ImGui::FindWindowByName("Lesson###lesson");
        const ImVec2 border{lesson->Pos.x + lesson->Size.x, lesson->Pos.y + lesson->Size.y / 2};
        context->MouseMoveToPos(border);
        context->MouseDown();
        context->MouseMoveToPos({10, border.y});
        context->Yield(3);
        EXPECT_GE(width_of("Lesson###lesson"), 160);
        EXPECT_LE(width_of("Lesson###lesson"), 170);
        context->MouseMoveToPos({1430, border.y});
        context->Yield(3);
        for (const char* name : {"Lesson###lesson", "Thread grid###thread_grid", "Launch###launch"})
            EXPECT_GE(width_of(name), 159) << name;
        context->MouseUp();
    });
}

}  // namespace
}  // namespace warpwise::ui
