// The bar at the top: logo, menus, where one is, the layout, the device. What does not fit is left out from the middle: of the
// path the part first, then all of it, then the layout buttons (the View menu has them), then the device's name.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/course_list.h"
#include "ui/shell/menu.h"
#include "ui/shell/shell.h"

namespace warpwise::ui {
namespace {

constexpr float kTopBarHeight = 46;

void logo(const Look& look, bool with_name) {
    const ImVec2 at = ImGui::GetWindowPos();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float step = look.px(7), dot = look.px(5), top = at.y + look.px(kTopBarHeight - 19) / 2;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) {
            const ImVec2 corner(std::round(at.x + look.px(16) + step * static_cast<float>(column)),
                                std::round(top + step * static_cast<float>(row)));
            draw.AddRectFilled(corner, {corner.x + dot, corner.y + dot},
                               (row + column) % 2 == 1 ? look.theme.accent : look.theme.blocks[1], look.px(1.5f));
        }
    float width = look.px(16 + 19 + 10);
    if (with_name) {
        const float size = look.px(17);
        const ImVec2 text = look.fonts.semibold->CalcTextSizeA(size, 1e9f, 0, "Warpwise");
        draw.AddText(look.fonts.semibold, size, {at.x + look.px(46), std::round(at.y + (look.px(kTopBarHeight) - text.y) / 2)},
                     look.theme.text, "Warpwise");
        width = look.px(46) + text.x + look.px(20);
    }
    ImGui::SetCursorPosX(width);
}

// Where one is, the longest first: what the bar has room for.
std::vector<std::string> breadcrumbs(const Workbench& bench) {
    if (bench.lesson == nullptr) return {};
    const Lesson& lesson = *bench.lesson;
    const std::string_view part = part_title(lesson.part);
    const std::string title = numbered_title(lesson);
    std::vector<std::string> paths{fmt::format("{}   /   {}", part, title), title};
    // a part and its lesson of the same name: once is enough
    if (part.ends_with("  " + lesson.title))
        paths.front() = fmt::format("{}   /   {}", part.substr(0, part.size() - lesson.title.size() - 2), title);
    if (lesson.number > 0) paths.push_back(fmt::format("Lesson {}", lesson.number));
    return paths;
}

struct DeviceWords {
    std::string text;
    ImU32 dot;
};
DeviceWords device_words(const Shell& shell) {
    const Theme& theme = shell.bench.look.theme;
    const DeviceInfo* first = nullptr;
    int gpus = 0;
    for (const DeviceInfo& device : shell.bench.devices.present)
        if (traits_of(device.kind).is_gpu && gpus++ == 0) first = &device;
    if (gpus > 1) return {fmt::format("{} and {} more", first->name, gpus - 1), theme.good};
    if (first != nullptr) return {first->name, theme.good};
    if (!shell.state.devices_known) return {"Looking for a GPU", theme.muted};
    return {"Emulator, no NVIDIA GPU here", theme.series[4]};
}

void layout_buttons(Shell& shell) {
    static const std::string names[] = {"Study", "Code", "Present"};
    static const std::string help[] = {"Prose, thread grid, controls and timings side by side",
                                       "The kernel's source and what its threads do",
                                       "One idea per page in large type, for a projector (F11)"};
    int chosen = static_cast<int>(shell.bench.settings.layout);
    if (segmented(shell.bench.look, "layout", names, chosen, help))
        shell.bench.post(ask::UseLayout{static_cast<LayoutName>(chosen)});
}

float layout_buttons_width(const Look& look) {
    const float padding = ImGui::GetStyle().FramePadding.x * 2;
    return ImGui::CalcTextSize("Study").x + ImGui::CalcTextSize("Code").x + ImGui::CalcTextSize("Present").x + 3 * padding +
           look.px(10);
}

// In a compact window the launch panel is a drawer: its button, and Run, stand where the layouts do elsewhere.
float launch_buttons(Shell& shell, float right, float middle_begin, float frame_y) {
    const Look& look = shell.bench.look;
    const float gap = look.px(6), launch = button_width("Launch"), run = button_width("Run");
    if (right - launch < middle_begin) return right;
    ImGui::SetCursorPos({right - launch, frame_y});
    const ColourScope colours{
        {ImGuiCol_Button, shell.state.drawer_open ? mix(look.theme.panel, look.theme.accent, 0.18f) : look.theme.raised}};
    if (ImGui::Button("Launch###launch_drawer")) toggle_launch(shell);
    explain(look, "Opens and closes the launch panel (Ctrl+L)");
    if (right - launch - gap - run < middle_begin) return right - launch;
    ImGui::SetCursorPos({right - launch - gap - run, frame_y});
    if (quiet_button(look, "Run###run_now", !shell.bench.draft.run_on.empty())) shell.bench.post(ask::Run{});
    explain(look, "Runs the kernel on the chosen devices (F5)");
    return right - launch - gap - run;
}

// Draws from the right edge leftwards and returns where the free middle ends.
float right_side(Shell& shell, float middle_begin, float width) {
    const Look& look = shell.bench.look;
    const float gap = look.px(16);
    DeviceWords words = device_words(shell);
    auto chip_width = [&](const std::string& text) {
        return look.px(24 + 9 + 8) + look.fonts.regular->CalcTextSizeA(look.px(14), 1e9f, 0, text.c_str()).x;
    };
    const bool drawer = has_launch_drawer(shell) && shell.bench.lesson != nullptr;
    const float buttons = drawer ? button_width("Launch") + button_width("Run") + look.px(6) : layout_buttons_width(look);
    if (middle_begin + buttons + chip_width(words.text) + 3 * gap > width)
        words.text = words.text.starts_with("Emulator") ? "Emulator" : "GPU";
    const bool with_buttons = middle_begin + buttons + chip_width(words.text) + 3 * gap <= width;
    float x = width - gap - chip_width(words.text);
    const float frame_y = std::round((look.px(kTopBarHeight) - ImGui::GetFontSize() - 2 * look.px(6)) / 2);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(look.px(10), look.px(6)));
    // A menu bar puts every item on its first line; these are placed by hand.
    ImGuiLayoutType& layout = ImGui::GetCurrentWindow()->DC.LayoutType;
    const ImGuiLayoutType menu_layout = std::exchange(layout, ImGuiLayoutType_Vertical);
    // the buttons of a drawer come before the device's name
    if (drawer && !with_buttons) x = width;
    if (x > middle_begin && x < width) {
        ImGui::SetCursorPos({x, frame_y});
        if (chip(look, "devices", words.text, words.dot)) shell.state.devices_open = true;
        explain(look, "What can run kernels here. Click for details.");
    }
    if (drawer) {
        x = launch_buttons(shell, x - (x < width ? gap : look.px(8)), middle_begin, frame_y);
    } else if (with_buttons) {
        x -= gap + buttons;
        ImGui::SetCursorPos({x, frame_y});
        layout_buttons(shell);
    }
    ImGui::PopStyleVar();
    layout = menu_layout;
    return x - gap;
}

}  // namespace

float top_bar(Shell& shell) {
    const Look& look = shell.bench.look;
    const float height = look.px(kTopBarHeight);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    // A menu bar takes its height from the frame padding.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(look.px(8), (height - ImGui::GetFontSize()) / 2));
    const bool open =
        ImGui::BeginViewportSideBar("###top_bar", ImGui::GetMainViewport(), ImGuiDir_Up, height,
                                    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoSavedSettings);
    if (open && ImGui::BeginMenuBar()) {
        const float width = ImGui::GetWindowWidth();
        logo(look, width / look.scale > 760);
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(look.px(10), look.px(6)));
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(8), look.px(8)));
        menus(shell);
        ImGui::PopStyleVar(2);
        const float middle_begin = ImGui::GetCursorPosX() + look.px(12);
        const float middle_end = right_side(shell, middle_begin, width);
        for (const std::string& path : breadcrumbs(shell.bench)) {
            const float text_width = ImGui::CalcTextSize(path.c_str()).x;
            if (text_width >= middle_end - middle_begin) continue;
            const ImVec2 at = ImGui::GetWindowPos();
            const float x = std::min((middle_begin + middle_end - text_width) / 2, middle_end - text_width);
            ImGui::GetWindowDrawList()->AddText({std::round(at.x + x), std::round(at.y + (height - ImGui::GetFontSize()) / 2)},
                                                look.theme.muted, path.c_str());
            break;
        }
        ImGui::EndMenuBar();
    }
    const ImVec2 at = ImGui::GetWindowPos();
    ImGui::GetWindowDrawList()->AddLine({at.x, at.y + height - 1}, {at.x + ImGui::GetWindowWidth(), at.y + height - 1},
                                        look.theme.line);
    ImGui::End();
    ImGui::PopStyleVar(2);
    return height;
}

void devices_popup(Shell& shell) {
    const Workbench& bench = shell.bench;
    const Look& look = bench.look;
    if (!shell.state.devices_open) return;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.GetCenter(), ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(look.px(560), viewport.Size.x * 0.9f), 0});
    if (begin_overlay(look, "Devices###devices", &shell.state.devices_open)) {
        for (const DeviceInfo& device : bench.devices.present) {
            section_label(look, device.name.c_str());
            if (device.properties.empty()) muted_text(look, "Runs the lessons' CPU routines");
            for (const auto& [key, value] : device.properties) {
                std::string words = sentence(key);  // "compute_capability"
                std::ranges::replace(words, '_', ' ');
                key_value(look, words, value);
            }
        }
        if (!bench.devices.cuda_missing.empty()) {
            section_label(look, "NVIDIA GPU");
            const std::string why = sentence(bench.devices.cuda_missing);
            text_in(look, look.theme.text, why.ends_with('.') ? why : why + ".");
            muted_text(look, "The emulator runs the same kernels and counts what they do. It never shows a GPU's time.");
        }
    }
    ImGui::End();
}

}  // namespace warpwise::ui
