// Where the views lie: Study and Code with columns where there is room and tabs where not; Present has one view at a time.
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "ui/debugger/debugger_state.h"
#include "ui/door/door_page.h"
#include "ui/export/figure_popup.h"
#include "ui/file/file_state.h"
#include "ui/file/program_sources.h"
#include "ui/kit/steady_width.h"
#include "ui/present/present.h"
#include "ui/shell/kept_layout.h"
#include "ui/shell/shell.h"

namespace warpwise::ui {
namespace {

// Below this width three columns crowd each other.
constexpr float kWideWidth = 1100;
// Below either of these three panels leave none of them room for what it shows.
constexpr float kCompactWidth = 700, kCompactHeight = 450;
// A panel narrower or lower than this shows nothing; no border is dragged further.
constexpr float kLeastPanel = 160;
// Below this height the source keeps its whole column, also while a kernel is stepped: a few lines of it would say nothing.
constexpr float kLeastSteppingHeight = 600;

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

// The dock nodes of a layout by their place, as has_place() promises them.
using Docks = std::map<Place, ImGuiID>;

Docks study(ImGuiID middle, ImVec2 size, const Look& look) {
    const ImGuiID left = cut(middle, ImGuiDir_Left, std::max(size.x * 0.265f, look.px(330)));
    const ImGuiID right = cut(middle, ImGuiDir_Right, std::max(size.x * 0.19f, look.px(290)));
    ImGuiID below = cut(middle, ImGuiDir_Down, size.y * 0.38f);
    const ImGuiID below_right = cut(below, ImGuiDir_Right, std::max(size.x * 0.235f, look.px(330)));
    return {{Place::left, left},
            {Place::right, right},
            {Place::below_right, below_right},
            {Place::middle, middle},
            {Place::below, below}};
}

// The launch panel lies below, with room for Run and a few of its choices.
Docks study_narrow(ImGuiID middle, ImVec2 size, const Look& look) {
    const ImGuiID left = cut(middle, ImGuiDir_Left, size.x * 0.45f);
    const ImGuiID below = cut(middle, ImGuiDir_Down, std::max(size.y * 0.42f, look.px(190)));
    return {{Place::left, left}, {Place::middle, middle}, {Place::below, below}};
}

// Prose beside everything else; the launch panel is a drawer over it.
Docks study_compact(ImGuiID middle, ImVec2 size) {
    const ImGuiID left = cut(middle, ImGuiDir_Left, size.x * 0.38f);
    return {{Place::left, left}, {Place::middle, middle}};
}

Docks code(ImGuiID middle, ImVec2 size, Room room) {
    const ImGuiID left = cut(middle, ImGuiDir_Left, size.x * (room == Room::wide ? 0.45f : 0.5f));
    const ImGuiID below = cut(middle, ImGuiDir_Down, size.y * 0.5f);
    return {{Place::left, left}, {Place::middle, middle}, {Place::below, below}};
}

// Code while a kernel is stepped: the warps' timeline and the controls have the whole width, and the lanes more of the height.
Docks stepping(ImGuiID middle, ImVec2 size, const Look& look) {
    const ImGuiID below = cut(middle, ImGuiDir_Down, std::max(size.y * 0.37f, look.px(266)));
    const ImGuiID left = cut(middle, ImGuiDir_Left, size.x * 0.4f);
    return {{Place::left, left}, {Place::middle, middle}, {Place::below, below}};
}

Docks docks_of(LayoutName layout, Room room, bool debugging, ImGuiID whole, ImVec2 size, const Look& look) {
    if (layout == LayoutName::code && debugging && size.y >= look.px(kLeastSteppingHeight)) return stepping(whole, size, look);
    if (layout == LayoutName::code) return code(whole, size, room);
    if (room == Room::compact) return study_compact(whole, size);
    return room == Room::wide ? study(whole, size, look) : study_narrow(whole, size, look);
}

// The tab that lies in front after the layout is built; DockBuilder would show the last one.
constexpr int kFramesBeforeTabs = 3;  // every panel of the layout has then been seen

// What a lesson is about stands in front: the first of its views that the learner sees in the middle.
const char* first_view(const Lesson* lesson) {
    if (lesson == nullptr) return "thread_grid";
    for (const ViewSpec& view : lesson->views) {
        const View* const known = find_view(view.kind);
        // Without a session, accesses are those of a warp that the lesson chose.
        if (known != nullptr && (known->shown == Shown::by_lesson || known->id == std::string_view("accesses"))) return known->id;
    }
    return "thread_grid";
}

// One in each dock; the last of them keeps the focus.
std::array<const char*, 4> first_tabs(const ShellState& state, const Workbench& bench, bool with_debugger) {
    const bool debugging = bench.ongoing.debugging;
    const DebuggerState& debugger = bench.state<DebuggerState>();
    const bool tells = debugging || debugger.refused || debugger.problem;  // why there is no session, too
    const char* const controls = state.room == Room::compact ? "timings" : "launch";
    const char* const of_debugger = debugger.front_view.empty() ? "lanes" : debugger.front_view.c_str();
    return {"timings", tells || with_debugger ? "debugger" : controls, debugging ? of_debugger : first_view(bench.lesson),
            state.layout == LayoutName::code ? "source"
            : opened_file(bench) != nullptr  ? "arguments"
                                             : "lesson"};
}

// A dock node follows the focus, so each first tab has it for a frame.
void select_first_tabs(ShellState& state, const Workbench& bench) {
    const auto names = first_tabs(state, bench, state.tabs_of_debugger);
    const int count = static_cast<int>(names.size());
    if (state.palette_open) state.frames_to_first_tabs = 0;  // a field that is being typed in keeps the focus
    if (state.frames_to_first_tabs <= 0 || --state.frames_to_first_tabs >= count) return;
    ImGui::SetWindowFocus(window_name(*find_view(names[static_cast<std::size_t>(count - 1 - state.frames_to_first_tabs)])).c_str());
}

// At once, in docks that are new: a panel that was in front stays there when the layout takes another form.
void put_in_front(const char* id, LayoutName layout, Room room, const Docks& docks) {
    const View& view = *find_view(id);
    const auto dock = docks.find(view.place(layout, room));
    const ImGuiWindow* const window = ImGui::FindWindowByName(window_name(view).c_str());
    if (dock == docks.end() || window == nullptr) return;
    if (ImGuiDockNode* node = ImGui::DockBuilderGetNode(dock->second)) node->SelectedTabId = window->TabId;
}

// The view that had the focus when Present began. After Present Dear ImGui focuses whatever window it knows last, and a dock
// node follows the focus: another tab would come to the front.
struct FocusBelow {
    const View* view = nullptr;
    int frames = 0;  // to give it back, from the first without Present
};

void note_focus(const Shell& shell, FocusBelow& below) {
    if (below.frames > 0) return;  // noted in the first frame of Present, when the rectangles are those of the layout below
    below = {nullptr, 2};
    const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
    for (const View& view : all_views()) {
        if (!shell.bench.panel_rects.contains(view.id)) continue;
        const bool has_it = focused != nullptr && focused->RootWindow == ImGui::FindWindowByName(window_name(view).c_str());
        if (has_it || below.view == nullptr) below.view = &view;
        if (has_it) return;
    }
}

void give_focus_back(FocusBelow& below) {
    if (below.frames <= 0) return;
    --below.frames;
    if (below.view != nullptr) ImGui::SetWindowFocus(window_name(*below.view).c_str());
}

// Narrow tabs: four names and the camera have room in the column below the views. All that draws a tab or measures it has
// one of these; a camera with wider padding than its tab was measured with is cut.
class NarrowTabs {
  public:
    NarrowTabs() {
        const ImGuiStyle& style = ImGui::GetStyle();
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {style.FramePadding.x * 0.8f, style.FramePadding.y});
        ImGui::PushStyleVar(ImGuiStyleVar_ItemInnerSpacing, {style.ItemInnerSpacing.x * 0.5f, style.ItemInnerSpacing.y});
    }
    ~NarrowTabs() { ImGui::PopStyleVar(2); }
    NarrowTabs(const NarrowTabs&) = delete;
    NarrowTabs& operator=(const NarrowTabs&) = delete;
};

// A camera at the end of the tab bar saves the panel in front.
void camera_button(Shell& shell, ImGuiDockNode& node, const View& view) {
    if (node.TabBar == nullptr || node.VisibleWindow == nullptr || !ImGui::DockNodeBeginAmendTabBar(&node)) return;
    {
        const ColourScope colours{{ImGuiCol_Text, shell.bench.look.theme.muted}};
        const bool pressed = [&view] {
            const NarrowTabs narrow;
            return ImGui::TabItemButton((std::string(icon::kCamera) + "###camera_" + view.id).c_str(),
                                        ImGuiTabItemFlags_Trailing | ImGuiTabItemFlags_NoTooltip);
        }();
        if (pressed) save_or_export(shell.bench, view.id);
        explain(shell.bench.look, std::string(exports_figure(view.id) ? "Export a figure of " : "Save a picture of ") + view.title);
    }
    ImGui::DockNodeEndAmendTabBar();
}

// Where the selected tab of each dock lies, and how much of its bar shows.
struct TabsInSight {
    struct Place {
        ImGuiID tab = 0;
        float begin = 0, width = 0, room = 0;
        int settling = 0;  // frames
        bool operator==(const Place& other) const {
            return tab == other.tab && begin == other.begin && width == other.width && room == other.room;
        }
    };
    std::map<ImGuiID, Place> seen;
};

// A bar with many tabs scrolls to the selected one whenever that, or the room, has changed; at once, since nothing else moves. Then
// it stays where the learner scrolls it.
void keep_tab_in_sight(Shell& shell, ImGuiDockNode& node) {
    ImGuiTabBar* const bar = node.TabBar;
    const ImGuiTabItem* const tab = bar != nullptr ? ImGui::TabBarFindTabByID(bar, bar->SelectedTabId) : nullptr;
    if (tab == nullptr) return;
    TabsInSight::Place& seen = shell.bench.state<TabsInSight>().seen[node.ID];
    const TabsInSight::Place now{tab->ID, tab->Offset, tab->Width, bar->ScrollingRectMaxX - bar->ScrollingRectMinX, 3};
    if (!(seen == now)) {
        seen = now;
        bar->NextScrollToTabId = tab->ID;
        return;
    }
    if (seen.settling > 0) --seen.settling, bar->ScrollingAnim = bar->ScrollingTarget;
}

ImU32 frame_colour(const Look& look) { return mix(look.theme.line, look.theme.text, 0.25f); }

// The frame was cleared in the colour of panels: filling it again for every docked panel, and for the docking area below
// them, took half of a frame with software GL. A panel that floats has a ground of its own.
bool begin_view(const Look& look, const std::string& name, bool* open) {
    const ImGuiWindow* const before = ImGui::FindWindowByName(name.c_str());
    const bool docked = before != nullptr && before->DockNode != nullptr, floats = before != nullptr && !docked;
    const ColourScope colours{{ImGuiCol_WindowBg, with_alpha(ImGui::GetColorU32(ImGuiCol_WindowBg), docked ? 0.0f : 1.0f)},
                              {ImGuiCol_TitleBg, look.theme.raised},
                              {ImGuiCol_TitleBgActive, look.theme.raised},
                              {ImGuiCol_Border, frame_colour(look)}};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, floats ? std::max(1.0f, std::floor(look.scale)) : 0.0f);
    const bool visible = ImGui::Begin(name.c_str(), open, ImGuiWindowFlags_NoCollapse);
    ImGui::PopStyleVar();
    return visible;
}

// Whether the learner dragged it out of the docks, alone or with others as tabs of one window.
bool is_floating(const std::string& name) {
    const ImGuiWindow* const window = ImGui::FindWindowByName(name.c_str());
    if (window == nullptr || !window->WasActive) return false;
    return window->DockNode == nullptr || ImGui::DockNodeGetRootNode(window->DockNode)->IsFloatingNode();
}

// The window that holds several dragged-out panels as tabs is Dear ImGui's own, and has no frame.
void frame_of_host(const Look& look, const ImGuiWindow* window) {
    if (window->DockNode == nullptr || window->DockNode->VisibleWindow != window) return;
    const ImGuiDockNode* const root = ImGui::DockNodeGetRootNode(window->DockNode);
    if (!root->IsFloatingNode() || root->HostWindow == nullptr) return;
    const ImRect host = root->HostWindow->Rect();
    const float line = std::max(1.0f, std::floor(look.scale));
    window->DrawList->PushClipRectFullScreen();
    window->DrawList->AddRect(host.Min, host.Max, frame_colour(look), 0, line);
    window->DrawList->PopClipRect();
}

void view_window(Shell& shell, const View& view) {
    bool open = true;
    const std::string name = window_name(view);
    // The View menu opens and closes views; a cross in every tab costs room and calm. A panel that floats has one.
    const bool floats = is_floating(name), closable = view.shown == Shown::on_request || floats;
    // Once the layout's first tabs are in front, or they would take the place again.
    const bool settled = shell.state.frames_to_first_tabs <= 0 && shell.state.tabs_of_lesson == shell.bench.lesson->id;
    if (settled && shell.state.focus_view == view.id) {
        ImGui::SetNextWindowFocus();
        shell.state.focus_view.reset();
    }
    const bool visible = begin_view(shell.bench.look, name, closable ? &open : nullptr);
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    if (visible) {
        keep_width_beside_scrollbar();
        const ImRect& inner = window->InnerRect;
        // with the scroll bar, which comes and goes
        shell.bench.panel_rects[view.id] = {inner.Min.x, inner.Min.y, window->Pos.x + window->Size.x - inner.Min.x,
                                            inner.GetHeight()};
        view.draw(shell.bench);
        if (floats) frame_of_host(shell.bench.look, window);
    } else {
        shell.bench.panel_rects.erase(view.id);
    }
    ImGui::End();
    if (visible && window->DockNode != nullptr && window->DockNode->VisibleWindow == window) {
        camera_button(shell, *window->DockNode, view);
        keep_tab_in_sight(shell, *window->DockNode);
    }
    if (!open) shell.state.shown[view.id] = false;
}

}  // namespace

bool is_shown(const Shell& shell, const View& view) {
    if (const auto chosen = shell.state.shown.find(view.id); chosen != shell.state.shown.end()) return chosen->second;
    if (view.shown == Shown::on_request) return false;
    const OpenedFile* const file = opened_file(std::as_const(shell.bench));
    if (view.shown == Shown::of_file) return file != nullptr;
    if (view.shown == Shown::of_program) return file != nullptr && is_program(*file);
    const bool debugging = shell.bench.ongoing.debugging;
    const auto in_lesson = [&] {
        const Lesson* const lesson = shell.bench.lesson;
        return lesson != nullptr && std::ranges::find(lesson->views, view.id, &ViewSpec::kind) != lesson->views.end();
    };
    if (view.shown == Shown::in_debugger) return debugging || in_lesson();
    if (view.shown == Shown::in_code) return debugging || shell.bench.settings.layout == LayoutName::code;
    if (view.shown == Shown::always || shell.bench.lesson == nullptr || shell.bench.lesson->views.empty()) return true;
    return in_lesson();
}

Room room_for(const Look& look, ImVec2 size) {
    const ImVec2 unscaled{size.x / look.scale, size.y / look.scale};
    if (unscaled.x < kCompactWidth || unscaled.y < kCompactHeight) return Room::compact;
    return unscaled.x < kWideWidth ? Room::narrow : Room::wide;
}

void build_layout(Shell& shell, ImGuiID dockspace, ImVec2 size) {
    ImGui::DockBuilderRemoveNode(dockspace);
    ImGui::DockBuilderAddNode(dockspace, ImGuiDockNodeFlags_DockSpace);
    ImGui::DockBuilderSetNodeSize(dockspace, size);
    const Room room = room_for(shell.bench.look, size);
    const LayoutName layout = shell.bench.settings.layout;
    const bool debugging = shell.bench.ongoing.debugging;
    const Docks docks = docks_of(layout, room, debugging, dockspace, size, shell.bench.look);
    KeptLayout& kept = shell.bench.state<KeptLayout>() = {};
    for (const View& view : all_views()) {
        const auto dock = docks.find(view.place(layout, room));
        if (dock == docks.end()) continue;
        ImGui::DockBuilderDockWindow(window_name(view).c_str(), dock->second);
        kept.docks[view.id] = dock->second;
    }
    ImGui::DockBuilderFinish(dockspace);
    shell.state.room = room;
    shell.state.layout = layout;
    shell.state.built_for_debugger = debugging;
    for (const char* const id : first_tabs(shell.state, shell.bench, shell.state.debugged)) put_in_front(id, layout, room, docks);
}

namespace {

// A layout that the learner changed is theirs, and stays.
bool needs_another_form(const Shell& shell, ImVec2 size) {
    if (shell.bench.state<KeptLayout>().moved) return false;
    const bool other_room = room_for(shell.bench.look, size) != shell.state.room;
    return other_room ||
           (shell.state.layout == LayoutName::code && shell.bench.ongoing.debugging != shell.state.built_for_debugger);
}

}  // namespace

void dock_views(Shell& shell) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const ImGuiID dockspace = ImHashStr("warpwise_dockspace");
    // the welcome page or the presentation lies over it, the layout stays
    const bool keep_only = shell.bench.lesson == nullptr || is_presenting(shell);
    const bool first = shell.state.build_layout;
    if (!keep_only && (first || needs_another_form(shell, viewport.WorkSize))) {
        build_layout(shell, dockspace, viewport.WorkSize);
        shell.state.build_layout = false;
    }
    {
        const ColourScope colours{{ImGuiCol_WindowBg, with_alpha(shell.bench.look.theme.panel, 0)}};
        const NarrowTabs narrow;
        const float least = std::floor(shell.bench.look.px(kLeastPanel));  // what Dear ImGui keeps of both sides of a border
        ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(least, least));
        ImGui::DockSpaceOverViewport(dockspace, &viewport,
                                     ImGuiDockNodeFlags_NoWindowMenuButton | (keep_only ? ImGuiDockNodeFlags_KeepAliveOnly : 0));
        ImGui::PopStyleVar();
    }
    FocusBelow& below = shell.bench.state<FocusBelow>();
    if (is_presenting(shell)) note_focus(shell, below);
    if (keep_only) return;
    if (first) below.frames = 0;
    shell.bench.panel_rects.erase("present");
    const View& launch = *find_view("launch");
    for (const View& view : all_views())
        if (is_shown(shell, view) && !(has_launch_drawer(shell) && &view == &launch)) view_window(shell, view);
    if (has_launch_drawer(shell)) launch_drawer(shell, launch);
    give_focus_back(below);
    note_moved_views(shell.bench.state<KeptLayout>(), dockspace);
    const bool debugging = shell.bench.ongoing.debugging;
    const bool begins_or_ends = debugging != std::exchange(shell.state.debugged, debugging);
    const bool other_lesson = shell.state.tabs_of_lesson != shell.bench.lesson->id;
    if (first || begins_or_ends || other_lesson) {
        shell.state.frames_to_first_tabs = kFramesBeforeTabs + 4;
        shell.state.tabs_of_debugger = begins_or_ends && !other_lesson;
    }
    shell.state.tabs_of_lesson = shell.bench.lesson->id;
    select_first_tabs(shell.state, shell.bench);
}

void welcome_window(Shell& shell) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.WorkPos);
    ImGui::SetNextWindowSize(viewport.WorkSize);
    ImGui::Begin("###welcome", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking);
    shell.bench.panel_rects["welcome"] = {viewport.WorkPos.x, viewport.WorkPos.y, viewport.WorkSize.x, viewport.WorkSize.y};
    const DoorAsked asked = door_page(shell.bench);
    if (asked.for_file) shell.state.open_file.ask_for_file = true;
    if (asked.for_devices) shell.state.devices_open = true;
    ImGui::End();
}

bool is_presenting(const Shell& shell) {
    return shell.bench.lesson != nullptr && shell.bench.settings.layout == LayoutName::present;
}

void leave_present(Shell& shell) { shell.bench.post(ask::UseLayout{shell.state.before_present.layout}); }

void present_lesson(Shell& shell) {
    shell.bench.panel_rects.clear();  // those of the layout below
    const bool leaves = present_window(shell.bench, [&](std::string_view name) {
        const View* view = find_view(name);
        if (view == nullptr) return;
        const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
        shell.bench.panel_rects[view->id] = {at.x, at.y, size.x, size.y};
        view->draw(shell.bench);
    });
    if (leaves) leave_present(shell);
}

void single_view(Shell& shell, const View& view) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.Pos);
    ImGui::SetNextWindowSize(viewport.Size);
    ImGui::Begin(
        window_name(view).c_str(), nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking);
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    shell.bench.panel_rects[view.id] = {at.x, at.y, size.x, size.y};
    view.draw(shell.bench);
    ImGui::End();
}

}  // namespace warpwise::ui
