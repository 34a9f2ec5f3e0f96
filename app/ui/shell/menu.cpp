#include "ui/shell/menu.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "ui/export/figure_popup.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/course_list.h"

namespace warpwise::ui {
namespace {

constexpr std::string_view kPictureCommand = "Save picture of the window";  // beside it, those of panels

void menu_heading(const Look& look, const char* text) {
    const FontScope font(look.fonts.semibold, look.px(Fonts::kSmall));
    const ColourScope colours{{ImGuiCol_Text, look.theme.muted}};
    ImGui::SeparatorText(text);
}

void command_item(Shell& shell, const Command& command) {
    const bool checked = command.checked != nullptr && command.checked(shell);
    if (ImGui::MenuItem(command.name, command.keys_shown, checked, command.enabled(shell))) command.act(shell);
}

void picture_menu(Shell& shell) {
    if (!ImGui::BeginMenu("Save picture of", shell.bench.lesson != nullptr)) return;
    for (const View& view : all_views())
        if (ImGui::MenuItem(view.title, nullptr, false, shell.bench.panel_rects.contains(view.id)))
            save_or_export(shell.bench, view.id);
    ImGui::EndMenu();
}

void commands_of(Shell& shell, std::string_view group) {
    for (const Command& command : all_commands()) {
        if (group != command.group) continue;
        const auto part = std::ranges::find(menu_parts(), std::string_view(command.name), &MenuPart::first);
        if (part != menu_parts().end() && *part->heading != '\0')
            menu_heading(shell.bench.look, part->heading);
        else if (part != menu_parts().end())
            ImGui::Separator();
        command_item(shell, command);
        if (std::string_view(command.name) == kPictureCommand) picture_menu(shell);
    }
}

void views_menu(Shell& shell) {
    menu_heading(shell.bench.look, "Panels");
    if (!ImGui::BeginMenu("Panels", shell.bench.lesson != nullptr)) return;
    for (const View& view : all_views()) {
        const bool shown = is_shown(shell, view);
        if (ImGui::MenuItem(view.title, nullptr, shown)) {
            shell.state.shown[view.id] = !shown;
            if (!shown) shell.state.focus_view = view.id;
        }
    }
    ImGui::EndMenu();
}

void lessons_menu(Shell& shell) {
    menu_heading(shell.bench.look, "Lessons");
    for (const Lesson& lesson : shell.bench.lessons.course.lessons) {
        const std::string label = numbered_title(lesson) + "##" + lesson.id;
        if (ImGui::MenuItem(label.c_str(), nullptr, shell.bench.lesson == &lesson)) shell.bench.post(ask::OpenLesson{lesson.id});
    }
}

}  // namespace

std::span<const MenuPart> menu_parts() {
    static constexpr MenuPart parts[] = {
        {"Open CUDA file...", ""},
        {"Open lesson folder...", ""},
        {kPictureCommand, ""},
        {"Quit", ""},
        {"Copy kernel source", ""},
        {"Study layout", "Layout"},
        {"Dark theme", "Theme"},
        {"Zoom in", "Size"},
        {"Cancel", ""},
        {"Run on every change", ""},
        {"Step this kernel", "Debugger"},
        {"Devices", ""},
    };
    return parts;
}

void menus(Shell& shell) {
    for (const char* group : {"File", "Edit", "View", "Run", "Course", "Help"}) {
        if (!ImGui::BeginMenu(group)) continue;
        commands_of(shell, group);
        const std::string_view name = group;
        if (name == "View") views_menu(shell);
        if (name == "Course") lessons_menu(shell);
        ImGui::EndMenu();
    }
}

}  // namespace warpwise::ui
