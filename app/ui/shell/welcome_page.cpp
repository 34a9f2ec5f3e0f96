// The first thing a newcomer sees: what this is, what can run kernels here, where to start.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "ui/kit/widgets.h"
#include "ui/lesson/course_list.h"
#include "ui/shell/shell.h"

namespace warpwise::ui {
namespace {

void what_this_is(const Look& look) {
    {
        const FontScope font(look.fonts.semibold, look.px(30));
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted("See how GPUs compute");
        ImGui::PopTextWrapPos();
    }
    text_in(
        look, look.theme.text,
        "Warpwise runs real CUDA C++ kernels and shows what every thread does. Choose a lesson, predict what will happen, change "
        "the block size, run it, and compare the GPU with the CPU.");
}

void start_buttons(Workbench& bench) {
    const Look& look = bench.look;
    const Lesson* next = lesson_to_continue(bench);
    if (next == nullptr) return;
    const bool again = !bench.settings.last_lesson.empty();
    const std::string label = fmt::format("{}: {}", again ? "Continue" : "Start", next->title);
    ImGui::Dummy({0, look.px(4)});
    if (primary_button(look, label.c_str())) bench.post(ask::OpenLesson{next->id});
    if (again && !bench.lessons.course.lessons.empty() && next != &bench.lessons.course.lessons.front()) {
        const std::string first = "First lesson";
        ImGui::SameLine();
        if (ImGui::Button(first.c_str(), {0, ImGui::GetFrameHeight() + look.px(6)}))
            bench.post(ask::OpenLesson{bench.lessons.course.lessons.front().id});
    }
}

void device_row(const Look& look, ImU32 dot, const std::string& name, const std::string& what) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + look.px(6), at.y + ImGui::GetTextLineHeight() / 2}, look.px(4.5f), dot);
    ImGui::Indent(look.px(22));
    text_in(look, look.theme.text, name);
    muted_text(look, what);
    ImGui::Unindent(look.px(22));
}

void devices_here(const Workbench& bench) {
    const Look& look = bench.look;
    section_label(look, "What can run kernels here");
    if (bench.devices.present.empty()) {
        device_row(look, look.theme.muted, "Looking for devices", "The emulator is always there.");
        return;
    }
    for (const DeviceInfo& device : bench.devices.present) {
        const std::string_view what = traits_of(device.kind).welcome;
        if (!what.empty()) device_row(look, look.theme.good, full_name_of(device), std::string(what));
    }
    if (!bench.devices.cuda_missing.empty())
        device_row(look, look.theme.warn, "No NVIDIA GPU",
                   sentence(bench.devices.cuda_missing) + ". Lessons show recorded times instead, marked as such.");
}

}  // namespace

void welcome_page(Workbench& bench) {
    const Look& look = bench.look;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float width = std::min(room.x, look.px(1040));
    const bool two_columns = width >= look.px(760);
    ImGui::SetCursorPos(
        {std::round((ImGui::GetWindowWidth() - width) / 2), std::round(std::max(look.px(16), (room.y - look.px(620)) / 2))});
    ImGui::BeginChild("welcome", {width, 0}, ImGuiChildFlags_NavFlattened);
    const float gap = look.px(48), left = two_columns ? std::round((width - gap) * 0.54f) : width;
    ImGui::BeginChild("start", {left, 0}, ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_NavFlattened);
    what_this_is(look);
    start_buttons(bench);
    devices_here(bench);
    ImGui::EndChild();
    if (two_columns) ImGui::SameLine(0, gap);
    ImGui::BeginChild("course", {0, 0}, ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_NavFlattened);
    course_list(bench);
    ImGui::EndChild();
    ImGui::EndChild();
}

}  // namespace warpwise::ui
