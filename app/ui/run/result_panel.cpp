// What came of the newest runs: the verdict, the fault, what was counted, what was measured, what the kernel printed.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "experiment/record/record_text.h"
#include "lesson/glossary.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/run/panels.h"
#include "ui/run/result_text.h"
#include "ui/run/search_card.h"
#include "ui/threads/thread_grid_facts.h"
#include "ui/workbench/glossary_popup.h"
#include "ui/workbench/older_tag.h"
#include "ui/workbench/outcome.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {

namespace {

constexpr float kWidestRow = 460;  // a value far from its key is hard to read

ImU32 colour_of(const Theme& theme, VerdictTone tone) {
    return tone == VerdictTone::good ? theme.good : tone == VerdictTone::wrong ? theme.bad : theme.muted;
}

const char* icon_of(VerdictTone tone) {
    return tone == VerdictTone::good ? icon::kCheck : tone == VerdictTone::wrong ? icon::kCross : icon::kInfo;
}

// Links to the place of a fault: its line in the source, its thread in the views.
void fault_links(Workbench& bench, const RunRecord& record) {
    const Fault& fault = *record.fault;
    bool any = false;
    const auto next_link = [&](const std::string& text) {
        if (std::exchange(any, true)) place_beside(ImGui::CalcTextSize(text.c_str()).x);
    };
    const auto place = [&](const char* what, int line, const std::optional<Dim3>& block, const std::optional<Dim3>& thread) {
        const IdScope id(what);
        if (line > 0) {
            const std::string text = fmt::format("{}line {}", what, line);
            next_link(text);
            if (ImGui::TextLink((text + "###fault_line").c_str())) bench.post(ask::ShowSourceLine{line});
            explain(bench.look, "Show this line in the source");
        }
        if (!block || !thread) return;
        const std::string text = fmt::format("{}block {}, thread {}", what, place_text(*block, record.launch.grid),
                                             place_text(*thread, record.launch.block));
        next_link(text);
        if (ImGui::TextLink((text + "###fault_thread").c_str())) {
            bench.pointing.chosen_thread = linear_thread(record, block, thread);
            focus_view(bench, "thread_grid");
        }
        explain(bench.look, "Choose this thread in the thread grid");
    };
    place("", fault.line, fault.block, fault.thread);
    if (fault.other) place("other: ", fault.other->line, fault.other->block, fault.other->thread);
}

// At the faulty warp, where it cannot go on; a race ends no block, and its line is gone to.
void open_in_debugger(Workbench& bench, const RunRecord& record) {
    const Fault& fault = *record.fault;
    ask::Debug asked{.line = {}, .position = {}, .exercise = bench.debugged_exercise()};
    if (fault.block) asked.block = *fault.block;
    if (const auto thread = linear_thread(record, fault.block, fault.thread)) {
        const ThreadPlace place = place_of(record.launch, *thread);
        asked.warp = static_cast<std::uint32_t>(place.warp());
        asked.lane = static_cast<int>(place.lane());
    }
    if (fault.kind == FaultKind::data_race && fault.line > 0)
        asked.line = fault.line;
    else
        asked.before_fault = true, asked.fault_thread = fault.thread;
    bench.post(asked);
}

// What never began has no moment before.
bool can_be_stepped(const Workbench& bench, const RunRecord& record) {
    switch (record.fault->kind) {
        case FaultKind::compile_error:
        case FaultKind::launch_invalid:
        case FaultKind::memory_budget:
        case FaultKind::unsupported:
        case FaultKind::device_lost: return false;
        default: return is_of_draft(record, bench);
    }
}

const RunRecord* first_that(const std::vector<const RunRecord*>& records, bool DeviceTraits::* can) {
    const auto found = std::ranges::find_if(records, [&](const RunRecord* r) { return traits_of(r->device.kind).*can; });
    return found != records.end() ? *found : nullptr;
}

// A GPU says that something went wrong; the emulator says where. Not offered when it has run this already.
void offer_emulator(Workbench& bench, const Outcome& outcome) {
    if (first_that(outcome.records, &DeviceTraits::checks_accesses) != nullptr) return;
    if (const EmulatorCheck* check = check_of_draft(bench); check != nullptr && check->running) return;
    if (ImGui::Button("Run it in the emulator##result_emulator")) {
        bench.draft.run_on.insert(kind_that(&DeviceTraits::checks_accesses));
        bench.post(ask::Run{});
    }
    explain(bench.look, "The emulator checks every access: it names the array, the index, the thread and the line");
}

void difference_link(Workbench& bench, const std::vector<const RunRecord*>& records) {
    for (const RunRecord* record : records) {
        if (!record->check || !record->check->first_difference) continue;
        const auto& difference = *record->check->first_difference;
        if (ImGui::TextLink(fmt::format("Show {}[{}]###difference", difference.array, difference.index).c_str())) {
            bench.pointing.hovered_element = difference.index;
            focus_view(bench, "array_strip");
        }
        return;
    }
}

void verdict_card(Workbench& bench, const Outcome& outcome) {
    const Look& look = bench.look;
    const Verdict& verdict = outcome.verdict;
    const ImU32 colour = colour_of(look.theme, verdict.tone);
    const Card card(look, "verdict", mix(look.theme.panel, colour, look.theme.dark ? 0.14f : 0.10f), colour);
    if (!outcome.whose.empty()) {
        const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
        text_in(look, look.theme.muted, outcome.whose);
    }
    if (outcome.is_older && verdict.tone == VerdictTone::neutral) older_tag(look, outcome.older_than);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, colour, fmt::format("{}  {}", icon_of(verdict.tone), verdict.title));
    }
    const FontScope font(look.fonts.regular, look.px(14));
    const bool grey = outcome.is_older && verdict.tone == VerdictTone::neutral;
    for (const std::string& line : verdict.lines) text_in(look, grey ? look.theme.muted : look.theme.text, line);
    if (outcome.error_line > 0) {
        if (ImGui::TextLink(fmt::format("Go to line {}###error_line", outcome.error_line).c_str())) {
            if (outcome.subject == Subject::exercise_check) bench.post(ask::ChooseText{.exercise = true});
            bench.post(ask::ShowSourceLine{outcome.error_line});
        }
    } else if (outcome.faulty != nullptr) {
        fault_links(bench, *outcome.faulty);
        if (!traits_of(outcome.faulty->device.kind).checks_accesses) offer_emulator(bench, outcome);
        if (can_be_stepped(bench, *outcome.faulty)) {
            if (ImGui::Button("Open in the debugger###result_debug")) open_in_debugger(bench, *outcome.faulty);
            explain(look, "Stops just before the fault and shows the variables of all 32 lanes. From there you can step back.");
        }
    }
    if (outcome.rows_say.empty()) difference_link(bench, outcome.records);
    search_offers(bench, outcome);
}

ImU32 colour_of(const Theme& theme, Origin origin) {
    switch (origin) {
        case Origin::counted: return theme.series[3];
        case Origin::measured: return theme.good;
        case Origin::recorded: return theme.series[4];
        case Origin::absent: break;
    }
    return theme.muted;
}

// A small word in a rounded frame after the value: the difference between counted, measured and recorded is never colour alone.
float tag_width(const Look& look, Origin origin) {
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    return origin == Origin::absent ? 0 : ImGui::CalcTextSize(name_of(origin)).x + look.px(10);
}

void origin_tag(const Look& look, Origin origin, ImVec2 at, float height, bool older) {
    if (origin == Origin::absent) return;
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    const ImVec2 size = ImGui::CalcTextSize(name_of(origin));
    const ImU32 colour = older ? look.theme.muted : colour_of(look.theme, origin);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImVec2 min{at.x, at.y + (height - size.y) / 2 - look.px(2)},
        max{at.x + size.x + look.px(10), at.y + (height + size.y) / 2 + look.px(2)};
    draw.AddRectFilled(min, max, with_alpha(colour, 0.13f), look.px(4));
    draw.AddText({min.x + look.px(5), min.y + look.px(2)}, older ? colour : mix(colour, look.theme.text, 0.35f), name_of(origin));
}

std::string help_of(const Lesson* lesson, const ResultRow& row) {
    std::string help = row.help;
    const Term* term = find_term(lesson, row.term);
    if (term != nullptr) help += fmt::format("\n\n{}: {}\nClick to keep this open.", term->name, term->text);
    return help;
}

float note_width(const Look& look, const ResultRow& row) {
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    return row.note.empty() ? 0 : ImGui::CalcTextSize(row.note.c_str()).x;
}

// With its tag, without its note.
float value_width(const Look& look, const ResultRow& row) {
    float width = tag_width(look, row.origin) + (row.origin == Origin::absent ? 0 : look.px(8));
    const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
    return width + ImGui::CalcTextSize(row.value.c_str()).x;
}

void draw_value(const Look& look, const ResultRow& row, ImVec2 at, float height, bool older, bool with_note) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    {
        const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
        const ImVec2 size = ImGui::CalcTextSize(row.value.c_str());
        draw.AddText({at.x, at.y + (height - size.y) / 2},
                     row.origin == Origin::absent || older ? look.theme.muted : look.theme.text, row.value.c_str());
        at.x += size.x;
    }
    if (with_note && !row.note.empty()) {
        const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
        const ImVec2 size = ImGui::CalcTextSize(row.note.c_str());
        draw.AddText({at.x + look.px(6), at.y + (height - size.y) / 2}, look.theme.muted, row.note.c_str());
        at.x += size.x + look.px(6);
    }
    origin_tag(look, row.origin, {at.x + look.px(8), at.y}, height, older);
}

// One row: key at the left, value, note and origin at the right. A value that does not fit
// goes below its key, and a note that does not fit beside the value goes below both.
void result_row(Workbench& bench, const ResultRow& row, bool older) {
    const Look& look = bench.look;
    const FontScope font(look.fonts.regular, look.px(14));
    const float room = std::min(ImGui::GetContentRegionAvail().x, look.px(kWidestRow)), line = ImGui::GetFontSize() + look.px(7);
    const float key = ImGui::CalcTextSize(row.label.c_str()).x, note = note_width(look, row), note_gap = note > 0 ? look.px(6) : 0;
    const bool note_alone = value_width(look, row) + note_gap + note > room;
    const float value = value_width(look, row) + (note_alone ? 0 : note_gap + note);
    const bool below = key + look.px(12) + value > room;
    const float height = line * static_cast<float>(1 + (below ? 1 : 0) + (note_alone ? 1 : 0));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton(("##row_" + row.label).c_str(), {room, height}, ImGuiButtonFlags_EnableNav) && !row.term.empty())
        open_term(bench, row.term);
    const bool hovered = ImGui::IsItemHovered();
    explain(look, help_of(bench.lesson, row));
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddText({at.x, at.y + (line - ImGui::GetFontSize()) / 2}, hovered ? look.theme.text : look.theme.muted, row.label.c_str());
    if (hovered && !row.term.empty())
        draw.AddLine({at.x, at.y + line - look.px(2)}, {at.x + key, at.y + line - look.px(2)}, look.theme.accent, 1);
    draw_value(look, row, {std::max(at.x, at.x + room - value), below ? at.y + line : at.y}, line, older, !note_alone);
    if (note_alone)
        put_text_cut(draw, look.fonts.regular, look.px(Fonts::kSmall),
                     {std::max(at.x, at.x + room - note), at.y + height - line + (line - look.px(Fonts::kSmall)) / 2},
                     look.theme.muted, row.note, room);
}

std::string as_json(const std::vector<const RunRecord*>& records) {
    nlohmann::json list = nlohmann::json::array();
    for (const RunRecord* record : records) list.push_back(to_json(*record));
    return list.dump(2);
}

void copy_buttons(Workbench& bench, const std::vector<const RunRecord*>& records, const std::vector<ResultRow>& rows) {
    ImGui::Dummy({0, bench.look.px(2)});
    if (small_button(bench.look, "Copy CSV##result")) {
        ImGui::SetClipboardText(rows_as_csv(rows).c_str());
        bench.say(Severity::note, "Copied the result's rows as CSV");
    }
    explain(bench.look, "These rows, one per line");
    ImGui::SameLine();
    if (small_button(bench.look, "Copy JSON##result")) {
        ImGui::SetClipboardText(as_json(records).c_str());
        bench.say(Severity::note, "Copied the records of the newest runs as JSON");
    }
    explain(bench.look, "The whole records, as warpwise run --json prints them");
}

void printed_output(Workbench& bench, const std::vector<const RunRecord*>& records) {
    const auto found = std::ranges::find_if(records, [](const RunRecord* r) { return !r->printed.empty(); });
    if (found == records.end()) return;
    const Look& look = bench.look;
    section_label(look, "Printed by the kernel");
    const std::string& text = (*found)->printed;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, look.theme.raised);
    const auto lines = static_cast<float>(std::ranges::count(text, '\n') + 1);
    const float height = std::min(lines, 10.0f) * look.px(Fonts::kCode * 1.25f) + look.px(20);
    if (ImGui::BeginChild("printed", {0, height}, ImGuiChildFlags_AlwaysUseWindowPadding, ImGuiWindowFlags_HorizontalScrollbar))
        mono_text(look, text);
    ImGui::EndChild();
    ImGui::PopStyleColor();
}

}  // namespace

void result_panel(Workbench& bench) {
    report_rect(bench, "result");
    if (bench.lesson == nullptr) return empty_state(bench.look, "No result yet", "Open a lesson and press Run (F5).");
    const IdScope id("result");
    const Outcome outcome = outcome_of(bench);
    std::vector<const RunRecord*> records = outcome.records;
    std::erase_if(records, [](const RunRecord* r) { return has_errors(r->diagnostics); });  // did not run: the card says all
    const bool has_run = outcome.verdict.tone != VerdictTone::neutral || !outcome.records.empty() || outcome.error_line > 0;
    if (has_run || search_of_draft(bench) == nullptr) verdict_card(bench, outcome);  // else "not run" above what a search ran
    search_card(bench);
    if (records.empty() && bench.recordings.of_draft.empty()) return;
    // A check, or an error in the text of now, stands above the numbers of a run: they say whose they are.
    if (!records.empty() && (outcome.subject == Subject::exercise_check || outcome.error_line > 0 || outcome.rows_are_older)) {
        const std::string said = outcome.rows_say.empty() ? "" : ": " + outcome.rows_say;
        const auto kernel =
            std::ranges::find_if(records, [](const RunRecord* r) { return traits_of(r->device.kind).runs_kernels; });
        muted_text(bench.look,
                   (kernel == records.end() ? "The CPU routine" : whose_kernel(bench, **kernel)) + ", its last run" + said);
        if (outcome.rows_are_older) {
            place_beside(older_tag_width(bench.look, outcome.older_than));
            older_tag(bench.look, outcome.older_than);
        }
        if (!outcome.rows_say.empty()) difference_link(bench, records);
    }
    std::vector<ResultRow> rows;
    const RunRecord* const counted = first_that(records, &DeviceTraits::has_counts);
    if (counted != nullptr) rows = counter_rows(*counted);
    for (ResultRow& row : time_rows(records)) rows.push_back(std::move(row));
    for (const RecordedRun& run : bench.recordings.of_draft) rows.push_back(recorded_row(*run.record));
    for (const ResultRow& row : rows) result_row(bench, row, outcome.rows_are_older && row.origin != Origin::recorded);
    if (records.empty()) return;
    if (counted != nullptr && counted->compiled) {
        muted_text(bench.look, fmt::format("The emulator's code was {}.", compiled_text(*counted)));
        explain(bench.look,
                "The kernel of a long launch is compiled for this computer's processor while it runs. That makes the emulator "
                "faster; what it counts and checks does not change.");
    }
    printed_output(bench, records);
    copy_buttons(bench, records, rows);
    draw_glossary_popup(bench);
}

}  // namespace warpwise::ui
