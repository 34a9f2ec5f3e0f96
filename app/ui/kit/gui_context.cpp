#include "ui/kit/gui_context.h"

#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_null.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>
#include <implot.h>

#include "ui/kit/chord_order.h"
#include "ui/kit/fonts.h"

namespace warpwise::ui {

namespace {

// The keyboard's place is gone: its item was of another lesson, or the window that has the focus now never had one. Dear ImGui
// looks for the item after it and finds none, and Tab does nothing. Without a cursor, Tab begins with the window's first item.
void forget_lost_place() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    if (context.NavWindow == nullptr || !context.NavCursorVisible || context.NavIdIsAlive || context.ActiveId != 0) return;
    if (context.NavInitRequest || context.NavMoveSubmitted || context.NavWindow->LastFrameJustFocused + 1 >= context.FrameCount)
        return;
    ImGui::SetNavCursorVisible(false);
}

}  // namespace

GuiContext::GuiContext(gl::Host& host) : host_(host), imgui_(ImGui::CreateContext()), implot_(ImPlot::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = io.LogFilename = nullptr;  // the layout is kept by the app, atomically
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard | ImGuiConfigFlags_DockingEnable;
    io.ConfigDockingWithShift = false;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.ConfigInputTextCursorBlink = host.kind() == gl::HostKind::glfw;
    if (auto* window = static_cast<GLFWwindow*>(host.window()))
        ImGui_ImplGlfw_InitForOpenGL(window, true);
    else
        ImGui_ImplNullPlatform_Init();
    if (host.draws())
        ImGui_ImplOpenGL3_Init("#version 330");
    else
        ImGui_ImplNullRender_Init();
    fonts_ = load_fonts(font_problems_);
    install_prose_fonts();
}

GuiContext::~GuiContext() {
    if (host_.draws())
        ImGui_ImplOpenGL3_Shutdown();
    else
        ImGui_ImplNullRender_Shutdown();
    if (host_.window() != nullptr)
        ImGui_ImplGlfw_Shutdown();
    else
        ImGui_ImplNullPlatform_Shutdown();
    ImPlot::DestroyContext(implot_);
    ImGui::DestroyContext(imgui_);
}

void GuiContext::begin_frame(bool fixed_step) {
    ImGuiIO& io = ImGui::GetIO();
    if (host_.draws())
        ImGui_ImplOpenGL3_NewFrame();
    else
        ImGui_ImplNullRender_NewFrame();
    if (host_.window() != nullptr) {
        ImGui_ImplGlfw_NewFrame();
    } else {
        const gl::Size size = host_.size();
        io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
        io.DeltaTime = 1.0f / 60.0f;
    }
    if (fixed_step) io.DeltaTime = 1.0f / 60.0f;
    const ChordOrder order;
    ImGui::NewFrame();
}

void GuiContext::draw(const ImVec4& ground) {
    forget_lost_place();
    ImGui::Render();
    if (host_.keeps_frame() && !draws_equal_frames_ && drawn_.shows(*ImGui::GetDrawData())) return;
    host_.begin_frame(ground.x, ground.y, ground.z);
    if (host_.draws()) {
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        return;
    }
    ImGui_ImplNullRender_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace warpwise::ui
