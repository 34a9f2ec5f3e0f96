#include "ui/file/program_launches.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "base/fault.h"
#include "base/number_text.h"
#include "experiment/file/kept_launch.h"
#include "ui/file/program_sources.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kMostRows = 1000;
constexpr float kListHeight = 190, kLeastKernel = 96;  // unscaled; a longer list scrolls

double counter(const ProgramLaunch& launch, const char* name) {
    const auto found = launch.counters.find(name);
    return found == launch.counters.end() ? 0 : found->second;
}

std::string sectors_per_request(const ProgramLaunch& launch) {
    const double requests = counter(launch, "global_load_requests");
    return requests > 0 ? fmt::format("{:.1f}", counter(launch, "global_load_sectors") / requests) : "-";
}

// Titles as short as their numbers allow.
struct Column {
    const char *title, *help;
    std::string (*text)(const ProgramLaunch&, std::size_t place);
};
constexpr int kKernelColumn = 1, kLeastColumns = 3;
const Column kColumns[] = {
    {"#", "The launch, in the order of the program",
     [](const ProgramLaunch&, std::size_t place) { return std::to_string(place + 1); }},
    {"Kernel", "", [](const ProgramLaunch& launch, std::size_t) { return launch.kernel; }},
    {"Line", "The line of the launch in the file",
     [](const ProgramLaunch& launch, std::size_t) { return launch.line > 0 ? std::to_string(launch.line) : std::string("-"); }},
    {"Grid", "Blocks along x, y and z", [](const ProgramLaunch& launch, std::size_t) { return extents_text(launch.shape.grid); }},
    {"Block", "Threads per block along x, y and z",
     [](const ProgramLaunch& launch, std::size_t) { return extents_text(launch.shape.block); }},
    {"Warp instr.", "Warp instructions: what all warps of the launch executed",
     [](const ProgramLaunch& launch, std::size_t) { return with_separators(launch.warp_instructions); }},
    {"Sectors/req.",
     "Sectors of 32 bytes per request that loads global memory: 4 where neighbours load neighbouring 4-byte elements",
     [](const ProgramLaunch& launch, std::size_t) { return sectors_per_request(launch); }}};

// The columns that fit beside a kernel's name that can be read, and how wide they are: whole columns only, none is cut. What is
// left out stands below, with the chosen launch.
struct ColumnWidths {
    std::array<float, std::size(kColumns)> width{};
    int shown = 0;
};
ColumnWidths widths_of(const Look& look, const ProgramReport& report, std::size_t rows, float room) {
    constexpr std::size_t most_measured = 200;
    ColumnWidths widths;
    const float padding = 2 * ImGui::GetStyle().CellPadding.x;
    room -= ImGui::GetStyle().ScrollbarSize;
    for (std::size_t i = 0; i < std::size(kColumns); ++i) {
        float& width = widths.width[i] = ImGui::CalcTextSize(kColumns[i].title).x;
        for (std::size_t row = 0; i != kKernelColumn && row < std::min(rows, most_measured); ++row)
            width = std::max(width, ImGui::CalcTextSize(kColumns[i].text(report.launches[row], row).c_str()).x);
        if (i == kKernelColumn) width = look.px(kLeastKernel);
        width = std::ceil(width) + 1;
        if ((room -= width + padding) < 0 && widths.shown >= kLeastColumns) return widths;
        ++widths.shown;
    }
    return widths;
}

// Cut where it is too long; the whole text is then in the tooltip.
void kernel_name(const Look& look, const ProgramLaunch& launch) {
    const char* const name = launch.kernel.c_str();
    const ImVec2 size = ImGui::CalcTextSize(name), at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    if (size.x <= room) {
        ImGui::TextUnformatted(name);
    } else {
        ImGui::Dummy({room, size.y});
        ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), at, {at.x + room, at.y + size.y}, at.x + room, name, nullptr, &size);
    }
    if (launch.fault)
        explain(look, launch.fault->message);
    else if (size.x > room)
        explain(look, launch.kernel);
}

void row_of(Workbench& bench, const OpenedFile& opened, ProgramState& state, const ProgramLaunch& launch, std::size_t place,
            int columns) {
    const Look& look = bench.look;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const ColourScope colours{{ImGuiCol_Text, launch.fault ? look.theme.bad : look.theme.text}};
    const std::string label = fmt::format("{0}###launch_{0}", place + 1);
    if (ImGui::Selectable(label.c_str(), state.chosen == place,
                          ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick)) {
        if (state.chosen != place) state.open_problem.clear();
        state.chosen = place;
        if (launch.line > 0 && can_show(state, opened, launch.file)) show_line_of(bench, opened, launch.file, launch.line);
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) bench.post(ask::OpenProgramLaunch{place});
    }
    if (state.chosen == place && std::exchange(state.scrolled_to, place) != place && !ImGui::IsItemVisible())
        ImGui::SetScrollHereY();
    ImGui::TableNextColumn();
    kernel_name(look, launch);
    for (int column = kKernelColumn + 1; column < columns; ++column) {
        ImGui::TableNextColumn();
        const std::string text = kColumns[column].text(launch, place);
        const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
        if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
        ImGui::TextUnformatted(text.c_str());
    }
}

void headers(const Look& look, int columns) {
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (int i = 0; i < columns; ++i) {
        if (!ImGui::TableSetColumnIndex(i)) continue;
        ImGui::TableHeader(kColumns[i].title);
        explain(look, kColumns[i].help);
    }
}

void list(Workbench& bench, const OpenedFile& opened, ProgramState& state, const ProgramReport& report) {
    const Look& look = bench.look;
    const std::size_t rows = std::min(report.launches.size(), kMostRows);
    const float row = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
    const float wanted = row * static_cast<float>(rows + 1) + look.px(2);
    const ColumnWidths widths = widths_of(look, report, rows, ImGui::GetContentRegionAvail().x);
    const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_ScrollY |
                                  ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_BordersInnerH;
    const IdScope of_columns(widths.shown);  // a table of other columns is another table
    if (!ImGui::BeginTable("launches", widths.shown, flags, {0, std::min(wanted, look.px(kListHeight))})) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    for (int i = 0; i < widths.shown; ++i) {
        const bool stretches = i == kKernelColumn;
        ImGui::TableSetupColumn(
            kColumns[i].title,
            ImGuiTableColumnFlags_NoResize | (stretches ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed),
            stretches ? 1.0f : widths.width[static_cast<std::size_t>(i)]);
    }
    headers(look, widths.shown);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows));
    if (state.chosen != state.scrolled_to && state.chosen < rows) clipper.IncludeItemByIndex(static_cast<int>(state.chosen));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const IdScope id(i);
            row_of(bench, opened, state, report.launches[static_cast<std::size_t>(i)], static_cast<std::size_t>(i), widths.shown);
        }
    ImGui::EndTable();
    if (report.launch_count() > rows) muted_text(look, fmt::format("and {} more", report.launch_count() - rows));
}

void facts(const Look& look, const ProgramLaunch& launch) {
    std::string line =
        fmt::format("{} threads, grid {}, block {} \u00b7 {} warp instructions, {} sectors per request",
                    with_separators(launch.shape.thread_count()), extents_text(launch.shape.grid), extents_text(launch.shape.block),
                    with_separators(launch.warp_instructions), sectors_per_request(launch));
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
