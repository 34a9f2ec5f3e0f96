// What the frame around the panels keeps while the window is open, and the commands that menus, keys and the palette share.
#pragma once

#include <imgui.h>

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ui/shell/open_lesson_window.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// How much room there is in unscaled pixels: decides between columns and tabs.
enum class Room { narrow, wide };

struct ShellState {
    bool palette_open = false, help_open = false, about_open = false, devices_open = false;
    bool was_palette_open = false;
    OpenLessonState open_lesson;
    std::map<std::string, bool> shown;       // panels that the learner opened or closed; else the lesson decides
    std::optional<std::string> focus_panel;  // bring this tab to the front
    bool build_layout = true;                // with DockBuilder, before this frame's panels
    int frames_to_first_tabs = 0;            // then the layout's first tabs come to the front
    std::string tabs_of_lesson;              // whose first tabs they are
    Room room = Room::wide;
    LayoutName layout = LayoutName::study;      // the one that is built
    std::size_t present_control = 0;            // which parameter the bar of Present shows
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

// A panel by its stable name: the name in layouts, tests, pictures and `warpwise shot --view`.
struct Panel {
    const char* name;   // "thread_grid"
    const char* title;  // "Thread grid"
    void (*draw)(Workbench&);
    bool is_view;  // the lesson chooses whether it is shown
};
std::span<const Panel> all_panels();
const Panel* find_panel(std::string_view name);
std::string window_name(const Panel&);  // "Thread grid###thread_grid"
bool is_shown(const Shell&, const Panel&);

// The parts of the frame, a file each. Each draws itself.
float top_bar(Shell&);  // returns its height
float status_bar(Shell&);
void present_bar(Shell&);                 // one control at a time, in Present
void dock_panels(Shell&);                 // the docking area and every panel in it
void single_panel(Shell&, const Panel&);  // one panel over the whole picture
void welcome_window(Shell&);
void welcome_page(Workbench&);  // what stands in it
void palette(Shell&);
void help_overlay(Shell&);
void about_window(Shell&);
void devices_popup(Shell&);
void build_layout(Shell&, ImGuiID dockspace, ImVec2 size);
Room room_for(const Look&, ImVec2 size);

}  // namespace warpwise::ui
