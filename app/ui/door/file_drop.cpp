#include "ui/door/file_drop.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/recent_files.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

constexpr double kBetweenLooks = 2;  // s
constexpr float kDropHeight = 166, kRowHeight = 34;
constexpr const char* kFileIcon = "\xef\x87\x89";  // a page with code, of Fork Awesome

// What the disk says of the files; asked on another thread, since a folder may lie on a network that does not answer.
struct FilesOnDisk {
    std::vector<fs::path> paths;
    std::vector<std::optional<std::int64_t>> changed;  // of `paths`; empty: not known yet
    std::vector<std::string> names;
    std::vector<fs::path> asked;
    double asked_s = -kBetweenLooks;
    std::future<std::vector<std::optional<std::int64_t>>> looking;
};

void look_at_files(Workbench& bench, FilesOnDisk& state) {
    using namespace std::chrono_literals;
    std::vector<fs::path> paths;
    for (const RecentFile& file : bench.state<RecentFiles>().files) paths.push_back(file.path);
    if (paths != state.paths) {
        state.paths = paths;
        state.names = names_apart(paths);
        state.changed.clear();
        state.asked_s = -kBetweenLooks;
    }
    if (state.looking.valid()) {
        if (state.looking.wait_for(0s) != std::future_status::ready) return;
        auto found = state.looking.get();
        if (state.asked == state.paths) state.changed = std::move(found);
    }
    if (paths.empty() || ImGui::GetTime() - state.asked_s < kBetweenLooks) return;
    state.asked_s = ImGui::GetTime();
    state.asked = paths;
    state.looking = std::async(std::launch::async, [paths] {
        std::vector<std::optional<std::int64_t>> changed;
        for (const fs::path& path : paths) changed.push_back(changed_at(path));
        return changed;
    });
}

void dashed_frame(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 colour, float dash, float thick) {
    const auto line = [&](ImVec2 from, ImVec2 to) {
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        const int count = std::max(1, static_cast<int>(length / (2 * dash)));
        for (int i = 0; i < count; ++i) {
            const float a = (static_cast<float>(i) + 0.25f) / static_cast<float>(count), b = a + 0.5f / static_cast<float>(count);
            list.AddLine({from.x + (to.x - from.x) * a, from.y + (to.y - from.y) * a},
                         {from.x + (to.x - from.x) * b, from.y + (to.y - from.y) * b}, colour, thick);
        }
    };
    line(min, {max.x, min.y});
    line({max.x, min.y}, max);
    line({min.x, max.y}, max);
    line(min, {min.x, max.y});
}

void centred_line(const Look& look, float left, float width, ImU32 colour, const char* text) {
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    ImGui::SetCursorScreenPos({std::round(left + (width - ImGui::CalcTextSize(text).x) / 2), ImGui::GetCursorScreenPos().y});
    ImGui::TextColored(to_vec4(colour), "%s", text);
}

struct Sign {
    const char* icon;
    ImU32 colour;
};
Sign sign_of(const Look& look, RecentTone tone) {
    constexpr const char* clock = "\xef\x80\x97";
    switch (tone) {
        case RecentTone::good: return {icon::kCheck, look.theme.good};
        case RecentTone::wrong: return {icon::kCross, look.theme.bad};
        case RecentTone::changed: return {clock, look.theme.warn};
        case RecentTone::none: break;
    }
    return {"", look.theme.muted};
}

void file_row(Workbench& bench, std::size_t place, const RecentFile& file, const std::string& name,
              const std::optional<RecentVerdict>& verdict) {
    const Look& look = bench.look;
    const float height = look.px(kRowHeight), width = ImGui::GetContentRegionAvail().x, small = look.px(Fonts::kSmall);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    const bool pressed = ImGui::Selectable(fmt::format("###recent_{}", place).c_str(), false, 0, {width, height - 1});
    ImGui::PopStyleVar();
    if (pressed) bench.post(ask::OpenCudaFile{file.path});
    explain(look, file.path.string());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = at.y + (height - small * 1.25f) / 2;
    float right = at.x + width - look.px(4);
    if (verdict) {
        const Sign sign = sign_of(look, verdict->tone);
        put_text(list, look.fonts.regular, small, {right, y}, look.theme.muted, verdict->text, 1);
        right -= text_width(look.fonts.regular, small, verdict->text) + look.px(10);
        put_text(list, look.fonts.icons_in_regular, look.px(14), {right, y}, sign.colour, sign.icon, 1);
        if (*sign.icon != '\0') right -= look.px(22);
    }
    const bool is_missing = verdict && verdict->text == "missing";
    put_text_cut(list, look.fonts.mono, small, {at.x + look.px(2), y}, is_missing ? look.theme.muted : look.theme.text, name,
                 right - at.x - look.px(4));
    list.AddLine({at.x, at.y + height - 1}, {at.x + width, at.y + height - 1}, look.theme.line);
    ImGui::LogText("%s  %s", name.c_str(), verdict ? verdict->text.c_str() : "");  // drawn by hand, so logged by hand
}

}  // namespace

bool file_drop(Workbench& bench) {
    const Look& look = bench.look;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = look.px(kDropHeight);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + height}, mix(look.theme.panel, look.theme.raised, 0.5f), look.px(6));
    dashed_frame(list, at, {at.x + width, at.y + height}, mix(look.theme.line, look.theme.muted, 0.7f), look.px(4),
                 std::max(1.0f, look.px(1.2f)));
    put_text(list, look.fonts.icons_in_regular, look.px(30), {at.x + width / 2, at.y + look.px(18)}, look.theme.muted, kFileIcon,
             0.5f);
    const char* const label = "Open a .cu file...###door_open_file";
    const float button = ImGui::CalcTextSize("Open a .cu file...").x + look.px(34);
    ImGui::SetCursorScreenPos({std::round(at.x + (width - button) / 2), std::round(at.y + look.px(64))});
    const bool asked = ImGui::Button(label, {button, look.px(34)});
    explain(look, "Lists its kernels, and runs its main() in the emulator if you ask for that (Ctrl+O)");
    ImGui::SetCursorScreenPos({at.x, at.y + look.px(108)});
    centred_line(look, at.x, width, look.theme.muted, "or drop it here");
    ImGui::SetCursorScreenPos({at.x, at.y + look.px(131)});
    centred_line(look, at.x, width, look.theme.muted, "No GPU needed");
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, height});
    return asked;
}

void recent_files(Workbench& bench) {
    const Look& look = bench.look;
    FilesOnDisk& state = bench.state<FilesOnDisk>();
    look_at_files(bench, state);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kSmall));
        ImGui::TextColored(to_vec4(look.theme.muted), "Recent files");
    }
    const auto& files = bench.state<RecentFiles>().files;
    if (files.empty()) muted_text(look, "CUDA files that you open are listed here, with the mistakes that their last run found.");
    for (std::size_t i = 0; i < files.size() && i < state.names.size(); ++i) {
        std::optional<RecentVerdict> verdict;
        if (i < state.changed.size()) verdict = verdict_of(files[i], state.changed[i]);
        file_row(bench, i, files[i], state.names[i], verdict);
    }
}

}  // namespace warpwise::ui
