// Which frames need not be drawn again: equal ones, and none that has a picture or a shader of its own.
#include "ui/kit/drawn_frame.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_impl_null.h>

#include <functional>

namespace warpwise::ui {
namespace {

class DrawnFrameTest : public testing::Test {
  protected:
    DrawnFrameTest() : context_(ImGui::CreateContext()) {
        ImGui::GetIO().IniFilename = nullptr;
        ImGui_ImplNullRender_Init();
        for (int i = 0; i < 3; ++i) shows("one");  // the window is laid out, and the atlas has its letters
    }
    ~DrawnFrameTest() override {
        ImGui_ImplNullRender_Shutdown();
        ImGui::DestroyContext(context_);
    }
    bool shows(const char* text, const std::function<void(ImDrawList&)>& more = {}) {
        ImGui::GetIO().DisplaySize = {400, 300};
        ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
        ImGui_ImplNullRender_NewFrame();
        ImGui::NewFrame();
        ImGui::Begin("window");
        ImGui::TextUnformatted(text);
        if (more) more(*ImGui::GetWindowDrawList());
        ImGui::End();
        ImGui::Render();
        const bool same = drawn_.shows(*ImGui::GetDrawData());
        ImGui_ImplNullRender_RenderDrawData(ImGui::GetDrawData());
        return same;
    }

  private:
    ImGuiContext* context_;
    DrawnFrame drawn_;
};

}  // namespace

TEST_F(DrawnFrameTest, AnEqualFrameIsShownAlready) {
    EXPECT_TRUE(shows("one"));
    EXPECT_FALSE(shows("eno"));
    EXPECT_TRUE(shows("eno"));
}

TEST_F(DrawnFrameTest, APictureOrAShaderMayHaveChangedWithoutATrace) {
    const auto picture = [](ImDrawList& list) { list.AddImage(ImTextureRef(ImTextureID{7}), {10, 10}, {20, 20}); };
    const auto shader = [](ImDrawList& list) { list.AddCallback([](const ImDrawList*, const ImDrawCmd*) {}, nullptr); };
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(shows("one", picture));
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(shows("one", shader));
}

}  // namespace warpwise::ui
