#include "ui/file/program_launches.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/fault.h"
#include "base/number_text.h"
#include "experiment/file/kept_launch.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kMostRows = 1000;
constexpr float kListHeight = 190;  // unscaled; a longer list scrolls

double counter(const ProgramLaunch& launch, const char* name) {
    const auto found = launch.counters.find(name);
    return found == launch.counters.end() ? 0 : found->second;
}

std::string sectors_per_request(const ProgramLaunch& launch) {
    const double requests = counter(launch, "global_load_requests");
    return requests > 0 ? fmt::format("{:.1f}", counter(launch, "global_load_sectors") / requests) : "-";
}

void row_of(Workbench& bench, const OpenedFile& opened, ProgramState& state, const ProgramLaunch& launch, std::size_t place) {
    const Look& look = bench.look;
    const auto right = [](const std::string& text) {
        ImGui::TableNextColumn();
        const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
        if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
        ImGui::TextUnformatted(text.c_str());
    };
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const ColourScope colours{{ImGuiCol_Text, launch.fault ? look.theme.bad : look.theme.text}};
    const std::string label = fmt::format("{0}###launch_{0}", place + 1);
    if (ImGui::Selectable(label.c_str(), state.chosen == place,
                          ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick)) {
        if (state.chosen != place) state.open_problem.clear();
        state.chosen = place;
        if (launch.line > 0 && std::filesystem::path(launch.file).filename() == opened.file.path.filename())
            bench.post(ask::ShowSourceLine{launch.line});
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) bench.post(ask::OpenProgramLaunch{place});
    }
    if (state.chosen == place && std::exchange(state.scrolled_to, place) != place && !ImGui::IsItemVisible())
        ImGui::SetScrollHereY();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(launch.kernel.c_str());
    if (launch.fault) explain(look, launch.fault->message);
    right(launch.line > 0 ? std::to_string(launch.line) : "-");
    right(extents_text(launch.shape.grid));
    right(extents_text(launch.shape.block));
    right(with_separators(launch.warp_instructions));
    right(sectors_per_request(launch));
}

void list(Workbench& bench, const OpenedFile& opened, ProgramState& state, const ProgramReport& report) {
    const Look& look = bench.look;
    const std::size_t rows = std::min(report.launches.size(), kMostRows);
    const float row = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
    const float wanted = row * static_cast<float>(rows + 1) + look.px(2);
    const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_ScrollY |
                                  ImGuiTableFlags_ScrollX | ImGuiTableFlags_BordersInnerH;
    if (!ImGui::BeginTable("launches", 7, flags, {0, std::min(wanted + ImGui::GetStyle().ScrollbarSize, look.px(kListHeight))}))
        return;
    ImGui::TableSetupScrollFreeze(0, 1);
    for (const char* title : {"#", "Kernel", "Line", "Grid", "Block", "Warp instructions", "Sectors per request"})
        ImGui::TableSetupColumn(title);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows));
    if (state.chosen != state.scrolled_to && state.chosen < rows) clipper.IncludeItemByIndex(static_cast<int>(state.chosen));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const IdScope id(i);
            row_of(bench, opened, state, report.launches[static_cast<std::size_t>(i)], static_cast<std::size_t>(i));
        }
    ImGui::EndTable();
    if (report.launch_count() > rows) muted_text(look, fmt::format("and {} more", report.launch_count() - rows));
}

void facts(const Look& look, const ProgramLaunch& launch) {
    std::string line = fmt::format("{} threads", with_separators(launch.shape.thread_count()));
    if (const std::uint64_t shared = std::uint64_t{launch.static_shared_bytes} + launch.shape.dynamic_shared_bytes; shared > 0)
        line += fmt::format(" \u00b7 {} bytes of shared memory per block", with_separators(shared));
    if (const double conflicts = counter(launch, "shared_load_bank_conflicts") + counter(launch, "shared_store_bank_conflicts");
        conflicts > 0)
        line += fmt::format(" \u00b7 {} bank conflicts", with_separators(static_cast<std::uint64_t>(conflicts)));
    muted_text(look, line);
    if (launch.fault) {
        text_in(look, look.theme.bad, sentence(launch.fault->message));
        if (!launch.fault->hint.empty()) muted_text(look, launch.fault->hint);
    }
    if (launch.repeats)
        muted_text(
            look,
            fmt::format("This launch had the same arguments and memory contents as launch {}, so it was not run. Its results and "
                        "counts are those of launch {}.",
                        *launch.repeats + 1, *launch.repeats + 1));
    for (const std::string& warning : launch.warnings) muted_text(look, sentence(warning));
}

void buttons(Workbench& bench, const OpenedFile& opened, ProgramState& state, const ProgramLaunch& launch) {
    const Look& look = bench.look;
    if (state.opening.running.valid()) {
        if (quiet_button(look, "Stop###open_launch")) bench.post(ask::StopProgram{});
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        return muted_text(look, fmt::format("Running the program up to launch {} ...", state.opening.launch + 1));
    }
    const bool can_open = kernel_of_launch(opened.file.kernels, launch.kernel) != nullptr,
               is_open = state.opened_launch == state.chosen;
    constexpr const char* what =
        "Runs the program once more, up to this launch, and takes its arguments and arrays as they are then. All views and the "
        "debugger then show this launch.";
    constexpr const char* missing = "Its kernel is not in the file's own text: one of a header or a macro cannot be opened.";
    if (is_open) text_in(look, look.theme.good, "This launch is open.");
    if (primary_button(look, is_open ? "Open it again###open_launch" : "Open this launch###open_launch", nullptr, 0, can_open))
        bench.post(ask::OpenProgramLaunch{state.chosen});
    explain(look, can_open ? what : missing);
    ImGui::SameLine();
    centre_on_button();
    if (quiet_button(look, launch.fault ? "Debug before the fault###debug_launch" : "Debug it###debug_launch", can_open))
        bench.post(ask::OpenProgramLaunch{state.chosen, true});
    explain(look, can_open ? "Opens it, and its first block in the debugger: step forwards and back" : missing);
    if (!can_open) muted_text(look, missing);
    if (!state.open_problem.empty()) text_in(look, is_open ? look.theme.warn : look.theme.bad, sentence(state.open_problem));
}

}  // namespace

void centre_on_button() {
    const float spare = ImGui::GetItemRectSize().y - ImGui::GetFrameHeight();
    if (spare > 0) ImGui::SetCursorPosY(ImGui::GetCursorPosY() + spare / 2);
}

void program_launches(Workbench& bench, const OpenedFile& opened, ProgramState& state, const ProgramReport& report) {
    const Look& look = bench.look;
    section_label(look, fmt::format("Launches ({})", report.launch_count()).c_str());
    if (report.launches.empty()) return muted_text(look, "The program launched no kernel.");
    list(bench, opened, state, report);
    if (state.chosen >= report.launches.size())
        return muted_text(look, "Click a launch to see more of it, and to open it in the views and in the debugger.");
    const ProgramLaunch& launch = report.launches[state.chosen];
    const Card card(look, "chosen_launch", look.theme.raised, launch.fault ? look.theme.bad : look.theme.accent);
    mono_text(look, fmt::format("Launch {}: {}", state.chosen + 1, launch.kernel));
    facts(look, launch);
    buttons(bench, opened, state, launch);
}

}  // namespace warpwise::ui
