// What the frame around the panels keeps while the window is open, and the commands that menus, keys and the palette share.
#pragma once

#include <imgui.h>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ui/shell/open_file_state.h"
#include "ui/shell/open_lesson_state.h"
#include "ui/shell/views.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// What leaving Present brings back.
struct BeforePresent {
    LayoutName layout = LayoutName::study;
    float zoom = 1;
};

struct ShellState {
    bool palette_open = false, help_open = false, about_open = false, devices_open = false;
    OpenLessonState open_lesson;
    OpenFileState open_file;
    SaveLessonState save_lesson;
    std::map<std::string, bool> shown;      // views that the learner opened or closed; else the lesson decides
    std::optional<std::string> focus_view;  // bring this tab to the front
    bool build_layout = true;               // with DockBuilder, before this frame's panels
    int frames_to_first_tabs = 0;           // then the layout's first tabs come to the front
    std::string tabs_of_lesson;             // whose first tabs they are
    bool debugged = false;                  // a debugger session was there in the frame before
    bool tabs_of_debugger = false;          // it began or ended: its controls are a first tab
    Room room = Room::wide;
    bool drawer_open = false;                   // the launch panel in a compact window
    LayoutName layout = LayoutName::study;      // the one that is built
    bool built_for_debugger = false;            // ... while a kernel was stepped, which Code has a form for
    BeforePresent before_present;               // while Present is shown
    bool covered = false;                       // a pop-up or an overlay was open in the last frame: Escape closes that first
    std::vector<const struct Command*> to_run;  // chosen in the palette
    std::string host;                           // what draws, for About
    bool devices_known = false;                 // the search for devices has ended
};

struct Shell {
    Workbench& bench;
    ShellState& state;
};

struct Command {
    const char* name;        // "Run"
    const char* group;       // the menu it stands in: File Edit View Run Course Help
    ImGuiKeyChord keys;      // 0: none
    const char* keys_shown;  // "Ctrl+Shift+P"
    bool in_text_fields;     // also while text is edited (Ctrl+Z there belongs to the text)
    bool (*enabled)(const Shell&);
    bool (*checked)(const Shell&);  // null: not a toggle
    void (*act)(Shell&);
};

std::span<const Command> all_commands();
// Runs the commands whose keys were pressed this frame.
void take_shortcuts(Shell&);

bool is_shown(const Shell&, const View&);

// The parts of the frame, a file each. Each draws itself.
float top_bar(Shell&);  // returns its height
float status_bar(Shell&);
bool is_presenting(const Shell&);  // a lesson is open in Present
void present_lesson(Shell&);       // over the whole window, in Present
void leave_present(Shell&);
bool has_launch_drawer(const Shell&);  // the window is compact
void launch_drawer(Shell&, const View& launch);
void toggle_launch(Shell&);             // opens or closes the drawer; elsewhere brings the panel to the front
void dock_views(Shell&);                // the docking area and every view in it
void single_view(Shell&, const View&);  // one view over the whole picture
void welcome_window(Shell&);            // the front door
void palette(Shell&);
void help_overlay(Shell&);
void about_window(Shell&);
void summary_window(Shell&);
void devices_popup(Shell&);
void build_layout(Shell&, ImGuiID dockspace, ImVec2 size);
Room room_for(const Look&, ImVec2 size);

}  // namespace warpwise::ui
