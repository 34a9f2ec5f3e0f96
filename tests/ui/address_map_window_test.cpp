// The view `address_map` in the window: elements are chosen, numbers edited and reset, and what leaves the array is said.
#include <imgui_internal.h>

#include <algorithm>

#include "ui/threads/address_scene.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class AddressMapWindowTest : public WindowTest {
  protected:
    static AppOptions large(const char* lesson) {
        AppOptions options = with_lesson(lesson);
        options.host.size = {1440, 1400};
        return options;
    }
    static void show(ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"address_map"});
        context->Yield(12);
        IM_CHECK(app.workbench().panel_rects.contains("address_map"));
    }
    static void type(ImGuiTestContext* context, const char* field, const char* text) {
        context->ItemInput(field);
        context->KeyCharsReplaceEnter(text);
        context->Yield(3);
    }
    static void preset(ImGuiTestContext* context, App& app, const char* name) {
        app.workbench().post(ask::ApplyPreset{name});
        context->Yield(4);
    }
    static std::int64_t parameter(App& app, const char* id) {
        return std::get<std::int64_t>(app.workbench().draft.request.parameters.at(id));
    }
};

TEST_F(AddressMapWindowTest, AnElementIsChosenByKeysAndByMouse) {
    run(large("layout_strides"), [](ImGuiTestContext* context, App& app) {
        preset(context, app, "Transposed");
        show(context, app);
        IM_CHECK(shows(context, "view[1, 0] is at offset 0 + 1*1 + 0*8 = 1"));
        context->ItemClick("//###address_map/**/###address_matrix_0");  // in the middle, where the mouse stays
        IM_CHECK(shows(context, "view[4, 3] is at offset 0 + 4*1 + 3*8 = 28"));
        context->KeyPress(ImGuiKey_RightArrow);
        context->KeyPress(ImGuiKey_UpArrow);
        context->Yield(2);
        IM_CHECK(shows(context, "view[3, 4] is at offset 0 + 3*1 + 4*8 = 35"));
        context->KeyPress(ImGuiKey_End);
        context->Yield(2);
        IM_CHECK(shows(context, "view[7, 5] is at offset 0 + 7*1 + 5*8 = 47"));
        const ImRect memory = context->ItemInfo("//###address_map/**/###address_memory_0").RectFull;
        context->MouseMoveToPos({memory.Min.x + memory.GetWidth() * 24.5f / 48, memory.GetCenter().y});
        context->MouseClick();
        context->MouseMoveToPos({3, 3});
        context->Yield(2);
        IM_CHECK(shows(context, "view[0, 3] is at offset 0 + 0*1 + 3*8 = 24"));
        keep_picture(context, app, "address_map_transposed");
    });
}

TEST_F(AddressMapWindowTest, AParameterIsEditedInTheDraft) {
    run(large("layout_strides"), [](ImGuiTestContext* context, App& app) {
        show(context, app);
        IM_CHECK(lacks(context, "Reset"));  // every number is a parameter
        type(context, "//###address_map/**/###address_2_0", "4");
        IM_CHECK_EQ(parameter(app, "offset"), 4);
        IM_CHECK(shows(context, "view[1, 0] is at offset 4 + 1*8 + 0*1 = 12"));
        IM_CHECK(shows(context, "4 of 48 elements of view are outside of order: the view goes from 4 to 51"));
        type(context, "//###address_map/**/###address_3_0", "-8");
        IM_CHECK_EQ(parameter(app, "s0"), -8);
        IM_CHECK(shows(context, "4 + 1*(-8) + 0*1 = -4, which is outside of order: its elements are 0 to 47"));
        keep_picture(context, app, "address_map_outside");
        app.workbench().post(ask::Undo{});
        context->Yield(3);
        context->ItemDragWithDelta("//###address_map/**/###address_2_0", {60, 0});
        context->Yield(3);
        IM_CHECK_GT(parameter(app, "offset"), 4);
        IM_CHECK_LT(parameter(app, "offset"), 16);
        app.workbench().post(ask::Undo{});
        context->Yield(3);
        IM_CHECK_EQ(parameter(app, "s0"), 8);
        IM_CHECK(shows(context, "view[1, 0] is at offset 4 + 1*8 + 0*1 = 12"));
    });
}

TEST_F(AddressMapWindowTest, ANumberOfItsOwnIsEditedAndReset) {
    run(large("broadcasting"), [](ImGuiTestContext* context, App& app) {
        show(context, app);
        IM_CHECK(shows(context, "a[1, 0] is at offset 0 + 1*1 + 0*0 = 1"));
        const ParameterValues before = app.workbench().draft.request.parameters;
        type(context, "//###address_map/**/###address_4_0", "1");
        IM_CHECK(app.workbench().draft.request.parameters == before);
        IM_CHECK(shows(context, "elements of a are outside of column"));
        context->ItemClick("//###address_map/**/###address_reset");
        context->Yield(3);
        IM_CHECK(lacks(context, "elements of a are outside of column"));
        const auto scene = shown_address_map(app.workbench());
        IM_CHECK(scene.has_value());
        IM_CHECK_EQ(scene->maps[0].view.stride_cols, 0);
        // another kernel has other views, and another shape begins anew
        app.workbench().post(ask::ChooseKernel{"matrix_and_row"});
        context->Yield(4);
        IM_CHECK(shows(context, "a[1, 0] is at offset 0 + 1*32 + 0*1 = 32"));
    });
}

TEST_F(AddressMapWindowTest, ARepeatedElementNamesTheRealOne) {
    run(large("broadcasting"), [](ImGuiTestContext* context, App& app) {
        show(context, app);
        context->ItemClick("//###address_map/**/###address_matrix_1");
        context->KeyPress(ImGuiKey_Home);
        context->KeyPress(ImGuiKey_DownArrow);
        context->KeyPress(ImGuiKey_RightArrow);
        context->Yield(2);
        IM_CHECK(shows(context, "b[1, 1] is at offset 0 + 1*0 + 1*1 = 1. It is the same element as [0, 1]."));
    });
}

TEST_F(AddressMapWindowTest, TwoNamesHaveOneStripAndACopyHasItsOwn) {
    run(large("copies_and_views"), [](ImGuiTestContext* context, App& app) {
        preset(context, app, "Through a view");
        show(context, app);
        auto scene = shown_address_map(app.workbench());
        IM_CHECK_EQ(scene->owners.size(), 1u);
        IM_CHECK_EQ(scene->maps.size(), 2u);
        IM_CHECK_STR_EQ(title_of_owner(*scene, 0).c_str(), "Memory: 48 elements. Owner: a. View: b.");
        IM_CHECK(shows(context, "b[1] is at offset 0 + 1*2 = 2"));
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        show(context, app);
        IM_CHECK(shows(context, "b[1] is at offset 0 + 1*2 = 2: a[2] = 4"));
        preset(context, app, "Into a copy");
        scene = shown_address_map(app.workbench());
        IM_CHECK_EQ(scene->owners.size(), 2u);
        IM_CHECK(scene->maps[1].is_owner);
        // a number of the view's own gives way when the lesson's formula has another value
        type(context, "//###address_map/**/###address_1_1", "7");
        IM_CHECK_EQ(shown_address_map(app.workbench())->maps[1].view.cols, 7);
        app.workbench().draft.request.parameters["n"] = std::int64_t{40};
        app.workbench().post(ask::TakeDraft{});
        context->Yield(3);
        IM_CHECK_EQ(shown_address_map(app.workbench())->maps[1].view.cols, 20);
    });
}

TEST_F(AddressMapWindowTest, ElementsAreCopiedAsATable) {
    run(large("copies_and_views"), [](ImGuiTestContext* context, App& app) {
        preset(context, app, "Through a view");
        show(context, app);
        context->ItemClick("//###address_map/**/###address_matrix_0", ImGuiMouseButton_Right);
        context->ItemClick("//$FOCUSED/Copy as CSV");
        const std::string text = ImGui::GetClipboardText();
        IM_CHECK(text.starts_with("view,row,column,array,place,value\na,0,0,a,0,\n"));
        IM_CHECK(text.contains("\nb,0,3,a,6,\n"));
        IM_CHECK_EQ(std::ranges::count(text, '\n'), 1 + 48 + 24);
    });
}

// In every preset, and for every kernel with its defaults: no view leaves its array, and what is drawn says so. A preset that is as
// large as a GPU needs is not drawn.
TEST_F(AddressMapWindowTest, TheLessonsViewsLieInTheirArrays) {
    for (const char* lesson : {"layout_strides", "broadcasting", "copies_and_views"})
        run(large(lesson), [](ImGuiTestContext* context, App& app) {
            show(context, app);
            const Lesson& open = *app.workbench().lesson;
            const auto fits = [&](const std::string& what) {
                context->Yield(4);
                const auto scene = shown_address_map(app.workbench());
                const bool is_too_large = !scene && scene.error().hint.starts_with("The map shows");
                const bool has_map = app.workbench().draft.request.kernel != "four_axes" && !is_too_large;
                IM_CHECK_EQ(scene.has_value(), has_map);
                if (!has_map) return;
                for (std::size_t i = 0; i < scene->maps.size(); ++i) IM_CHECK_STR_EQ(outside_text(*scene, i).c_str(), "");
                keep_picture(context, app, "address_map_" + open.id + "_" + what);
            };
            for (const KernelSpec& kernel : open.kernels) {
                app.workbench().post(ask::ChooseKernel{kernel.id});
                fits(kernel.id);
            }
            for (const Preset& of : open.presets) {
                preset(context, app, of.name.c_str());
                fits(of.name);
            }
        });
}

}  // namespace
}  // namespace warpwise::ui
