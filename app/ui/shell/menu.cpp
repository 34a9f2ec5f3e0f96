#include "ui/shell/menu.h"

#include <imgui.h>

#include <array>
#include <string>
#include <string_view>

#include "ui/export/figure_popup.h"
#include "ui/lesson/course_list.h"

namespace warpwise::ui {
namespace {

void command_item(Shell& shell, const Command& command) {
    const bool checked = command.checked != nullptr && command.checked(shell);
    if (ImGui::MenuItem(command.name, command.keys_shown, checked, command.enabled(shell))) command.act(shell);
}

void commands_of(Shell& shell, std::string_view group) {
    for (const Command& command : all_commands())
        if (group == command.group) command_item(shell, command);
}

void panels_menu(Shell& shell) {
    ImGui::Separator();
    if (!ImGui::BeginMenu("Panels", shell.bench.lesson != nullptr)) return;
    for (const Panel& panel : all_panels()) {
        const bool shown = is_shown(shell, panel);
        if (ImGui::MenuItem(panel.title, nullptr, shown)) {
            shell.state.shown[panel.name] = !shown;
            if (!shown) shell.state.focus_panel = panel.name;
        }
    }
    ImGui::EndMenu();
}

void picture_menu(Shell& shell) {
    if (!ImGui::BeginMenu("Save picture of", shell.bench.lesson != nullptr)) return;
    for (const Panel& panel : all_panels())
        if (ImGui::MenuItem(panel.title, nullptr, false, shell.bench.panel_rects.contains(panel.name)))
            save_or_export(shell.bench, panel.name);
    ImGui::EndMenu();
}

void lessons_menu(Shell& shell) {
    ImGui::Separator();
    for (const Lesson& lesson : shell.bench.lessons.course.lessons) {
        const std::string label = numbered_title(lesson) + "##" + lesson.id;
        if (ImGui::MenuItem(label.c_str(), nullptr, shell.bench.lesson == &lesson)) shell.bench.post(ask::OpenLesson{lesson.id});
    }
}

}  // namespace

void menus(Shell& shell) {
    for (const char* group : {"File", "Edit", "View", "Run", "Course", "Help"}) {
        if (!ImGui::BeginMenu(group)) continue;
        commands_of(shell, group);
        const std::string_view name = group;
        if (name == "File") picture_menu(shell);
        if (name == "View") panels_menu(shell);
        if (name == "Course") lessons_menu(shell);
        ImGui::EndMenu();
    }
}

}  // namespace warpwise::ui
