// The views on numbers in the window: bits are clicked and typed, an element of the array is taken, sums are played.
#include "ui/numbers/bits_state.h"
#include "ui/numbers/number_line_layout.h"
#include "ui/numbers/number_words.h"
#include "ui/numbers/sum_race_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class NumbersWindowTest : public WindowTest {
  protected:
    static void show(ImGuiTestContext* context, App& app, const char* view) {
        app.workbench().post(ask::FocusView{view});
        context->Yield(12);
        IM_CHECK(app.workbench().panel_rects.contains(view));
    }
};

TEST_F(NumbersWindowTest, ABitIsFlippedAndAValueTyped) {
    run(with_lesson("float_bits"), [](ImGuiTestContext* context, App& app) {
        show(context, app, "bits");
        const BitEditor& editor = app.workbench().state<BitsState>().editor;
        IM_CHECK(editor.format().name == "f32");
        IM_CHECK_EQ(editor.bits(), 0x3dcccccdu);
        IM_CHECK(shows(context, "0.100000001490116119384765625"));
        context->ItemClick("//###bits/**/###bit_31");
        context->Yield(2);
        IM_CHECK_EQ(editor.bits(), 0xbdcccccdu);
        IM_CHECK(shows(context, "-0.100000001490116119384765625"));
        context->ItemInput("//###bits/**/##typed");
        context->KeyCharsReplaceEnter("2^24 + 1");
        context->Yield(2);
        IM_CHECK(shows(context, "16,777,216"));
        IM_CHECK(shows(context, "A tie"));
        context->ItemInput("//###bits/**/##typed");
        context->KeyCharsReplaceEnter("one");
        context->Yield(2);
        IM_CHECK(shows(context, "is not a number"));
        IM_CHECK_EQ(editor.bits(), 0x4b800000u);
    });
}

TEST_F(NumbersWindowTest, IntegersWrapAndTheLineZooms) {
    run(with_lesson("integers_wrap"), [](ImGuiTestContext* context, App& app) {
        show(context, app, "bits");
        BitsState& state = app.workbench().state<BitsState>();
        IM_CHECK(state.editor.format().name == "u64");
        IM_CHECK(shows(context, "It wrapped around"));  // -1
        context->ItemClick("//###bits/**/u8");
        context->ItemClick("//###bits/**/###choice_largest");
        context->ItemClick("//###bits/**/###plus_one");
        context->Yield(2);
        IM_CHECK_EQ(state.editor.bits(), 0u);
        IM_CHECK(shows(context, "It wrapped around: u8 has values from 0 to 255"));
        const int before = state.zoom;
        context->ItemClick("//###bits/**/###zoom_out");
        IM_CHECK_EQ(state.zoom, before + 1);
        context->ItemClick("//###bits/**/###zoom_far");
        IM_CHECK_EQ(state.zoom, kMostZoom);
    });
}

TEST_F(NumbersWindowTest, AClickedElementShowsItsBits) {
    run(with_lesson("float_bits"), [](ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        show(context, app, "array_strip");
        context->ItemClick("//###array_strip/**/##array_strip");
        const auto chosen = app.workbench().pointing.chosen_element;
        IM_CHECK(chosen.has_value());
        show(context, app, "bits");
        const BitsState& state = app.workbench().state<BitsState>();
        IM_CHECK(state.element == chosen);
        // with 2^23 in f32 every small number comes back, its own index
        IM_CHECK_STR_EQ(value_text(state.editor.format(), state.editor.bits()).c_str(), std::to_string(*chosen).c_str());
        IM_CHECK(shows(context, "These are the bits of left["));
    });
}

TEST_F(NumbersWindowTest, SumsArePlayedStepByStep) {
    run(with_lesson("sum_order"), [](ImGuiTestContext* context, App& app) {
        show(context, app, "sum_race");
        const SumRaceState& state = app.workbench().state<SumRaceState>();
        IM_CHECK(state.race.dtype == DType::f16);
        IM_CHECK_EQ(state.race.count, 100000u);
        IM_CHECK(shows(context, "Computed here, on the CPU: 100,000 numbers of a in f16"));
        IM_CHECK(shows(context, "Kahan"));
        context->ItemClick("//###sum_race/**/###sum_step");
        context->Yield(2);
        IM_CHECK(state.share < 0.1);
        IM_CHECK(shows(context, "Added so far: 2,000."));
        context->ItemClick("//###sum_race/**/###sum_play");
        IM_CHECK(wait_until(context, [&] { return state.share > 0.03; }));
        context->ItemClick("//###sum_race/**/f32");
        context->ItemClick("//###sum_race/**/###sum_all");
        context->Yield(2);
        IM_CHECK(state.race.dtype == DType::f32);
        IM_CHECK(state.share == 1);
        const std::uint64_t shuffle = state.shuffle;
        context->ItemClick("//###sum_race/**/###sum_shuffle");
        context->Yield(2);
        IM_CHECK_EQ(state.shuffle, shuffle + 1);
    });
}

}  // namespace
}  // namespace warpwise::ui
