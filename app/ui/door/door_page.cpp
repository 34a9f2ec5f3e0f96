#include "ui/door/door_page.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "ui/door/continue_card.h"
#include "ui/door/course_map_view.h"
#include "ui/door/file_drop.h"
#include "ui/door/live_tiles.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

// Unscaled.
constexpr float kLowPage = 560;  // unscaled: below the tiles the card to go on has no room
constexpr float kWidest = 1320, kTwoColumns = 900, kEdge = 40, kNarrowEdge = 20, kBetween = 56, kFilesBeside = 470;
constexpr float kLeftShare = 0.56f;

void page_title(const Look& look) {
    {
        const FontScope font(look.fonts.semibold, look.px(25));
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted("See how GPUs compute");
        ImGui::PopTextWrapPos();
    }
    text_in(look, look.theme.muted, "Run a kernel, watch every thread, and find out what makes it fast or slow.");
    ImGui::Dummy({0, look.px(10)});
}

void gap_below(const Look& look) { ImGui::Dummy({0, look.px(12)}); }

// Where there is room, the recent files stand beside the zone that files are dropped on.
bool files_part(Workbench& bench) {
    const Look& look = bench.look;
    const float width = ImGui::GetContentRegionAvail().x;
    if (width < look.px(kFilesBeside)) {
        const bool asked = file_drop(bench);
        gap_below(look);
        recent_files(bench);
        return asked;
    }
    const ImGuiChildFlags flags = ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_NavFlattened;
    ImGui::BeginChild("drop", {std::round(width * 0.45f), 0}, flags);
    const bool asked = file_drop(bench);
    ImGui::EndChild();
    ImGui::SameLine(0, look.px(24));
    ImGui::BeginChild("recent", {0, 0}, flags);
    recent_files(bench);
    ImGui::EndChild();
    return asked;
}

// "Emulator and CPU; no NVIDIA GPU."
std::string devices_text(const Workbench& bench) {
    if (bench.devices.present.empty()) return "Looking for devices.";
    const DeviceInfo* gpu = nullptr;
    int gpus = 0;
    for (const DeviceInfo& device : bench.devices.present)
        if (traits_of(device.kind).is_gpu && gpus++ == 0) gpu = &device;
    if (gpu == nullptr) return "Emulator and CPU; no NVIDIA GPU here.";
    return (gpus > 1 ? std::to_string(gpus) + " GPUs (" + gpu->name + ")" : gpu->name) + ", emulator and CPU.";
}

bool devices_line(const Workbench& bench) {
    const Look& look = bench.look;
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImU32 dot = bench.devices.present.empty() ? look.theme.muted : look.theme.good;
    const float middle = at.y + ImGui::GetStyle().FramePadding.y + ImGui::GetTextLineHeight() / 2;  // of the text
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + look.px(6), middle}, look.px(4.5f), dot);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(22));
    ImGui::AlignTextToFramePadding();
    ImGui::SetCursorScreenPos({at.x + look.px(22), at.y});
    ImGui::TextColored(to_vec4(look.theme.muted), "%s", devices_text(bench).c_str());
    ImGui::SameLine(0, look.px(10));
    const bool asked = ImGui::TextLink("Details###door_devices");
    explain(look, "What can run kernels here");
    return asked;
}

// The part of the page that is not the map. In a low page what one came for, to go on, stands first: the tiles take its height.
void first_part(Workbench& bench, bool is_low) {
    page_title(bench.look);
    if (is_low) {
        continue_card(bench);
        gap_below(bench.look);
    }
    live_tiles(bench, ImGui::GetContentRegionAvail().x);
    if (is_low) return;
    gap_below(bench.look);
    continue_card(bench);
}

DoorAsked last_part(Workbench& bench) {
    DoorAsked asked;
    asked.for_file = files_part(bench);
    gap_below(bench.look);
    asked.for_devices = devices_line(bench);
    return asked;
}

DoorAsked two_columns(Workbench& bench, float width) {
    const Look& look = bench.look;
    const ImGuiChildFlags flags = ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_NavFlattened;
    const float left = std::round((width - look.px(kBetween)) * kLeftShare);
    const ImVec2 top = ImGui::GetCursorScreenPos();
    ImGui::BeginChild("start", {left, 0}, flags);
    first_part(bench, false);
    gap_below(look);
    const DoorAsked asked = last_part(bench);
    ImGui::EndChild();
    float bottom = ImGui::GetItemRectMax().y;
    ImGui::SameLine(0, look.px(kBetween));
    ImGui::BeginChild("course", {0, 0}, flags);
    course_map_view(bench);
    ImGui::EndChild();
    bottom = std::max(bottom, ImGui::GetItemRectMax().y);
    const float x = std::round(top.x + left + look.px(kBetween) / 2);
    ImGui::GetWindowDrawList()->AddLine({x, top.y}, {x, bottom}, look.theme.line);
    return asked;
}

DoorAsked one_column(Workbench& bench) {
    const ImGuiChildFlags flags = ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_NavFlattened;
    const bool is_low = ImGui::GetMainViewport()->WorkSize.y < bench.look.px(kLowPage);
    ImGui::BeginChild("start", {0, 0}, flags);
    first_part(bench, is_low);
    ImGui::EndChild();
    gap_below(bench.look);
    ImGui::BeginChild("course", {0, 0}, flags);
    course_map_view(bench);
    ImGui::EndChild();
    gap_below(bench.look);
    ImGui::BeginChild("files", {0, 0}, flags);
    const DoorAsked asked = last_part(bench);
    ImGui::EndChild();
    return asked;
}

}  // namespace

DoorAsked door_page(Workbench& bench) {
    const Look& look = bench.look;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const bool two = room.x >= look.px(kTwoColumns);
    const float edge = look.px(two ? kEdge : kNarrowEdge), width = std::min(room.x - 2 * edge, look.px(kWidest));
    ImGui::SetCursorPos({std::round((ImGui::GetWindowWidth() - width) / 2), look.px(two ? 20 : 14)});
    ImGui::BeginChild("page", {width, 0}, ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_NavFlattened);
    const DoorAsked asked = two ? two_columns(bench, width) : one_column(bench);
    ImGui::EndChild();
    ImGui::Dummy({0, look.px(12)});
    return asked;
}

}  // namespace warpwise::ui
