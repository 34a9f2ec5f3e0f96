// The thread grid of a launch with layers along z: stack, slice and order, by mouse and keys.
#include <string>

#include "ui/threads/thread_formula.h"
#include "ui/threads/thread_grid_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

constexpr const char* canvas = "//###thread_grid/**/##thread_layers_canvas";

class ThreadLayersWindowTest : public WindowTest {
  protected:
    static ThreadLayersState& show(ImGuiTestContext* context, App& app, const char* preset) {
        app.workbench().post(ask::ApplyPreset{preset});
        app.workbench().post(ask::FocusView{"thread_grid"});
        context->Yield(12);
        return app.workbench().state<ThreadGridState>().layers;
    }
};

TEST_F(ThreadLayersWindowTest, AFlatLaunchHasNoLayers) {
    run(with_lesson("indexing_2d_3d"), [](ImGuiTestContext* context, App& app) {
        show(context, app, "Ragged");
        IM_CHECK(!context->ItemExists(canvas));
        IM_CHECK(context->ItemExists("//###thread_grid/**/##thread_grid_canvas"));
    });
}

TEST_F(ThreadLayersWindowTest, TheStackTurnsAndIsSliced) {
    run(with_lesson("indexing_2d_3d"), [](ImGuiTestContext* context, App& app) {
        ThreadLayersState& state = show(context, app, "A film");
        IM_CHECK(context->ItemExists(canvas));
        IM_CHECK(shows(context, "Layer z = 0 lies on top"));
        keep_picture(context, app, "thread_stack");
        const LayerCamera before = state.stack;
        context->ItemDragWithDelta(canvas, {60, 25});
        IM_CHECK(state.stack.yaw != before.yaw);
        IM_CHECK(!app.workbench().pointing.chosen_thread.has_value());  // turning chooses nothing
        context->KeyPress(ImGuiKey_Home);
        IM_CHECK(state.stack == LayerCamera{});

        context->ItemClick("//###thread_grid/**/Slice");
        context->Yield(3);
        IM_CHECK(shows(context, "layers: blockIdx.z = 0, threadIdx.z = 0"));
        context->ItemClick(canvas);
        context->KeyPress(ImGuiKey_PageDown, 6);
        context->Yield(2);
        IM_CHECK_EQ(state.layer, 6);
        IM_CHECK(shows(context, "layers: blockIdx.z = 1, threadIdx.z = 2"));
        keep_picture(context, app, "thread_slice");
    });
}

TEST_F(ThreadLayersWindowTest, AClickInASliceChoosesAThreadOfThatLayer) {
    run(with_lesson("indexing_2d_3d"), [](ImGuiTestContext* context, App& app) {
        ThreadLayersState& state = show(context, app, "A film");
        state.face = ThreadFace::slice;
        state.layer = 5;
        context->Yield(4);
        const ImRect rect = context->ItemInfo(canvas).RectFull;
        // the middle lies between blocks
        context->MouseMoveToPos({rect.GetCenter().x + 13, rect.GetCenter().y + 13});
        context->MouseClick();
        context->Yield(2);
        const auto chosen = app.workbench().pointing.chosen_thread;
        IM_CHECK(chosen.has_value());
        const LaunchShape shape = app.workbench().draft.resolved->shape;
        const ThreadPlace place = place_of(shape, *chosen);
        IM_CHECK_EQ(place.block.z * shape.block.z + place.thread.z, 5u);
        context->KeyPress(ImGuiKey_RightArrow);
        context->Yield(2);
        IM_CHECK_EQ(*app.workbench().pointing.chosen_thread, *chosen + 1);
    });
}

TEST_F(ThreadLayersWindowTest, TheOrderSaysWhichIndexRunsFastest) {
    run(with_lesson("indexing_2d_3d"), [](ImGuiTestContext* context, App& app) {
        show(context, app, "A film");
        context->ItemClick("//###thread_grid/**/Order");
        context->Yield(3);
        IM_CHECK(shows(context, "x changes fastest: threads 0 to 15 lie along x"));
        IM_CHECK(shows(context, "A warp is 2 rows of 16 threads"));
        keep_picture(context, app, "thread_order");
        IM_CHECK(context->ItemExists(canvas));
        context->ItemClick("//###thread_grid/**/Flat");
        context->Yield(3);
        IM_CHECK(context->ItemExists("//###thread_grid/**/##thread_grid_canvas"));
    });
}

// Many blocks beside one another, each with layers of its own: the stack of blocks has one layer, which is a thin line.
TEST_F(ThreadLayersWindowTest, OneLayerOfBlocksOpensFlat) {
    run(with_lesson("guards_and_limits"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.request.grid = Dim3{1000, 1, 1};
        bench.draft.grid_automatic = false;
        bench.draft.request.block = Dim3{1, 1, 64};
        bench.post(ask::TakeDraft{});
        bench.post(ask::FocusView{"thread_grid"});
        context->Yield(12);
        IM_CHECK(context->ItemExists("//###thread_grid/**/##thread_grid_canvas"));
        context->ItemClick("//###thread_grid/**/Stack");
        context->Yield(3);
        IM_CHECK(context->ItemExists(canvas));
        IM_CHECK(shows(context, "The layers along z lie within the cells"));
    });
}

TEST_F(ThreadLayersWindowTest, ALargeLaunchIsDrawnByBlocks) {
    run(with_lesson("indexing_2d_3d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.request.grid = Dim3{64, 64, 64};
        bench.draft.grid_automatic = false;
        bench.draft.request.block = Dim3{16, 4, 4};
        bench.post(ask::TakeDraft{});
        bench.post(ask::FocusView{"thread_grid"});
        context->Yield(12);
        IM_CHECK(shows(context, "Each cell is 4 × 4 × 4 blocks"));
    });
}

}  // namespace
}  // namespace warpwise::ui
