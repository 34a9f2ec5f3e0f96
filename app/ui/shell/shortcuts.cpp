// Every command of the window in one table: menus, keys, the palette and the help read it.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "ui/debugger/debug_steps.h"
#include "ui/file/file_state.h"
#include "ui/file/program_sources.h"
#include "ui/kit/overlay.h"
#include "ui/lesson/course_list.h"
#include "ui/lesson/poll_answers.h"
#include "ui/picture/export_state.h"
#include "ui/picture/own_picture.h"
#include "ui/picture/points_facts.h"
#include "ui/present/present.h"
#include "ui/shell/shell.h"
#include "ui/timing/recordings_window.h"
#include "ui/workbench/settings.h"

namespace warpwise::ui {
namespace {

bool always(const Shell&) { return true; }
bool in_lesson(const Shell& shell) { return shell.bench.lesson != nullptr; }
bool is_busy(const Shell& shell) { return shell.bench.results.status.busy || shell.bench.results.status.waiting > 0; }
// Escape first closes what lies over the panels. A sweep is busy between its runs, too.
bool can_cancel(const Shell& shell) {
    const Results& results = shell.bench.results;
    return !anything_to_escape() && (is_busy(shell) || (results.sweep && results.sweep->running));
}
bool has_animation(const Shell& shell) { return shell.bench.lesson != nullptr && declared_animation(*shell.bench.lesson); }
bool has_source(const Shell& shell) { return shell.bench.kernel() != nullptr; }

void set_zoom(Shell& shell, float zoom) { shell.bench.post(ask::Zoom{clamp_zoom(zoom)}); }
// Steps of a tenth below 150 % and of a quarter above, where a tenth is hardly seen.
float next_zoom(float zoom, int direction) {
    const float step = zoom + 0.001f * static_cast<float>(direction) < 1.5f ? 0.1f : 0.25f;
    return std::round((zoom + step * static_cast<float>(direction)) / 0.05f) * 0.05f;
}

template <ThemeName name>
bool theme_is(const Shell& shell) {
    return shell.bench.look.theme_name == name;
}
template <ThemeName name>
void use_theme(Shell& shell) {
    shell.bench.post(ask::UseTheme{name});
}
template <LayoutName name>
bool layout_is(const Shell& shell) {
    return shell.bench.settings.layout == name;
}
template <LayoutName name>
void use_layout(Shell& shell) {
    shell.bench.post(ask::UseLayout{name});
}
void toggle_present(Shell& shell) {
    if (layout_is<LayoutName::present>(shell))
        leave_present(shell);
    else
        shell.bench.post(ask::UseLayout{LayoutName::present});
}

bool can_leave_present(const Shell& shell) { return is_presenting(shell) && !is_busy(shell) && !shell.state.covered; }
template <int steps>
void go(Shell& shell) {
    present_go(shell.bench, steps);
}

const Lesson* neighbour(const Shell& shell, int step) {
    const auto& lessons = shell.bench.lessons.course.lessons;
    const auto found = std::ranges::find_if(lessons, [&](const Lesson& lesson) { return &lesson == shell.bench.lesson; });
    if (found == lessons.end() || (step < 0 && found == lessons.begin())) return nullptr;
    const auto other = step < 0 ? std::prev(found) : std::next(found);
    return other == lessons.end() ? nullptr : &*other;
}
template <int step>
bool has_neighbour(const Shell& shell) {
    return neighbour(shell, step) != nullptr;
}
template <int step>
void open_neighbour(Shell& shell) {
    if (const Lesson* lesson = neighbour(shell, step)) shell.bench.post(ask::OpenLesson{lesson->id});
}

bool has_answers(const Shell& shell) { return in_lesson(shell) && has_committed_answers(shell.bench); }

bool reads_picture(const Shell& shell) { return shell.bench.lesson != nullptr && picture_array(*shell.bench.lesson) != nullptr; }
bool has_file(const Shell& shell) { return opened_file(std::as_const(shell.bench)) != nullptr; }
bool has_program(const Shell& shell) {
    const OpenedFile* file = opened_file(std::as_const(shell.bench));
    return file != nullptr && is_program(*file);
}

void copy_source(Shell& shell) { ImGui::SetClipboardText(shell.bench.shown_source().c_str()); }
void forget_edits(Shell& shell) { shell.bench.draft.edited_source.erase(shell.bench.draft.request.kernel); }

bool can_start(const Shell& shell) { return can_start_debugger(shell.bench); }
// In Present, F11 leaves it.
bool can_step(const Shell& shell) { return is_debugging(shell.bench) && !is_presenting(shell); }
bool has_session(const Shell& shell) { return shell.bench.ongoing.debugging; }
template <DebugGo where>
void debug(Shell& shell) {
    debug_go(shell.bench, where);
}

RecordingsWindowState& recordings_state(const Shell& shell) { return shell.bench.state<RecordingsWindowState>(); }

constexpr ImGuiKeyChord ctrl(ImGuiKey key) { return ImGuiMod_Ctrl | key; }

const Command kCommands[] = {
    {"Welcome page", "File", 0, "", true, in_lesson, nullptr, [](Shell& s) { s.bench.post(ask::CloseLesson{}); }},
    {"Open CUDA file...", "File", ctrl(ImGuiKey_O), "Ctrl+O", true, always, nullptr,
     [](Shell& s) { s.state.open_file.ask_for_file = true; }},
    {"Save as lesson...", "File", 0, "", true, has_file, nullptr, [](Shell& s) { s.state.save_lesson.ask = true; }},
    {"Open lesson folder...", "File", ctrl(ImGuiKey_O) | ImGuiMod_Shift, "Ctrl+Shift+O", true, always, nullptr,
     [](Shell& s) { s.state.open_lesson.ask_for_folder = true; }},
    {"Open picture...", "File", 0, "", true, reads_picture, nullptr,
     [](Shell& s) { s.bench.state<OwnPictureState>().asks = true; }},
    {"Open recording...", "File", ctrl(ImGuiKey_O) | ImGuiMod_Alt, "Ctrl+Alt+O", true, always, nullptr,
     [](Shell& s) { recordings_state(s).ask_for_file = true; }},
    {"Recordings", "File", 0, "", true, always, [](const Shell& s) { return recordings_state(s).open; },
     [](Shell& s) { recordings_state(s).open = !recordings_state(s).open; }},
    {"Save picture of the window", "File", ImGuiKey_F12, "F12", true, always, nullptr,
     [](Shell& s) { s.bench.post(ask::SavePicture{}); }},
    {"Export animation...", "File", 0, "", true, has_animation, nullptr,
     [](Shell& s) {
         s.bench.state<ExportState>().asked = true;
         s.bench.post(ask::FocusView{find_points_view(*s.bench.lesson) != nullptr ? "points" : "image"});
     }},
    {"Quit", "File", ctrl(ImGuiKey_Q), "Ctrl+Q", true, always, nullptr, [](Shell& s) { s.bench.post(ask::Quit{}); }},

    {"Undo parameter change", "Edit", ctrl(ImGuiKey_Z), "Ctrl+Z", false, in_lesson, nullptr,
     [](Shell& s) { s.bench.post(ask::Undo{}); }},
    {"Redo parameter change", "Edit", ctrl(ImGuiKey_Y), "Ctrl+Y", false, in_lesson, nullptr,
     [](Shell& s) { s.bench.post(ask::Redo{}); }},
    {"Copy kernel source", "Edit", 0, "", true, has_source, nullptr, copy_source},
    {"Restore the lesson's kernel", "Edit", 0, "", true, has_source, nullptr, forget_edits},

    {"Study layout", "View", 0, "", true, always, layout_is<LayoutName::study>, use_layout<LayoutName::study>},
    {"Code layout", "View", 0, "", true, always, layout_is<LayoutName::code>, use_layout<LayoutName::code>},
    {"Present", "View", ImGuiKey_F11, "F11", true, always, layout_is<LayoutName::present>, toggle_present},
    {"Leave Present", "View", ImGuiKey_Escape, "Esc", true, can_leave_present, nullptr, leave_present},
    {"Next step", "View", 0, "Page Down", true, is_presenting, nullptr, go<1>},  // present_window() takes the keys
    {"Previous step", "View", 0, "Page Up", true, is_presenting, nullptr, go<-1>},
    {"Launch panel", "View", ctrl(ImGuiKey_L), "Ctrl+L", true, in_lesson, nullptr, toggle_launch},
    {"Blank the screen", "View", 0, "B or .", true, is_presenting, nullptr, [](Shell& s) { blank_present(s.bench); }},
    {"Reset layout", "View", 0, "", true, always, nullptr, [](Shell& s) { s.bench.post(ask::ResetLayout{}); }},
    {"Dark theme", "View", 0, "", true, always, theme_is<ThemeName::dark>, use_theme<ThemeName::dark>},
    {"Light theme", "View", 0, "", true, always, theme_is<ThemeName::light>, use_theme<ThemeName::light>},
    {"High-contrast theme", "View", 0, "", true, always, theme_is<ThemeName::high_contrast>, use_theme<ThemeName::high_contrast>},
    {"Zoom in", "View", ctrl(ImGuiKey_Equal), "Ctrl+=", true, always, nullptr,
     [](Shell& s) { set_zoom(s, next_zoom(s.bench.settings.zoom, 1)); }},
    {"Zoom out", "View", ctrl(ImGuiKey_Minus), "Ctrl+-", true, always, nullptr,
     [](Shell& s) { set_zoom(s, next_zoom(s.bench.settings.zoom, -1)); }},
    {"Zoom to 100 %", "View", ctrl(ImGuiKey_0), "Ctrl+0", true, always, nullptr, [](Shell& s) { set_zoom(s, 1); }},
    {"Larger code", "View", 0, "", true, always, nullptr,
     [](Shell& s) {
         s.bench.settings.code_zoom = std::min(3.0f, s.bench.settings.code_zoom + 0.1f);
         s.bench.post(ask::SaveSettings{});
     }},
    {"Smaller code", "View", 0, "", true, always, nullptr,
     [](Shell& s) {
         s.bench.settings.code_zoom = std::max(0.5f, s.bench.settings.code_zoom - 0.1f);
         s.bench.post(ask::SaveSettings{});
     }},

    {"Run", "Run", ImGuiKey_F5, "F5", true, in_lesson, nullptr, [](Shell& s) { s.bench.post(ask::Run{}); }},
    {"Sweep", "Run", ImGuiKey_F6, "F6", true, in_lesson, nullptr, [](Shell& s) { s.bench.post(ask::RunSweep{}); }},
    {"Find another outcome", "Run", 0, "", true, in_lesson, nullptr, [](Shell& s) { s.bench.post(ask::FindOtherOutcome{}); }},
    {"Smallest failing case", "Run", 0, "", true, in_lesson, nullptr, [](Shell& s) { s.bench.post(ask::FindSmallestCase{}); }},
    {"Run the program", "Run", 0, "", true, has_program, nullptr,
     [](Shell& s) {
         s.bench.post(ask::FocusView{"program"});
         s.bench.post(ask::RunProgram{});
     }},
    {"Cancel", "Run", ImGuiKey_Escape, "Esc", false, can_cancel, nullptr, [](Shell& s) { s.bench.post(ask::Cancel{}); }},
    {"Run on every change", "Run", 0, "", true, always, [](const Shell& s) { return s.bench.settings.live_run; },
     [](Shell& s) {
         s.bench.settings.live_run = !s.bench.settings.live_run;
         s.bench.post(ask::SaveSettings{});
     }},

    {"Step this kernel", "Run", 0, "", true, can_start, nullptr, [](Shell& s) { start_debugger(s.bench); }},
    {"Step", "Run", ImGuiKey_F10, "F10", true, can_step, nullptr, debug<DebugGo::over>},
    {"Step into", "Run", ImGuiKey_F11, "F11", true, can_step, nullptr, debug<DebugGo::line>},
    {"Step out", "Run", ImGuiMod_Shift | ImGuiKey_F11, "Shift+F11", true, can_step, nullptr, debug<DebugGo::out>},
    {"Step back", "Run", ImGuiMod_Shift | ImGuiKey_F10, "Shift+F10", true, can_step, nullptr, debug<DebugGo::back_over>},
    {"Run to cursor", "Run", ctrl(ImGuiKey_F10), "Ctrl+F10", true, can_step, nullptr, debug<DebugGo::to_line>},
    {"Run to the barrier", "Run", ctrl(ImGuiKey_F11), "Ctrl+F11", true, can_step, nullptr, debug<DebugGo::to_barrier>},
    {"Run to the next breakpoint", "Run", ImGuiKey_F5, "F5", true, can_step, nullptr, debug<DebugGo::to_breakpoint>},
    {"Run back", "Run", ctrl(ImGuiKey_F5) | ImGuiMod_Shift, "Ctrl+Shift+F5", true, can_step, nullptr,
     debug<DebugGo::back_to_breakpoint>},
    {"Back to start", "Run", ctrl(ImGuiKey_F5), "Ctrl+F5", true, can_step, nullptr, debug<DebugGo::back_to_start>},
    {"Set or remove a breakpoint", "Run", ImGuiKey_F9, "F9", true, has_source, nullptr,
     [](Shell& s) { toggle_breakpoint_at_cursor(s.bench); }},
    {"End the debugger", "Run", ImGuiMod_Shift | ImGuiKey_F5, "Shift+F5", true, has_session, nullptr,
     [](Shell& s) { s.bench.post(ask::DebugClose{}); }},

    {"Next lesson", "Course", ImGuiMod_Alt | ImGuiKey_RightArrow, "Alt+Right", true, has_neighbour<1>, nullptr, open_neighbour<1>},
    {"Previous lesson", "Course", ImGuiMod_Alt | ImGuiKey_LeftArrow, "Alt+Left", true, has_neighbour<-1>, nullptr,
     open_neighbour<-1>},

    {"What you can do now", "Course", 0, "", true, always, nullptr, [](Shell& s) { s.bench.state<SummaryState>().is_open = true; }},
    {"Save answers for a class poll", "Course", 0, "", true, has_answers, nullptr, [](Shell& s) { save_answers(s.bench); }},

    {"Keys and help", "Help", ImGuiKey_F1, "F1", true, always, [](const Shell& s) { return s.state.help_open; },
     [](Shell& s) { s.state.help_open = !s.state.help_open; }},
    {"All commands", "Help", ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P, "Ctrl+Shift+P", true, always, nullptr,
     [](Shell& s) { s.state.palette_open = !s.state.palette_open; }},
    {"Devices", "Help", 0, "", true, always, nullptr, [](Shell& s) { s.state.devices_open = true; }},
    {"About and licences", "Help", 0, "", true, always, nullptr, [](Shell& s) { s.state.about_open = true; }},
};

// Keys beside the first that do the same: the number pad, and Ctrl+Shift+Z.
struct Alias {
    ImGuiKeyChord keys;
    const char* name;
};
constexpr Alias kAliases[] = {
    {ctrl(ImGuiKey_KeypadAdd), "Zoom in"},
    {ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Equal, "Zoom in"},
    {ctrl(ImGuiKey_KeypadSubtract), "Zoom out"},
    {ctrl(ImGuiKey_Keypad0), "Zoom to 100 %"},
    {ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z, "Redo parameter change"},
};

bool pressed(const Command& command, ImGuiKeyChord keys) {
    if (keys == 0 || (!command.in_text_fields && ImGui::GetIO().WantTextInput)) return false;
    // what works while text is edited works wherever the focus is: no field, editor or slider keeps its keys
    const ImGuiInputFlags wherever = command.in_text_fields ? ImGuiInputFlags_RouteOverActive : 0;
    if (ImGui::Shortcut(keys, ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_Repeat | wherever)) return true;
    const ImGuiKeyChord held = keys & ImGuiMod_Mask_;
    if (!command.in_text_fields || held == 0) return false;
    // a field that is being edited owns the arrow keys, whatever is held with them
    const ImGuiID scope = ImGui::GetCurrentFocusScope();
    constexpr ImGuiInputFlags repeat = ImGuiInputFlags{ImGuiInputFlags_Repeat} | ImGuiInputFlags_RepeatUntilKeyModsChange;
    if (!ImGui::TestShortcutRouting(keys, scope) || !ImGui::IsKeyChordPressed(keys, repeat, ImGuiKeyOwner_Any)) return false;
    ImGui::SetKeyOwnersForKeyChord(held, scope);
    return true;
}

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

void take_shortcuts(Shell& shell) {
    for (const Command& command : kCommands) {
        if (!command.enabled(shell)) continue;  // its key is then left to other users of it
        // while a kernel is stepped, F5 and F11 are the debugger's
        const auto takes_its_key = [&](const Command& other) {
            return &other > &command && other.keys == command.keys && command.keys != 0 && other.enabled(shell);
        };
        if (std::ranges::any_of(kCommands, takes_its_key)) continue;
        bool hit = pressed(command, command.keys);
        for (const Alias& alias : kAliases)
            if (std::string_view(alias.name) == command.name) hit |= pressed(command, alias.keys);
        if (hit) command.act(shell);
    }
}

}  // namespace warpwise::ui
