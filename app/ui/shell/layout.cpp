// Which panels there are, and where they lie: Study, Code and Present, each with columns where there is room and tabs where not.
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <initializer_list>
#include <string>

#include "ui/export/figure_popup.h"
#include "ui/lesson/panels.h"
#include "ui/picture/panels.h"
#include "ui/run/panels.h"
#include "ui/shell/shell.h"
#include "ui/source/panels.h"
#include "ui/threads/panels.h"
#include "ui/timing/panels.h"

namespace warpwise::ui {
namespace {

constexpr Panel panels[] = {
    {"lesson", "Lesson", lesson_panel, false},
    {"course", "Course", course_panel, false},
    {"launch", "Launch", launch_panel, false},
    {"result", "Result", result_panel, false},
    {"image", "Image", image_panel, true},
    {"points", "Particles", points_panel, true},
    {"thread_grid", "Thread grid", thread_grid_panel, true},
    {"array_strip", "Arrays", array_strip_panel, true},
    {"source", "Source", source_panel, true},
    {"timings", "Timings", timings_panel, false},
    {"sweep", "Sweep", sweep_panel, true},
    {"roofline", "Roofline", roofline_panel, true},
    {"timeline", "Timeline", timeline_panel, true},
    {"occupancy", "Occupancy", occupancy_panel, true},
    {"messages", "Messages", messages_panel, false},
};

// Below this width three columns crowd each other.
constexpr float wide_width = 1100;

void dock(ImGuiID node, std::initializer_list<const char*> names) {
    for (const char* name : names) ImGui::DockBuilderDockWindow(window_name(*find_panel(name)).c_str(), node);
}

// Cuts a strip of `pixels` off a node; what is left is the node itself.
ImGuiID cut(ImGuiID& node, ImGuiDir side, float pixels) {
    const ImVec2 size = ImGui::DockBuilderGetNode(node)->Size;
    const float whole = side == ImGuiDir_Left || side == ImGuiDir_Right ? size.x : size.y;
    ImGuiID rest = 0;
    const ImGuiID part =
        ImGui::DockBuilderSplitNode(node, side, std::clamp(pixels / std::max(whole, 1.0f), 0.1f, 0.9f), nullptr, &rest);
    node = rest;
    return part;
}

void study(ImGuiID centre, ImVec2 size, const Look& look) {
    const ImGuiID left = cut(centre, ImGuiDir_Left, std::max(size.x * 0.265f, look.px(330)));
    const ImGuiID right = cut(centre, ImGuiDir_Right, std::max(size.x * 0.19f, look.px(290)));
    ImGuiID bottom = cut(centre, ImGuiDir_Down, size.y * 0.38f);
    const ImGuiID result = cut(bottom, ImGuiDir_Right, std::max(size.x * 0.215f, look.px(320)));
    dock(left, {"lesson", "course"});
    dock(right, {"launch"});
    dock(result, {"result"});
    dock(centre, {"image", "points", "thread_grid", "array_strip", "source", "sweep", "roofline", "timeline", "occupancy"});
    dock(bottom, {"timings", "messages"});
}

void study_narrow(ImGuiID centre, ImVec2 size) {
    const ImGuiID left = cut(centre, ImGuiDir_Left, size.x * 0.45f);
    const ImGuiID bottom = cut(centre, ImGuiDir_Down, size.y * 0.45f);
    dock(left, {"lesson", "launch", "result", "course"});
    dock(centre, {"image", "points", "thread_grid", "array_strip", "source", "sweep", "roofline", "timeline", "occupancy"});
    dock(bottom, {"timings", "messages"});
}

void code(ImGuiID centre, ImVec2 size, Room room) {
    const ImGuiID left = cut(centre, ImGuiDir_Left, size.x * (room == Room::wide ? 0.45f : 0.5f));
    const ImGuiID bottom = cut(centre, ImGuiDir_Down, size.y * 0.5f);
    dock(left, {"source", "lesson", "course"});
    dock(centre, {"image", "points", "thread_grid", "array_strip", "timings", "sweep", "roofline", "timeline", "occupancy"});
    dock(bottom, {"launch", "result", "messages"});
}

void present(ImGuiID centre, ImVec2 size) {
    const ImGuiID left = cut(centre, ImGuiDir_Left, size.x * 0.4f);
    dock(left, {"lesson", "course"});
    dock(centre, {"image", "points", "thread_grid", "array_strip", "source", "timings", "sweep", "roofline", "timeline",
                  "occupancy", "result", "launch", "messages"});
}

// The tab that lies in front after the layout is built; DockBuilder would show the last one.
constexpr int frames_before_tabs = 3;  // every panel of the layout has then been seen

// What a lesson is about stands in front: the first of its views that the learner sees in the middle.
const char* first_view(const Lesson* lesson) {
    if (lesson == nullptr) return "thread_grid";
    for (const ViewSpec& view : lesson->views)
        if (const Panel* panel = find_panel(view.kind); panel != nullptr && panel->is_view) return panel->name;
    return "thread_grid";
}

// A dock node follows the focus, so each first tab has it for a frame; the lesson (or the source) keeps it.
void select_first_tabs(ShellState& state, const Lesson* lesson) {
    const char* const names[] = {"timings", "launch", first_view(lesson), state.layout == LayoutName::code ? "source" : "lesson"};
    const int count = static_cast<int>(std::size(names));
    if (state.palette_open) state.frames_to_first_tabs = 0;  // whoever types already keeps the focus
    if (state.frames_to_first_tabs <= 0 || --state.frames_to_first_tabs >= count) return;
    ImGui::SetWindowFocus(window_name(*find_panel(names[count - 1 - state.frames_to_first_tabs])).c_str());
}

// A camera at the end of the tab bar saves the panel in front.
void camera_button(Shell& shell, ImGuiDockNode& node, const Panel& panel) {
    if (node.TabBar == nullptr || node.VisibleWindow == nullptr || !ImGui::DockNodeBeginAmendTabBar(&node)) return;
    {
        const ColourScope colours{{ImGuiCol_Text, shell.bench.look.theme.muted}};
        if (ImGui::TabItemButton((std::string(icon::camera) + "###camera_" + panel.name).c_str(),
                                 ImGuiTabItemFlags_Trailing | ImGuiTabItemFlags_NoTooltip))
            save_or_export(shell.bench, panel.name);
        explain(shell.bench.look,
                std::string(exports_figure(panel.name) ? "Export a figure of " : "Save a picture of ") + panel.title);
    }
    ImGui::DockNodeEndAmendTabBar();
}

// The frame was cleared in the colour of panels: filling it again for every docked panel, and for the docking area below
// them, took half of a frame with software GL. A panel that floats has a ground of its own.
bool begin_panel(const std::string& name, bool* open) {
    const ImGuiWindow* const before = ImGui::FindWindowByName(name.c_str());
    const ColourScope colours{{ImGuiCol_WindowBg, with_alpha(ImGui::GetColorU32(ImGuiCol_WindowBg),
                                                             before != nullptr && before->DockNode != nullptr ? 0.0f : 1.0f)}};
    return ImGui::Begin(name.c_str(), open, ImGuiWindowFlags_NoCollapse);
}

void panel_window(Shell& shell, const Panel& panel) {
    bool open = true;
    // The View menu opens and closes views; a cross in every tab costs room and calm.
    const bool closable = std::string_view(panel.name) == "course";
    if (shell.state.focus_panel == panel.name) {
        ImGui::SetNextWindowFocus();
        shell.state.focus_panel.reset();
    }
    const bool visible = begin_panel(window_name(panel), closable ? &open : nullptr);
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    if (visible) {
        const ImRect& inner = window->InnerRect;
        shell.bench.panel_rects[panel.name] = {inner.Min.x, inner.Min.y, inner.GetWidth(), inner.GetHeight()};
        panel.draw(shell.bench);
    } else {
        shell.bench.panel_rects.erase(panel.name);
    }
    ImGui::End();
    if (visible && window->DockNode != nullptr && window->DockNode->VisibleWindow == window)
        camera_button(shell, *window->DockNode, panel);
    if (!open) shell.state.shown[panel.name] = false;
}

}  // namespace

std::span<const Panel> all_panels() { return panels; }

const Panel* find_panel(std::string_view name) {
    const auto found = std::ranges::find_if(panels, [&](const Panel& panel) { return name == panel.name; });
    return found != std::end(panels) ? found : nullptr;
}

std::string window_name(const Panel& panel) { return std::string(panel.title) + "###" + panel.name; }

bool is_shown(const Shell& shell, const Panel& panel) {
    if (const auto chosen = shell.state.shown.find(panel.name); chosen != shell.state.shown.end()) return chosen->second;
    if (std::string_view(panel.name) == "course") return false;
    if (!panel.is_view || shell.bench.lesson == nullptr || shell.bench.lesson->views.empty()) return true;
    return std::ranges::any_of(shell.bench.lesson->views, [&](const ViewSpec& view) { return view.kind == panel.name; });
}

Room room_for(const Look& look, ImVec2 size) { return size.x / look.scale < wide_width ? Room::narrow : Room::wide; }

void build_layout(Shell& shell, ImGuiID dockspace, ImVec2 size) {
    ImGui::DockBuilderRemoveNode(dockspace);
    ImGui::DockBuilderAddNode(dockspace, ImGuiDockNodeFlags_DockSpace);
    ImGui::DockBuilderSetNodeSize(dockspace, size);
    const Room room = room_for(shell.bench.look, size);
    switch (shell.bench.settings.layout) {
        case LayoutName::study:
            room == Room::wide ? study(dockspace, size, shell.bench.look) : study_narrow(dockspace, size);
            break;
        case LayoutName::code: code(dockspace, size, room); break;
        case LayoutName::present: present(dockspace, size); break;
    }
    ImGui::DockBuilderFinish(dockspace);
    shell.state.room = room;
    shell.state.layout = shell.bench.settings.layout;
}

void dock_panels(Shell& shell) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const ImGuiID dockspace = ImHashStr("warpwise_dockspace");
    const bool keep_only = shell.bench.lesson == nullptr;  // the welcome page lies over it, the layout stays
    const bool first = shell.state.build_layout;
    if (!keep_only && (first || room_for(shell.bench.look, viewport.WorkSize) != shell.state.room)) {
        build_layout(shell, dockspace, viewport.WorkSize);
        shell.state.build_layout = false;
    }
    {
        const ColourScope colours{{ImGuiCol_WindowBg, with_alpha(shell.bench.look.theme.panel, 0)}};
        // narrow tabs: four names and the camera have room in the column below the views
        const ImGuiStyle& style = ImGui::GetStyle();
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {style.FramePadding.x * 0.8f, style.FramePadding.y});
        ImGui::PushStyleVar(ImGuiStyleVar_ItemInnerSpacing, {style.ItemInnerSpacing.x * 0.5f, style.ItemInnerSpacing.y});
        ImGui::DockSpaceOverViewport(dockspace, &viewport,
                                     ImGuiDockNodeFlags_NoWindowMenuButton | (keep_only ? ImGuiDockNodeFlags_KeepAliveOnly : 0));
        ImGui::PopStyleVar(2);
    }
    if (keep_only) return;
    for (const Panel& panel : panels)
        if (is_shown(shell, panel)) panel_window(shell, panel);
    if (first || shell.state.tabs_of_lesson != shell.bench.lesson->id) shell.state.frames_to_first_tabs = frames_before_tabs + 4;
    shell.state.tabs_of_lesson = shell.bench.lesson->id;
    select_first_tabs(shell.state, shell.bench.lesson);
}

void welcome_window(Shell& shell) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.WorkPos);
    ImGui::SetNextWindowSize(viewport.WorkSize);
    ImGui::Begin("###welcome", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking);
    shell.bench.panel_rects["welcome"] = {viewport.WorkPos.x, viewport.WorkPos.y, viewport.WorkSize.x, viewport.WorkSize.y};
    welcome_page(shell.bench);
    ImGui::End();
}

void single_panel(Shell& shell, const Panel& panel) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.Pos);
    ImGui::SetNextWindowSize(viewport.Size);
    ImGui::Begin(
        window_name(panel).c_str(), nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking);
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    shell.bench.panel_rects[panel.name] = {at.x, at.y, size.x, size.y};
    panel.draw(shell.bench);
    ImGui::End();
}

}  // namespace warpwise::ui
