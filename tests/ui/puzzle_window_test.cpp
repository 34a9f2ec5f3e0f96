// Break it, Be the warp, ladders, bars of recorded times, and questions that come again with other numbers.
#include <fmt/format.h>
#include <imgui_internal.h>

#include "lesson/progress.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/puzzle_cards.h"
#include "ui/present/present_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

// So tall that the whole lesson is on the screen.
AppOptions tall(AppOptions options) {
    options.host.size = {1400, 5200};
    return options;
}

// As if every prediction of the lesson had been answered, so that nothing is folded.
LessonProgress& answered(App& app) {
    Workbench& bench = app.workbench();
    LessonProgress& progress = bench.lessons.progress[bench.lesson->id];
    for (const Prediction& prediction : bench.lesson->predictions) {
        if (prediction.asks_sketch())
            progress.sketches[prediction.id] = {1, 1};
        else if (prediction.asks_number())
            progress.numbers[prediction.id] = prediction.number;
        else
            progress.predictions[prediction.id] = 0;
    }
    return progress;
}

// Where the item is, brought onto the screen.
std::string at(const std::string& item) { return "//###lesson/**/" + item; }

// The card in the other themes and at 200 %, for people to look at.
void keep_pictures(ImGuiTestContext* context, App& app, const std::string& name) {
    keep_picture(context, app, name);
    if (!keeps_pictures()) return;
    for (const auto& [theme, suffix] : {std::pair{ThemeName::light, "_light"}, {ThemeName::high_contrast, "_high_contrast"}}) {
        app.workbench().post(ask::UseTheme{theme});
        context->Yield(6);
        keep_picture(context, app, name + suffix);
    }
    app.workbench().post(ask::UseTheme{ThemeName::dark});
    app.workbench().post(ask::Zoom{2});
    context->Yield(12);
    keep_picture(context, app, name + "_200");
    app.workbench().post(ask::Zoom{1});
    context->Yield(6);
}

class PuzzleWindowTest : public WindowTest {};

TEST_F(PuzzleWindowTest, AKernelIsBrokenAndTheSmallestCaseIsGold) {
    run(tall(as_learner("grid_stride")), [](ImGuiTestContext* context, App& app) {
        answered(app);
        context->Yield(12);
        BreakCard& card = app.workbench().state<PuzzleCards>().breaks["grid_stride/shares"];
        const auto run_with = [&](const char* n, const char* blocks, const char* block) {
            card.last.reset();
            for (const auto& [row, value] :
                 {std::pair{"n/Elements n", n}, {"grid_blocks/Blocks", blocks}, {"block/Threads per block", block}}) {
                context->ItemInput(at(fmt::format("{}/##value", row)).c_str());
                context->KeyCharsReplaceEnter(value);
            }
            context->ItemClick(at("Run##break").c_str());
            IM_CHECK(wait_until(context, [&] { return card.last.has_value(); }));
            context->Yield(4);
        };
        keep_picture(context, app, "break_it_begin");
        run_with("256", "2", "64");
        IM_CHECK(
            shows(context, "It passes with Elements n = 256, Blocks = 2, Threads per block = 64. All 256 elements are right."));
        run_with("129", "2", "64");
        IM_CHECK(
            shows(context,
                  "Bronze: you broke it with Elements n = 129, Blocks = 2, Threads per block = 64. A smaller case breaks it too."));
        IM_CHECK(lacks(context, "The remainder of the division has no thread."));  // the explanation, which names the smallest case
        IM_CHECK(shows(context, "1 of 129 elements is wrong: c[128] is 0 and should be 129."));
        keep_pictures(context, app, "break_it_bronze");
        context->ItemClick(at("Show the smallest case##break").c_str());
        context->Yield(4);
        IM_CHECK(shows(context, "The smallest case is Elements n = 3, Blocks = 1, Threads per block = 2."));
        IM_CHECK(shows(context, "The remainder of the division has no thread."));
        keep_picture(context, app, "break_it_smallest");
        run_with("3", "1", "2");
        IM_CHECK(
            shows(context, "Gold: you broke it with Elements n = 3, Blocks = 1, Threads per block = 2, and no smaller case does."));
        keep_picture(context, app, "break_it_gold");
        context->ItemClick(at("Look at this run##break").c_str());
        wait_for_runs(context, app);
        IM_CHECK_EQ(app.workbench().draft.request.kernel, "shares_rounded_down");
        IM_CHECK_EQ(std::get<std::int64_t>(app.workbench().draft.request.parameters.at("n")), 3);
    });
    const LoadedProgress kept = load_progress(home.data() / "progress.json");
    EXPECT_EQ(kept.progress.at("grid_stride").broken.at("shares").size, 3);
}

TEST_F(PuzzleWindowTest, TheLanesOfAWarpAreChosenByMouseAndByKeyboard) {
    run(tall(as_learner("guards_and_limits")), [](ImGuiTestContext* context, App& app) {
        answered(app);
        context->Yield(12);
        WarpCard& card = app.workbench().state<PuzzleCards>().warps["guards_and_limits/guard"];
        context->ItemClick(at("Start##warp").c_str());
        IM_CHECK(wait_until(context, [&] { return card.walk.has_value(); }));
        context->Yield(4);
        IM_CHECK(shows(context, "Warp 6 is about to test its indices."));
        keep_picture(context, app, "be_the_warp_begin");
        context->ItemClick(at("All##warp").c_str());
        context->Yield(2);
        IM_CHECK_EQ(card.chosen, 0xffffffffu);
        context->ItemClick(at("Step##warp").c_str());
        context->Yield(4);
        IM_CHECK(shows(context, "Right. 32 lanes stay active: 0 to 31."));
        context->ItemClick(at("Next stop##warp").c_str());
        context->Yield(4);
        // one by one, several at once while the button is down, and by the keyboard
        const auto cell = [](int lane) { return at(fmt::format("$${}/##cell", lane)); };
        context->ItemClick(cell(0).c_str());
        context->Yield(2);
        IM_CHECK_EQ(card.chosen, 0x1u);
        context->MouseMove(cell(1).c_str());
        context->MouseDown();
        for (const int lane : {2, 3, 4}) context->MouseMove(cell(lane).c_str(), ImGuiTestOpFlags_NoCheckHoveredId);
        context->MouseUp();
        context->Yield(2);
        IM_CHECK_EQ(card.chosen, 0x1fu);
        context->NavMoveTo(cell(5).c_str());
        context->KeyPress(ImGuiKey_Space);
        context->Yield(3);
        IM_CHECK_EQ(card.chosen, 0x3fu);
        context->ItemClick(at("Step##warp").c_str());
        context->Yield(4);
        IM_CHECK(shows(context, "You chose 6 lanes: 0 to 5."));
        IM_CHECK(shows(context, "8 lanes stay active: 0 to 7."));
        IM_CHECK(shows(context, "Stripes: it does, but you did not choose it."));
        IM_CHECK(lacks(context, "Cross: you chose it"));  // no cell has one
        keep_pictures(context, app, "be_the_warp_missed");
        context->ItemClick(at("Finish##warp").c_str());
        context->Yield(4);
        IM_CHECK(shows(context, "1 of 2 stops right."));
        keep_picture(context, app, "be_the_warp_end");
    });
    const auto kept = load_progress(home.data() / "progress.json").progress.at("guards_and_limits").stops.at("guard");
    ASSERT_EQ(kept.size(), 2u);
    EXPECT_TRUE(kept[0].right);
    EXPECT_EQ(kept[1].chosen, 0x3fu);
    EXPECT_FALSE(kept[1].right);
}

TEST_F(PuzzleWindowTest, AtABarrierWarpsAreChosen) {
    run(tall(as_learner("sum_order")), [](ImGuiTestContext* context, App& app) {
        answered(app);
        context->Yield(12);
        WarpCard& card = app.workbench().state<PuzzleCards>().warps["sum_order/tree"];
        context->ItemClick(at("Start##warp").c_str());
        IM_CHECK(wait_until(context, [&] { return card.walk.has_value() || !card.problem.empty(); }));
        IM_CHECK_STR_EQ(card.problem.c_str(), "");
        context->Yield(4);
        keep_pictures(context, app, "be_the_warp_barrier");
        card.chosen = card.walk->stops[0].right;
        context->ItemClick(at("Step##warp").c_str());
        context->Yield(4);
        IM_CHECK(shows(context, "Right. "));
        keep_picture(context, app, "be_the_warp_barrier_right");
    });
}

TEST_F(PuzzleWindowTest, ALadderIsClimbed) {
    run(tall(as_learner("grid_stride")), [](ImGuiTestContext* context, App& app) {
        const LessonProgress& progress = answered(app);
        context->Yield(12);
        LadderCard& ladder = app.workbench().state<PuzzleCards>().ladders["grid_stride/strides"];
        RungCard& first = ladder.rungs["start"];
        context->ScrollToItemY(at("Run##ladder").c_str());
        IM_CHECK(wait_until(context, [&] { return first.target.has_value() && !first.run.is_running(); }));
        keep_picture(context, app, "ladder_begin");
        context->ItemClick(at("Run##ladder").c_str());
        IM_CHECK(wait_until(context, [&] { return first.result.has_value() && !first.run.is_running(); }));
        context->Yield(4);
        IM_CHECK(!first.result->right);
        keep_pictures(context, app, "ladder_wrong");
        // Enter runs it, as a save does
        context->ItemInput(at("##line").c_str());
        context->KeyCharsReplaceEnter("int first = blockIdx.x * blockDim.x + threadIdx.x;");
        IM_CHECK(wait_until(context, [&] { return first.result && first.result->right; }));
        context->Yield(4);
        IM_CHECK(shows(context, "Gold: 4 store requests, par is 4."));
        IM_CHECK_EQ(progress.rung_counts.at("strides/start"), 4.0);
        keep_picture(context, app, "ladder_gold");
        // the third rung begins right and without a medal
        context->ItemClick(at("##rungs/3. Neighbours").c_str());
        context->Yield(4);
        RungCard& third = ladder.rungs["neighbours"];
        IM_CHECK(wait_until(context, [&] { return third.target.has_value() && !third.run.is_running(); }));
        context->ItemClick(at("Run##ladder").c_str());
        IM_CHECK(wait_until(context, [&] { return third.result.has_value() && !third.run.is_running(); }));
        context->Yield(4);
        IM_CHECK(shows(context, "No medal yet: 32 sectors per store, par is 4."));
        keep_picture(context, app, "ladder_neighbours");
    });
    const LoadedProgress kept = load_progress(home.data() / "progress.json");
    EXPECT_EQ(kept.progress.at("grid_stride").rung_lines.at("strides/start"), "int first = blockIdx.x * blockDim.x + threadIdx.x;");
}

TEST_F(PuzzleWindowTest, ABarIsDraggedAndTheRecordedOneIsShown) {
    run(tall(as_learner("crossover")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.lessons.progress["crossover"].numbers["idle_threads"] = 240;  // its card folds what comes after it
        context->Yield(12);
        const Prediction* asked = asked_prediction(bench, "thousand_times");
        IM_CHECK(asked != nullptr);
        IM_CHECK_GT(asked->number, 0.0);
        keep_picture(context, app, "bar_begin");
        const ImRect bar = context->ItemInfo(at("##bar").c_str()).RectFull;
        context->MouseMoveToPos({bar.Min.x + 4, bar.GetCenter().y});
        context->MouseDown();
        context->MouseMoveToPos({bar.Min.x + bar.GetWidth() * 0.5f, bar.GetCenter().y});
        context->MouseUp();
        context->Yield(2);
        IM_CHECK(!bench.state<LessonPanelState>().entered["crossover/thousand_times"].empty());
        // or typed
        context->ItemInput(at("##number").c_str());
        context->KeyCharsReplace("3.3 ms");
        context->Yield(2);
        keep_picture(context, app, "bar_set");
        context->ItemClick(at("Commit and show##prediction").c_str());
        context->Yield(4);
        IM_CHECK(shows(context, "3.3 ms  (your answer)"));
        IM_CHECK(shows(context, "That is in proportion to the number of elements"));
        IM_CHECK(shows(context, "(recorded on the NVIDIA H200)"));
        IM_CHECK(bench.lessons.progress["crossover"].missed.contains("thousand_times"));
        keep_pictures(context, app, "bar_missed");
        ImGuiTestItemList items;
        context->GatherItems(&items, "//###lesson", -1);
        ImGuiID again = 0;  // not the button of the card above it, whose answer was right
        for (const ImGuiTestItemInfo& item : items)
            if (std::string_view(item.DebugLabel).starts_with("Try it with other")) again = item.ID;
        context->ItemClick(again);
        context->Yield(4);
        IM_CHECK(shows(context, "How long does it take for 1,048,576 of them?"));
        const Prediction* other = asked_prediction(bench, "thousand_times");
        context->ItemInput(at("##number").c_str());
        context->KeyCharsReplaceEnter(fmt::format("{} us", 1000 * other->number).c_str());
        context->Yield(4);
        IM_CHECK(shows(context, "(your answer, right)"));
        keep_picture(context, app, "bar_right");
    });
}

TEST_F(PuzzleWindowTest, AMissedCountIsExplainedAndAskedAgainWithOtherNumbers) {
    run(tall(as_learner("first_kernel")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        context->Yield(12);
        IM_CHECK(shows(context, "The array has 1,000 elements. The kernel is launched once, with 4 blocks of 256 threads."));
        context->ItemInput(at("##number").c_str());
        context->KeyCharsReplace("1000");
        context->ItemClick(at("Commit and run##prediction").c_str());
        wait_for_runs(context, app);
        IM_CHECK(shows(context, "That would be once per element."));
        IM_CHECK(shows(context, "1,024 times  (right)"));
        keep_pictures(context, app, "near_miss");
        context->ItemClick(at("###again_prediction").c_str());
        context->Yield(4);
        IM_CHECK(shows(context, "The array has 130 elements. The kernel is launched once, with 3 blocks of 64 threads."));
        context->ItemInput(at("##number").c_str());
        context->KeyCharsReplaceEnter("192");
        wait_for_runs(context, app);
        IM_CHECK(shows(context, "192 times  (your answer, right)"));
        IM_CHECK(shows(context, "The run showed: 192"));
        IM_CHECK_EQ(bench.lessons.progress["first_kernel"].first_numbers.at("how_often"), 1000.0);
    });
}

}  // namespace
}  // namespace warpwise::ui
