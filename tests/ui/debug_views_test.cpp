// The debugger's views, drawn without a window around them from stops that are made by hand.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "debug_states.h"
#include "gl/host.h"
#include "gl/make_host.h"
#include "golden.h"
#include "ui/debugger/access_history.h"
#include "ui/debugger/banks_view.h"
#include "ui/debugger/cause_card.h"
#include "ui/debugger/lane_table.h"
#include "ui/debugger/masks_view.h"
#include "ui/debugger/memory_view.h"
#include "ui/kit/gui_context.h"

namespace warpwise::ui {
namespace {

enum class Which { lanes, memory, banks, masks, cause, accesses };
constexpr Which every_view[] = {Which::lanes, Which::memory, Which::banks, Which::masks, Which::cause, Which::accesses};

// A host, a style and one view that fills it.
class Stage {
  public:
    Stage(std::unique_ptr<gl::Host> host, ThemeName theme, float scale)
        : host_(std::move(host)), gui_(*host_), look_{theme_of(theme), gui_.fonts(), theme, scale} {
        apply_style(look_);
    }
    static std::unique_ptr<Stage> make(gl::HostKind kind, gl::Size size, ThemeName theme = ThemeName::dark, float scale = 1) {
        auto host = gl::make_host({kind, size, "test"});
        return host ? std::make_unique<Stage>(std::move(*host), theme, scale) : nullptr;
    }

    void frame(Which which) {
        const ImVec4 ground = to_vec4(look_.theme.ground);
        state.hovered_before = std::exchange(state.hovered_lane, -1);
        gui_.begin_frame(true);
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({static_cast<float>(host_->size().width), static_cast<float>(host_->size().height)});
        ImGui::Begin("view", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
        DebugView view{.look = look_, .state = state};
        switch (which) {
            case Which::lanes: draw_lane_table(view, table); break;
            case Which::memory: draw_memory_view(view, memory); break;
            case Which::banks: draw_banks_view(view, banks); break;
            case Which::masks: draw_masks_view(view); break;
            case Which::cause: draw_cause_card(view); break;
            case Which::accesses: draw_access_history(view, history); break;
        }
        if (view.show_line) shown_line = view.show_line;
        if (view.command) command = view.command;
        ImGui::End();
        gui_.draw(ground);
    }
    Image picture(Which which) {
        for (int i = 0; i < 4; ++i) frame(which), host_->end_frame();
        frame(which);
        auto image = host_->read_pixels();
        host_->end_frame();
        return image ? std::move(*image) : Image{};
    }
    void mouse_to(Which which, ImVec2 at) {
        ImGui::GetIO().AddMousePosEvent(at.x, at.y);
        for (int i = 0; i < 3; ++i) frame(which);
    }
    void click(Which which, ImVec2 at, int button = 0) {
        mouse_to(which, at);
        ImGui::GetIO().AddMouseButtonEvent(button, true);
        frame(which), frame(which);
        ImGui::GetIO().AddMouseButtonEvent(button, false);
        frame(which), frame(which);
    }
    const Theme& theme() const { return look_.theme; }

    DebuggerState state;
    LaneTableState table;
    MemoryViewState memory;
    BanksViewState banks;
    AccessHistoryState history;
    std::optional<int> shown_line;
    std::optional<DebugCommand> command;

  private:
    std::unique_ptr<gl::Host> host_;
    GuiContext gui_;
    Look look_;
};

std::int64_t pixels_of(const Image& image, ImU32 colour) {
    std::int64_t count = 0;
    for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3)
        count += image.rgb[i] == (colour & 255) && image.rgb[i + 1] == ((colour >> 8) & 255) &&
                 image.rgb[i + 2] == ((colour >> 16) & 255);
    return count;
}

struct NamedStop {
    const char* name;
    std::function<DebugState()> make;
};
const std::vector<NamedStop>& every_stop() {
    static const std::vector<NamedStop> stops{
        {"naive transpose", test::naive_transpose},
        {"row sums", test::row_sums},
        {"naive tile", [] { return test::tiled_transpose(32); }},
        {"padded tile", [] { return test::tiled_transpose(33); }},
        {"divergent loop", test::divergent_loop},
        {"reduction", test::reduction_at_barrier},
        {"histogram", [] { return test::histogram(MemorySpace::shared); }},
        {"global histogram", [] { return test::histogram(MemorySpace::global); }},
        {"wide", [] { return test::wide_shared(1); }},
        {"wide strided", [] { return test::wide_shared(2); }},
        {"misaligned", test::misaligned},
        {"many children", test::many_children},
        {"partial warp", test::partial_warp},
        {"vector add", test::vector_add},
        {"saxpy fault", test::saxpy_fault},
        {"ended",
         [] {
             DebugState state = test::stop_at("f", 3);
             state.frames.clear();
             state.lanes.fill(LaneStatus::exited);
             return state;
         }},
    };
    return stops;
}

// ---- what is drawn

TEST(DebugViewsTest, EveryStopIsDrawnInEveryViewAtEverySize) {
    for (const gl::Size size : {gl::Size{240, 160}, gl::Size{760, 420}, gl::Size{1600, 1000}})
        for (const float scale : {1.0f, 2.0f}) {
            const auto stage = Stage::make(gl::HostKind::null, size, ThemeName::dark, scale);
            ASSERT_NE(stage, nullptr);
            for (const NamedStop& stop : every_stop())
                for (const int lane : {-1, 5, 31}) {
                    stage->state = test::debugger_at(stop.make());
                    stage->state.pinned_lane = lane;
                    stage->state.pinned = {"keys[3]", "gone"};
                    stage->table.expanded = {"0:keys", "0:body", "0:body.at"};
                    for (const Which which : every_view) {
                        stage->frame(which), stage->frame(which);
                        EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 50) << stop.name;
                    }
                }
        }
}

struct Cost {
    Which which;
    DebugState stop;
    bool costs;
};

TEST(DebugViewsTest, RedIsDrawnWhereSomethingCostsAndNowhereElse) {
    for (const ThemeName theme : {ThemeName::dark, ThemeName::light, ThemeName::high_contrast}) {
        const auto stage = Stage::make(gl::HostKind::egl, {900, 420}, theme);
        if (stage == nullptr) GTEST_SKIP() << "nothing can be drawn here without a screen";
        DebugState coalesced = test::naive_transpose();
        coalesced.next.pop_back();
        for (const Cost& one :
             {Cost{Which::memory, test::row_sums(), true}, Cost{Which::memory, coalesced, false},
              Cost{Which::memory, test::misaligned(), true}, Cost{Which::memory, test::partial_warp(), false},
              Cost{Which::cause, test::tiled_transpose(32), true}, Cost{Which::cause, test::tiled_transpose(33), false},
              Cost{Which::cause, test::divergent_loop(), true}, Cost{Which::cause, test::reduction_at_barrier(), false},
              Cost{Which::banks, test::tiled_transpose(32), true}, Cost{Which::banks, test::tiled_transpose(33), false},
              Cost{Which::banks, test::wide_shared(1), false}, Cost{Which::masks, test::divergent_loop(), false}}) {
            stage->state = test::debugger_at(one.stop);
            const Image image = stage->picture(one.which);
            ASSERT_FALSE(image.rgb.empty());
            if (one.costs)
                EXPECT_GT(pixels_of(image, stage->theme().bad), 20) << one.stop.frames.front().function;
            else
                EXPECT_EQ(pixels_of(image, stage->theme().bad), 0) << one.stop.frames.front().function;
        }
    }
}

TEST(DebugViewsTest, TheChosenLaneIsMarkedInEveryViewOfLanes) {
    const auto stage = Stage::make(gl::HostKind::egl, {1000, 420});
    if (stage == nullptr) GTEST_SKIP() << "nothing can be drawn here without a screen";
    for (const Which which : {Which::lanes, Which::memory, Which::banks, Which::masks}) {
        DebugState state = test::tiled_transpose(32);
        state.next.pop_back();  // no tabs, which have the accent too
        for (DebugValue& value : state.variables) value.changed = 0;
        stage->state = test::debugger_at(state);
        const std::int64_t without = pixels_of(stage->picture(which), stage->theme().accent);
        stage->state.pinned_lane = 7;
        EXPECT_GT(pixels_of(stage->picture(which), stage->theme().accent), without + 80) << static_cast<int>(which);
    }
}

// ---- what the mouse does

class DebugViewsByMouseTest : public ::testing::Test {
  protected:
    void SetUp() override { stage = Stage::make(gl::HostKind::null, {1000, 420}); }
    // Clicks below the head of the view, further and further down, until `done`; where that was.
    std::optional<float> clicked_down(Which which, float x, const std::function<bool()>& done) {
        for (float y = 60; y < 400; y += 8) {
            stage->click(which, {x, y});
            if (done()) return y;
        }
        return std::nullopt;
    }
    std::unique_ptr<Stage> stage;
};

TEST_F(DebugViewsByMouseTest, AHoverMarksTheLaneAndAClickChoosesIt) {
    stage->state = test::debugger_at(test::row_sums());
    // the strip of lanes in the picture of memory: below the headline, right of the labels
    const float left = 16 + 64, pitch = (1000 - 2 * 16 - 64 - 4) / 32.0f;
    ImVec2 lane9{left + 9.5f * pitch, 40};
    for (; lane9.y < 120 && stage->state.shown_lane() < 0; lane9.y += 4) stage->mouse_to(Which::memory, lane9);
    EXPECT_EQ(stage->state.shown_lane(), 9);
    EXPECT_EQ(stage->state.pinned_lane, -1);
    stage->click(Which::memory, lane9);
    EXPECT_EQ(stage->state.pinned_lane, 9);
    stage->click(Which::memory, lane9);
    EXPECT_EQ(stage->state.pinned_lane, -1);
    stage->mouse_to(Which::memory, {5, 5});
    EXPECT_EQ(stage->state.shown_lane(), -1);
}

TEST_F(DebugViewsByMouseTest, ACellOfTheTableIsItsLane) {
    stage->state = test::debugger_at(test::tiled_transpose(32));
    int found = 0;
    for (float x = 120; x < 970; x += 9) {  // along one of the upper rows
        stage->mouse_to(Which::lanes, {x, 130});
        if (stage->state.shown_lane() < 0) continue;
        EXPECT_GE(stage->state.shown_lane(), found);
        found = stage->state.shown_lane();
    }
    EXPECT_EQ(found, 31);
}

TEST_F(DebugViewsByMouseTest, AnAggregateOpens) {
    DebugState state = test::many_children();
    state.variables.resize(1);
    stage->state = test::debugger_at(state, {32, 1, 1});
    const auto row = clicked_down(Which::lanes, 40, [&] { return !stage->table.expanded.empty(); });
    ASSERT_TRUE(row);
    EXPECT_EQ(stage->table.expanded, std::set<std::string>{"0:keys"});
}

TEST_F(DebugViewsByMouseTest, APinStaysUntilItIsTakenOff) {
    DebugState state = test::row_sums();
    state.variables.resize(1);
    stage->state = test::debugger_at(state, {32, 1, 1});
    stage->frame(Which::lanes);
    const float pin = 16 + stage->table.name_width - 9;
    ASSERT_TRUE(clicked_down(Which::lanes, pin, [&] { return !stage->state.pinned.empty(); }));
    EXPECT_EQ(stage->state.pinned, std::vector<std::string>{"r"});
    EXPECT_TRUE(clicked_down(Which::lanes, pin, [&] { return stage->state.pinned.empty(); }));
}

TEST_F(DebugViewsByMouseTest, AnElementOfMemoryAsksForItsLastWrite) {
    stage->state = test::debugger_at(test::misaligned());
    const DebugAccess& access = stage->state.now->next.front();
    stage->mouse_to(Which::memory, {5, 5});
    ImVec2 spot{-1, -1};
    for (float y = 100; y < 300 && spot.x < 0; y += 6) {
        stage->mouse_to(Which::memory, {86, y});  // the first element of the first line, which no lane reads
        stage->mouse_to(Which::memory, {100, y});
        if (stage->state.shown_lane() == 0) spot = {100, y};
    }
    ASSERT_GT(spot.x, 0) << "lane 0 reads the second element";
    stage->click(Which::memory, spot, 1);
    EXPECT_EQ(stage->memory.asked_element, "a[65]");
    EXPECT_EQ(stage->memory.asked_address, access.addresses[0]);
}

TEST_F(DebugViewsByMouseTest, RowsOfMasksShowTheirLineAndWarpsAreChosen) {
    stage->state = test::debugger_at(test::divergent_loop());
    std::vector<int> lines;
    for (float y = 20; y < 200; y += 12) {
        stage->shown_line.reset();
        stage->click(Which::masks, {60, y});
        if (stage->shown_line && (lines.empty() || lines.back() != *stage->shown_line)) lines.push_back(*stage->shown_line);
    }
    EXPECT_EQ(lines, (std::vector<int>{9, 12, 14, 17}));
    std::optional<std::uint32_t> chosen;
    for (float y = 235; y < 345 && !chosen; y += 10) {
        stage->click(Which::masks, {60, y});
        if (stage->command) chosen = stage->command->warp;
    }
    EXPECT_EQ(chosen, 0u);
    EXPECT_EQ(stage->command->go, DebugGo::stay);
}

// 32 columns or 16 are chosen for the panel's width, and so is the room for names: longer values or names move no cell.
TEST_F(DebugViewsByMouseTest, TheTableKeepsItsColumnsWhileItIsStepped) {
    stage->state = test::debugger_at(test::row_sums());
    stage->frame(Which::lanes);
    const int columns = stage->table.columns;
    const float names = stage->table.name_width;
    EXPECT_EQ(columns, 32);
    for (const std::int64_t size : {1, 100'000'000}) {
        DebugState next = test::row_sums();
        next.variables.push_back(
            test::whole_number("a_name_that_is_longer_than_its_column_can_be", [size](int lane) { return size * lane * lane; }));
        stage->state = test::debugger_at(next);
        stage->frame(Which::lanes);
        EXPECT_EQ(stage->table.columns, columns);
        EXPECT_EQ(stage->table.name_width, names);
    }
}

// A click on an operand's value chooses lane and operand; its card wants the writer, and watches the element.
TEST_F(DebugViewsByMouseTest, AValueOfTheLineTellsWhoWroteIt) {
    stage->state = test::debugger_at(test::misaligned());
    const auto y = clicked_down(Which::lanes, 500, [&] { return stage->table.operand == 0; });
    ASSERT_TRUE(y);
    ASSERT_GE(stage->state.pinned_lane, 0);
    stage->state.wanted_writer.reset();
    stage->frame(Which::lanes);
    const DebugAccess& access = stage->state.now->next.front();
    const auto lane = static_cast<std::size_t>(stage->state.pinned_lane);
    ASSERT_TRUE(stage->state.wanted_writer);
    EXPECT_EQ(stage->state.wanted_writer->address, access.addresses[lane]);
    EXPECT_EQ(stage->state.wanted_writer->bytes, 4u);
    toggle_watch(stage->state, "a[3]", *stage->state.wanted_writer);
    EXPECT_TRUE(is_watched(stage->state, *stage->state.wanted_writer));
    toggle_watch(stage->state, "a[3]", *stage->state.wanted_writer);
    EXPECT_TRUE(stage->state.watched.empty());
}

// ---- accesses over time

TEST(AccessHistoryTest, GoingBackForgetsWhatHasNotHappened) {
    AccessHistory history;
    DebugState state = test::row_sums();
    for (std::uint64_t position = 10; position < 15; ++position) {
        state.position = position;
        state.last = {state.next.front()};
        state.last.front().position = position - 1;
        history.take(state);
    }
    ASSERT_EQ(history.accesses().size(), 5u);
    state.position = 12;
    state.last.front().position = 11;
    history.take(state);
    ASSERT_EQ(history.accesses().size(), 3u);
    EXPECT_EQ(history.accesses().back().position, 11u);
    const auto arrays = accessed_arrays(history.accesses());
    ASSERT_EQ(arrays.size(), 1u);
    EXPECT_EQ(arrays[0], (AccessedArray{"a", MemorySpace::global, 5, 31 * 32 + 5}));
    state.warp = 3;  // another warp's are others
    state.last.clear();
    history.take(state);
    EXPECT_TRUE(history.accesses().empty());
}

// ---- golden pictures

struct Golden {
    const char* name;
    Which which;
    std::function<DebugState()> stop;
    gl::Size size;
    ThemeName theme = ThemeName::dark;
    float scale = 1;
    int lane = 5;
};
void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }

class DebugViewGoldenTest : public ::testing::TestWithParam<Golden> {};
INSTANTIATE_TEST_SUITE_P(
    Views, DebugViewGoldenTest,
    ::testing::Values(Golden{"debug_lanes_dark", Which::lanes, [] { return test::tiled_transpose(32); }, {1000, 280}},
                      Golden{"debug_lanes_diverged_light", Which::lanes, test::divergent_loop, {760, 360}, ThemeName::light, 1, 8},
                      Golden{"debug_memory_dark", Which::memory, test::row_sums, {1000, 460}, ThemeName::dark, 1, 9},
                      Golden{"debug_banks_light_200_percent",
                             Which::banks,
                             [] { return test::tiled_transpose(32); },
                             {1800, 760},
                             ThemeName::light,
                             2},
                      Golden{"debug_values_dark", Which::lanes, test::vector_add, {860, 480}, ThemeName::dark, 1, 7},
                      Golden{"debug_fault_light", Which::lanes, test::saxpy_fault, {860, 480}, ThemeName::light, 1, -1},
                      Golden{"debug_masks_dark", Which::masks, test::divergent_loop, {900, 320}, ThemeName::dark, 1, 8}),
    [](const auto& info) { return info.param.name; });

TEST_P(DebugViewGoldenTest, LooksAsItDid) {
    const Golden& golden = GetParam();
    const auto stage = Stage::make(gl::HostKind::egl, golden.size, golden.theme, golden.scale);
    if (stage == nullptr) GTEST_SKIP() << "nothing can be drawn here without a screen";
    stage->state = test::debugger_at(golden.stop());
    stage->state.pinned_lane = golden.lane;
    stage->frame(golden.which);
    if (stage->state.wanted_writer) stage->state.writer = DebuggerState::LastWriter{*stage->state.wanted_writer, std::nullopt};
    EXPECT_EQ(check_golden(golden.name, stage->picture(golden.which)), "");
}

}  // namespace
}  // namespace warpwise::ui
