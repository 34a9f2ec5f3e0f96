// The view `request` in the window: its sliders by mouse and keys, and the parameters behind them.
#include "ui/threads/request_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class RequestWindowTest : public WindowTest {
  protected:
    static const RequestState& open_request(ImGuiTestContext* context, App& app, const char* preset) {
        app.workbench().post(ask::ApplyPreset{preset});
        app.workbench().post(ask::FocusView{"request"});
        context->Yield(12);
        return app.workbench().state<RequestState>();
    }
    static std::int64_t parameter(App& app, const char* id) {
        return std::get<std::int64_t>(app.workbench().draft.request.parameters.at(id));
    }
};

TEST_F(RequestWindowTest, ItSaysWhatTheRequestMovesAndThatNothingRan) {
    run(with_lesson("coalescing"), [](ImGuiTestContext* context, App& app) {
        open_request(context, app, "Stride 2");
        IM_CHECK(shows(context, "32 lanes read 128 bytes from 8 sectors: 256 bytes are moved, and half of them are used."));
        IM_CHECK(shows(context, "nothing ran"));
        app.workbench().post(ask::ApplyPreset{"Stride 1"});
        context->Yield(4);
        IM_CHECK(shows(context, "from 4 sectors: 128 bytes are moved, and all of them are used."));
        keep_picture(context, app, "request");
    });
}

TEST_F(RequestWindowTest, TheStrideIsTheLaunchsParameterByMouseAndByKeys) {
    run(with_lesson("coalescing"), [](ImGuiTestContext* context, App& app) {
        const RequestState& state = open_request(context, app, "Stride 1");
        context->ItemInputValue("//###request/**/Stride/##value", 8);
        context->Yield(4);
        IM_CHECK_EQ(parameter(app, "stride"), 8);
        IM_CHECK(shows(context, "from 32 sectors"));
        // the slider by keys: Enter takes it, the arrows move it
        context->ItemNavActivate("//###request/**/Stride/##slider");
        context->KeyPress(ImGuiKey_RightArrow);
        context->Yield(4);
        IM_CHECK_EQ(state.shape.stride, 9);
        IM_CHECK_EQ(parameter(app, "stride"), 9);
        for (int i = 0; i < 2; ++i) {
            context->KeyPress(ImGuiKey_LeftArrow);
            context->Yield(4);
        }
        IM_CHECK_EQ(parameter(app, "stride"), 7);
        context->KeyPress(ImGuiKey_Enter);  // lets go of it
        // by mouse, to the right end
        context->MouseMove("//###request/**/Stride/##slider");
        context->MouseDown();
        context->MouseMoveToPos({context->ItemInfo("//###request/**/Stride/##slider").RectFull.Max.x - 2,
                                 context->ItemInfo("//###request/**/Stride/##slider").RectFull.GetCenter().y});
        context->MouseUp();
        context->Yield(4);
        IM_CHECK_EQ(parameter(app, "stride"), 32);
        IM_CHECK_EQ(app.workbench().results.runs.size(), 0u);
        context->ItemClick("//###request/**/f64");
        context->Yield(4);
        IM_CHECK_EQ(state.shape.element, 8);
        IM_CHECK_STR_EQ(text_of(app.workbench().draft.request.parameters.at("dtype")).c_str(), "f64");
    });
}

TEST_F(RequestWindowTest, ItFollowsTheChosenKernelAndWhatIsNotAParameterIsTheViewsOwn) {
    run(with_lesson("coalescing"), [](ImGuiTestContext* context, App& app) {
        const RequestState& state = open_request(context, app, "z of records");
        IM_CHECK(shows(context, "Lane i reads a[4 * i + 2]"));
        IM_CHECK(shows(context, "from 16 sectors"));
        const ParameterValues before = app.workbench().draft.request.parameters;
        context->ItemInputValue("//###request/**/Stride/##value", -1);
        context->ItemInputValue("//###request/**/Lanes/##value", 5);
        context->ItemClick("//###request/**/16");
        context->Yield(4);
        IM_CHECK(shows(context, "Lane i reads a[-i + 2]"));
        IM_CHECK(shows(context, "5 lanes read 80 bytes from 3 sectors"));
        IM_CHECK(app.workbench().draft.request.parameters == before);
        app.workbench().post(ask::ApplyPreset{"z of whole records"});
        context->Yield(4);
        IM_CHECK_EQ(state.shape.stride, 1);
        IM_CHECK_EQ(state.shape.element, 16);
        IM_CHECK_EQ(state.shape.lanes, 32);
    });
}

TEST_F(RequestWindowTest, ALaneIsChosenByClickAndKeys) {
    run(with_lesson("coalescing"), [](ImGuiTestContext* context, App& app) {
        const RequestState& state = open_request(context, app, "Stride 2");
        const ImRect lanes = context->ItemInfo("//###request/**/##request_lanes").RectFull;
        context->MouseMoveToPos({lanes.Min.x + lanes.GetWidth() * 5.5f / 32, lanes.GetCenter().y});
        context->Yield(2);
        IM_CHECK(shows(context, "Lane 5 reads a[10], bytes 40 to 43, in sector 2 of 8."));
        context->MouseClick();
        context->Yield(2);
        IM_CHECK_EQ(state.chosen_lane, 5);
        context->KeyPress(ImGuiKey_RightArrow);
        IM_CHECK_EQ(state.chosen_lane, 6);
        context->KeyPress(ImGuiKey_End);
        IM_CHECK_EQ(state.chosen_lane, 31);
        const ImRect sectors = context->ItemInfo("//###request/**/##request_sectors").RectFull;
        context->MouseMoveToPos({sectors.Min.x + sectors.GetWidth() / 32, sectors.GetCenter().y});
        context->Yield(2);
        IM_CHECK(shows(context, "of its 32 bytes are used"));
    });
}

}  // namespace
}  // namespace warpwise::ui
