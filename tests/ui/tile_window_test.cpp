// The view "tile" in the window: a block's tile before anything was stepped, through its requests, and while the learner steps.
#include <string>

#include "ui/debugger/access_survey.h"
#include "ui/debugger/debugger_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class TileWindowTest : public WindowTest {
  protected:
    static bool settles(ImGuiTestContext* context, App& app) {
        const bool settled = wait_until(context, [&] { return !app.busy() && !app.workbench().state<DebuggerState>().busy; });
        context->Yield(4);
        return settled;
    }
    static bool open_tile(ImGuiTestContext* context, App& app, const std::string& preset) {
        app.workbench().post(ask::ApplyPreset{preset});
        app.workbench().post(ask::FocusView{"tile"});
        context->Yield(4);
        return settles(context, app);
    }
    static bool step(ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiKey_F10);
        return settles(context, app);
    }
};

TEST_F(TileWindowTest, ItIsFilledBeforeAnythingIsSteppedAndGoesThroughTheRequests) {
    run(with_lesson("shared_memory"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_tile(context, app, "Tiled"));
        IM_CHECK(shows(context, "Block 1: what its warps write to shared memory"));
        IM_CHECK(shows(context, "258 of 258 elements of tile are written, 2 of them halo. Next, warp 0 reads 32 elements"));
        keep_picture(context, app, "tile_filled");
        context->ItemInputValue("//###tile/**/Requests/##value", 0);
        context->Yield(2);
        IM_CHECK(shows(context, "0 of 258 elements of tile are written. Next, warp 0 writes 32 elements"));
        context->ItemClick("//###tile/**/###tile_step");
        context->Yield(2);
        IM_CHECK(shows(context, "32 of 258 elements of tile are written."));
        keep_picture(context, app, "tile_first_request");
        context->ItemClick("//###tile/**/###tile_play");
        IM_CHECK(wait_until(context, [&] { return is_on_screen(context, "258 of 258 elements"); }));
        context->ItemClick("//###tile/**/###tile_jump");
        context->Yield(2);
        // an element by keys
        context->ItemNavActivate("//###tile/**/##tile");
        context->KeyPress(ImGuiKey_DownArrow);
        context->Yield(2);
        IM_CHECK(shows(context, "tile[0]: written by warp 0, lane 0"));
        context->KeyPress(ImGuiKey_RightArrow);
        context->KeyPress(ImGuiKey_DownArrow);
        context->Yield(2);
        IM_CHECK(shows(context, "tile[33]: written by warp 1, lane 0"));
        IM_CHECK(shows(context, "loaded from a[288]"));
        context->ItemClick("//###tile/**/By warp");
        context->Yield(2);
        IM_CHECK(shows(context, "By warp"));
        keep_picture(context, app, "tile_by_warp");
    });
}

TEST_F(TileWindowTest, WhileTheLearnerStepsItFillsAndGoingBackEmptiesIt) {
    run(with_lesson("shared_memory"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_tile(context, app, "Without a barrier"));
        context->ItemClick("//###tile/**/###step_tile");
        IM_CHECK(settles(context, app));
        IM_CHECK(app.workbench().state<DebuggerState>().is_open());
        app.workbench().post(ask::FocusView{"tile"});
        context->Yield(6);
        IM_CHECK(settles(context, app));
        IM_CHECK(shows(context, "0 of 258 elements of tile are written."));
        bool writes_next = false, reads_next = false;
        for (int i = 0; i < 12 && !reads_next; ++i) {
            IM_CHECK(step(context, app));
            writes_next = writes_next || is_on_screen(context, "Next, warp 0 writes 32 elements on line 7");
            if (i == 2) keep_picture(context, app, "tile_stepped");
            reads_next = is_on_screen(context, "Next, warp 0 reads 32 elements on line 11");
        }
        IM_CHECK(writes_next);
        IM_CHECK(reads_next);
        IM_CHECK(shows(context, "of 258 elements of tile are written"));
        IM_CHECK(lacks(context, "Requests"));  // the moment is the debugger's
        keep_picture(context, app, "tile_read_next");
        // back to the start it is empty again
        app.workbench().post(ask::DebugStep{{.go = DebugGo::back_to_start, .warp = 0}});
        context->Yield(2);
        IM_CHECK(settles(context, app));
        IM_CHECK(shows(context, "0 of 258 elements of tile are written."));
    });
}

TEST_F(TileWindowTest, ItSaysWhatAPaddedTileLeavesAndOfWhichKernelThereIsNone) {
    run(with_lesson("bank_conflicts"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_tile(context, app, "Padded"));
        IM_CHECK(shows(context, "1,024 of 1,024 elements of tile are written. Next, warp 0 reads 32 elements"));
        keep_picture(context, app, "tile_padded");
        IM_CHECK(open_tile(context, app, "Naive"));
        IM_CHECK(shows(context, "The chosen kernel has nothing to show here"));
        context->ItemClick("//###tile/**/Transpose through a tile##tiled");
        wait_for_runs(context, app);
        IM_CHECK_EQ(app.workbench().draft.request.kernel, "tiled");
        IM_CHECK(lacks(context, "The chosen kernel has nothing to show here"));
    });
}

TEST_F(TileWindowTest, OfTwoTilesEachHasItsTabAndAHaloIsMarkedInTwoDimensions) {
    run(with_lesson("matmul"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_tile(context, app, "Tiles of 16"));
        IM_CHECK(shows(context, "256 of 256 elements of a_tile are written."));
        context->ItemClick("//###tile/**/b_tile");
        context->Yield(4);
        IM_CHECK(shows(context, "256 of 256 elements of b_tile are written."));
        keep_picture(context, app, "tile_matmul");
        app.workbench().post(ask::OpenLesson{"convolution"});
        IM_CHECK(settles(context, app));
        IM_CHECK(open_tile(context, app, "Tiles of 32 x 8"));
        IM_CHECK(shows(context, "432 of 432 elements of tile are written, 176 of them halo."));
        keep_picture(context, app, "tile_halo");
    });
}

}  // namespace
}  // namespace warpwise::ui
