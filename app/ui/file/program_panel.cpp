// main() of a CUDA file that was opened: what is wrong with it, what it launched, what it printed.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <string>

#include "base/fault.h"
#include "base/number_text.h"
#include "ui/file/file_state.h"
#include "ui/file/panels.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {
namespace {

constexpr float output_height = 140;  // unscaled
constexpr std::size_t most_shown_output = 100'000, most_rows = 1000;

void run_row(Workbench& bench, ProgramState& state) {
    const Look& look = bench.look;
    const bool runs = state.running.valid();
    if (runs) {
        if (quiet_button(look, "Stop###run_program")) bench.post(ask::StopProgram{});
        ImGui::SameLine();
        muted_text(look, "Running ...");
    } else {
        if (primary_button(look, "Run the program###run_program")) bench.post(ask::RunProgram{});
        ImGui::SameLine();
        ImGui::SetNextItemWidth(-1);
        ImGui::InputTextWithHint("##program_arguments", "Its arguments", &state.arguments);
    }
    muted_text(
        look,
        "Compiles the file as it is on the disk and runs its main() with your rights, as nvcc and a GPU would. Run only what you "
        "trust.");
}

bool is_of_file(const OpenedFile& opened, const std::string& file) {
    return std::filesystem::path(file).filename() == opened.file.path.filename();
}

// A row with a line of the text: a click shows it.
void place_row(Workbench& bench, const OpenedFile& opened, const std::string& text, const std::string& file, int line,
               ImU32 colour) {
    const bool leads_somewhere = line > 0 && is_of_file(opened, file);
    const ColourScope colours{{ImGuiCol_Text, colour}};
    const std::string where = line > 0 ? fmt::format("{}:{}: ", std::filesystem::path(file).filename().string(), line) : "";
    if (ImGui::Selectable(fmt::format("{}{}###place", where, text).c_str(), false,
                          leads_somewhere ? ImGuiSelectableFlags_None : ImGuiSelectableFlags_Disabled))
        bench.post(ask::ShowSourceLine{line});
}

void findings(Workbench& bench, const OpenedFile& opened, const ProgramReport& report) {
    const Look& look = bench.look;
    int row = 0;
    for (const Diagnostic& one : report.diagnostics) {
        if (one.severity != Severity::error) continue;
        const IdScope id(row++);
        place_row(bench, opened, one.message, one.file, one.line, look.theme.bad);
        if (!one.hint.empty()) muted_text(look, one.hint);
    }
    if (report.findings.empty() && report.diagnostics.empty())
        muted_text(look, fmt::format("No mistake was found. Exit code {}.", report.exit_code));
    for (const ProgramFinding& finding : report.findings) {
        const IdScope id(row++);
        place_row(bench, opened, fmt::format("{}: {}", finding.kind, finding.message), finding.file, finding.line, look.theme.bad);
        if (!finding.hint.empty()) muted_text(look, finding.hint);
        if (static_cast<std::size_t>(row) > most_rows) break;
    }
}

// "add<float>" and "mine::add(float*, int)" are launches of add.
std::string plain_name(std::string name) {
    name.erase(std::min(name.find_first_of("<("), name.size()));
    if (const std::size_t colons = name.rfind("::"); colons != std::string::npos) name.erase(0, colons + 2);
    return name;
}

const KernelSpec* kernel_of(const Workbench& bench, const ProgramLaunch& launch) {
    for (const KernelSpec& spec : bench.lesson->kernels)
        if (plain_name(spec.title) == plain_name(launch.kernel)) return &spec;
    return nullptr;
}

void launches(Workbench& bench, const ProgramReport& report) {
    const Look& look = bench.look;
    section_label(look, fmt::format("Launches ({})", report.launches.size()).c_str());
    if (report.launches.empty()) return muted_text(look, "The program launched no kernel.");
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit;
    if (!ImGui::BeginTable("launches", 5, flags)) return;
    for (const char* title : {"Kernel", "Line", "Grid", "Block", "Warp instructions"}) ImGui::TableSetupColumn(title);
    ImGui::TableHeadersRow();
    for (std::size_t i = 0; i < std::min(report.launches.size(), most_rows); ++i) {
        const ProgramLaunch& launch = report.launches[i];
        const IdScope id(static_cast<int>(i));
        const KernelSpec* kernel = kernel_of(bench, launch);
        ImGui::TableNextColumn();
        const ColourScope colours{{ImGuiCol_Text, launch.fault ? look.theme.bad : look.theme.text}};
        if (ImGui::Selectable(fmt::format("{}###launch", launch.kernel).c_str(), false,
                              ImGuiSelectableFlags_SpanAllColumns | (kernel == nullptr ? ImGuiSelectableFlags_Disabled : 0)))
            bench.post(ask::UseLaunch{kernel->id, launch.shape});
        explain(look, kernel == nullptr ? "This kernel cannot be run by itself here"
                      : launch.fault    ? launch.fault->message
                                        : "Set the launch panel to this kernel, grid and block");
        ImGui::TableNextColumn();
        ImGui::Text("%d", launch.line);
        for (const Dim3& edges : {launch.shape.grid, launch.shape.block}) {
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(extents_text(edges).c_str());
        }
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(with_separators(launch.warp_instructions).c_str());
    }
    ImGui::EndTable();
    if (report.launches.size() > most_rows) muted_text(look, fmt::format("and {} more", report.launches.size() - most_rows));
}

void output(const Look& look, const ProgramReport& report) {
    if (report.output.empty()) return;
    section_label(look, "Output");
    const bool cut = report.output.size() > most_shown_output;
    if (ImGui::BeginChild("output", {0, look.px(output_height)}, ImGuiChildFlags_Borders, ImGuiWindowFlags_HorizontalScrollbar)) {
        const FontScope font(look.fonts.mono, look.px(Fonts::small));
        ImGui::TextUnformatted(report.output.data(), report.output.data() + std::min(report.output.size(), most_shown_output));
    }
    ImGui::EndChild();
    if (cut) muted_text(look, "Only the beginning is shown.");
    if (small_button(look, "Copy the output##program")) ImGui::SetClipboardText(report.output.c_str());
}

}  // namespace

void program_panel(Workbench& bench) {
    report_rect(bench, "program");
    const Look& look = bench.look;
    const OpenedFile* opened = opened_file(bench);
    if (opened == nullptr || !opened->file.kernels.has_main)
        return empty_state(look, "No program is open",
                           "File > Open CUDA file... opens a file; if it has a main(), it can be run here.");
    const IdScope id("program");
    ProgramState& state = bench.state<ProgramState>();
    run_row(bench, state);
    if (!state.report || state.lesson != bench.lesson->id) return;
    if (!*state.report) {
        text_in(look, look.theme.bad, sentence(state.report->error().message));
        return muted_text(look, state.report->error().hint);
    }
    const ProgramReport& report = **state.report;
    findings(bench, *opened, report);
    launches(bench, report);
    output(look, report);
}

}  // namespace warpwise::ui
