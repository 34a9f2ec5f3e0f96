// main() of a CUDA file that was opened: what is wrong with it, what it launched, what it printed.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string>

#include "base/fault.h"
#include "base/number_text.h"
#include "ui/file/file_state.h"
#include "ui/file/finding_card.h"
#include "ui/file/panels.h"
#include "ui/file/program_launches.h"
#include "ui/file/program_sources.h"
#include "ui/file/smallest_program_view.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {
namespace {

constexpr float kOutputHeight = 140, kLabelWidth = 124, kLeastMoreWidth = 112, kArgumentsBeside = 400;  // unscaled
constexpr std::size_t kMostShownOutput = 100'000, kMostListedRows = 200;

bool typed_field(const Look& look, const char* label, const char* id, const char* hint, std::string& text, std::string_view help) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    explain(look, help);
    ImGui::SameLine(look.px(kLabelWidth));
    ImGui::SetNextItemWidth(-1);
    const bool entered = ImGui::InputTextWithHint(id, hint, &text, ImGuiInputTextFlags_EnterReturnsTrue);
    explain(look, help);
    return entered;
}

bool arguments_field(const Look& look, ProgramFields& fields, float width) {
    ImGui::SetNextItemWidth(width);
    const bool entered = ImGui::InputTextWithHint("##program_arguments", "Arguments of the program", &fields.arguments,
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    explain(look, "What main() gets in argv, separated by spaces; quotes keep words together");
    return entered;
}

void run_row(Workbench& bench, const OpenedFile& opened, ProgramState& state) {
    const Look& look = bench.look;
    ProgramFields& fields = program_fields(bench, opened);
    if (state.running.valid()) {
        if (quiet_button(look, "Stop###run_program")) bench.post(ask::StopProgram{});
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        muted_text(look, "The program is running. What it launched is shown when it has ended.");
        return;
    }
    const bool beside = ImGui::GetContentRegionAvail().x >= look.px(kArgumentsBeside);
    bool run = primary_button(look, "Run the program###run_program", nullptr, 0, !state.is_busy());
    ImGui::SameLine();
    centre_on_button();
    const float top = ImGui::GetCursorPosY();
    // with the wider of its two words: the field beside it stays as it is
    const float more_width = std::max(look.px(kLeastMoreWidth), button_width("Fewer options") + ImGui::GetStyle().ItemSpacing.x);
    if (beside) {
        run |= arguments_field(look, fields, -more_width);
        ImGui::SameLine();
    }
    ImGui::SetCursorPosY(top);
    if (quiet_button(look, state.shows_more ? "Fewer options###program_options" : "Options###program_options", true, -1))
        state.shows_more = !state.shows_more;
    if (!beside) run |= arguments_field(look, fields, -1);
    if (state.shows_more) {
        run |= typed_field(look, "More sources", "##program_sources", "kernels.cu helper.cpp", fields.sources,
                           "The program's other sources: each is compiled separately, and then they are linked");
        run |= typed_field(look, "Include folders", "##program_includes", "include ../common", fields.include_dirs,
                           "Include folders (-I), separated by spaces; relative paths start at the file's folder");
        run |= typed_field(look, "Macros", "##program_definitions", "N=1000 DEBUG", fields.definitions,
                           "Macros (-D): NAME or NAME=VALUE, separated by spaces");
        ImGui::Checkbox("Check every launch as a whole###checks_all", &fields.checks_all);
        explain(
            look,
            "Looks for data races and reads of unset memory in all blocks of all launches, however long that takes. Without it, "
            "what would take much longer than the program itself is checked in part.");
    }
    if (run) bench.post(ask::RunProgram{});
    if (!state.report || !is_of_last_run(state, opened))
        muted_text(
            look,
            "Compiles the program as it is on the disk and runs its main() with your rights, as nvcc and a GPU would. Run only "
            "programs that you trust.");
}

// "homework.cu:40: ..."
std::string with_place(const std::string& file, int line, const std::string& text) {
    return line > 0 ? fmt::format("{}:{}: {}", std::filesystem::path(file).filename().string(), line, text) : text;
}

void verdict(const Look& look, const ProgramReport& report) {
    const bool is_good = report.went_well();
    const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
    text_in(look, is_good ? look.theme.good : look.theme.bad,
            fmt::format("{}  {}", is_good ? icon::kCheck : icon::kCross,
                        verdict_of(report, "\"Check every launch as a whole\" in Options")));
}

// What the compiler says, a crash of the program itself, and calls that failed in a way that no finding tells.
void errors(Workbench& bench, const OpenedFile& opened, const ProgramReport& report) {
    const Look& look = bench.look;
    int row = 0;
    for (const Diagnostic& one : report.diagnostics) {
        if (one.severity != Severity::error && has_errors(report.diagnostics)) continue;
        const IdScope id(row++);
        const bool is_error = one.severity == Severity::error;
        place_row(bench, opened, with_place(one.file, one.line, one.message), one.file, one.line,
                  is_error ? look.theme.bad : look.theme.muted);
        if (!one.hint.empty()) muted_text(look, one.hint);
    }
    for (const ProgramError& error : report.errors) {
        if (!error.call.empty()) continue;  // a call that failed: told as a mistake where the program passes over it
        const IdScope id(row++);
        place_row(bench, opened, with_place(error.file, error.line, error.message.empty() ? error.name : error.message), error.file,
                  error.line, look.theme.bad);
    }
}

// Those of no launch; the others stand below their launch.
void host_findings(Workbench& bench, const OpenedFile& opened, ProgramState& state, const ProgramReport& report, bool notes) {
    const Look& look = bench.look;
    std::size_t shown = 0;
    for (std::size_t i = 0; i < report.findings.size() && shown < kMostListedRows; ++i) {
        const ProgramFinding& finding = report.findings[i];
        if (finding.launch >= 0 || finding.is_note != notes) continue;
        if (shown++ == 0) section_label(look, notes ? "Notes on the host code" : "Mistakes of the host code");
        const IdScope id(static_cast<int>(i));
        const Card card(look, "finding", finding_ground(look, !notes), finding_edge(look, !notes));
        finding_part(bench, opened, report, finding, nullptr, state.rows->finding_lines[i]);
    }
}

void output(const Look& look, const ProgramReport& report) {
    if (report.output.empty()) return;
    section_label(look, "Output");
    const bool cut = report.output.size() > kMostShownOutput;
    const auto lines = static_cast<float>(std::ranges::count(report.output, '\n') + 1);
    const float room = look.px(Fonts::kSmall) * 1.5f * lines + ImGui::GetStyle().ScrollbarSize + look.px(12);
    if (ImGui::BeginChild("output", {0, std::min(room, look.px(kOutputHeight))}, ImGuiChildFlags_Borders,
                          ImGuiWindowFlags_HorizontalScrollbar)) {
        const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
        ImGui::TextUnformatted(report.output.data(), report.output.data() + std::min(report.output.size(), kMostShownOutput));
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
    if (opened == nullptr || !is_program(*opened))
        return empty_state(look, "No program is open",
                           "File > Open CUDA file... opens a file; if it has a main(), it can be run here.");
    const IdScope id("program");
    ProgramState& state = bench.state<ProgramState>();
    run_row(bench, *opened, state);
    if (!state.report || !is_of_last_run(state, *opened)) return;
    if (!*state.report) {
        text_in(look, look.theme.bad, sentence(state.report->error().message));
        return muted_text(look, state.report->error().hint);
    }
    const ProgramReport& report = **state.report;
    verdict(look, report);
    errors(bench, *opened, report);
    if (has_errors(report.diagnostics)) return;
    smallest_program_view(bench, *opened, state, report);
    list_launches(state, report);
    host_findings(bench, *opened, state, report, false);
    program_launches(bench, *opened, state, report);
    host_findings(bench, *opened, state, report, true);
    output(look, report);
}

}  // namespace warpwise::ui
