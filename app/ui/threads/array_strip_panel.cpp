// The array strip as a view of its own: the strip, what is wrong in it, and its elements as a list.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "base/escape.h"
#include "experiment/record/record_text.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/threads/array_strip.h"
#include "ui/threads/cell_look.h"
#include "ui/threads/panels.h"
#include "ui/workbench/awaited.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kMostCopied = 100000;
constexpr float kLowPanel = 230;  // unscaled

struct Columns {
    const Array *before = nullptr, *after = nullptr, *expected = nullptr;
};

Columns columns_of(const LaunchFacts& launch) {
    Columns c;
    const RunRecord& record = *launch.record;
    if (!launch.facts->output) return c;
    c.after = &(*record.outputs)[*launch.facts->output];
    if (record.inputs)
        for (const Array& input : *record.inputs)
            if (input.name == c.after->name) c.before = &input;
    if (record.expected && *launch.facts->output < record.expected->size()) c.expected = &(*record.expected)[*launch.facts->output];
    return c;
}

std::string text_at(const Array* array, std::size_t index) {
    return array && index < array->size() ? array->text(index) : std::string();
}

std::string verdict_of(const LaunchFacts& launch, std::size_t index) {
    const std::uint8_t flags = index < launch.facts->element_flags.size() ? launch.facts->element_flags[index] : 0;
    std::string text;
    for (const auto& [flag, name] : {std::pair{element_flag::kWrong, "wrong"},
                                     {element_flag::kUnwritten, "not written"},
                                     {element_flag::kShared, "written by several"}})
        if (flags & flag) text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

std::vector<std::string> row_of(const LaunchFacts& launch, const Columns& c, std::size_t index) {
    const auto writer =
        launch.facts->has_writes ? launch.facts->writer_of(static_cast<std::int64_t>(index), launch.record) : std::nullopt;
    return {std::to_string(index),
            text_at(c.before, index),
            text_at(c.after, index),
            text_at(c.expected, index),
            writer ? std::to_string(*writer) : "",
            verdict_of(launch, index)};
}

constexpr const char* kColumnNames[] = {"element", "before", "after", "expected", "thread", "remark"};

void copy_elements(const LaunchFacts& launch, char separator) {
    std::string text;
    for (const char* name : kColumnNames) text += std::string(text.empty() ? "" : std::string(1, separator)) + name;
    text += "\n";
    const Columns columns = columns_of(launch);
    for (std::size_t i = 0; i < std::min<std::size_t>(launch.facts->elements, kMostCopied); ++i) {
        const std::vector<std::string> cells = row_of(launch, columns, i);
        for (std::size_t k = 0; k < cells.size(); ++k) {
            if (k > 0) text += separator;
            text += separator == ',' ? csv_field(cells[k]) : cells[k];
        }
        text += "\n";
    }
    ImGui::SetClipboardText(text.c_str());
}

std::string summary_of(const LaunchFacts& launch) {
    const ThreadFacts& facts = *launch.facts;
    auto count = [](std::uint64_t n) { return with_separators(static_cast<std::int64_t>(n)); };
    if (!facts.has_writes) {
        if (facts.wrong > 0) return share_of_elements(facts.wrong, facts.elements) + " wrong";
        const bool has_stopped = launch.record != nullptr && launch.record->fault && !came_to_its_end(*launch.record);
        return has_stopped ? "the run stopped, so what its threads wrote is not shown"
                           : "run it on the emulator to see which thread wrote each element";
    }
    std::string text = share_of_elements(facts.elements - facts.unwritten, facts.elements) + " written";
    if (facts.shared > 0) text += fmt::format(", {} by several threads", count(facts.shared));
    if (facts.wrong > 0) text += fmt::format(", {} wrong", count(facts.wrong));
    if (facts.unwritten > 0 && launch.is_right()) text += fmt::format(", all {} right", count(facts.elements));
    return text;
}

void draw_strip_legend(const Look& look, const ThreadFacts& facts, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float box = look.px(14), size = look.px(Fonts::kSmall);
    float x = at.x, y = at.y;
    auto entry = [&](const char* text, ThreadState state, bool wrong) {
        const float needed = box + look.px(8) + text_width(look.fonts.regular, size, text);
        if (x > at.x && x + needed > at.x + width) x = at.x, y += look.px(20);
        const ImVec2 a{x, y}, b{x + box, y + box};
        draw_cell(list, a, b, cell_look(look.theme, 0, state), state, 0, look.px(4));
        if (wrong) {
            draw_hatch(list, a, b, look.theme.bad, look.px(6));
            list.AddRect(a, b, look.theme.bad, 0, look.px(1.5f));
            list.AddCircleFilled({(a.x + b.x) / 2, (a.y + b.y) / 2}, look.px(5), look.theme.panel);
            draw_cross(list, {(a.x + b.x) / 2, (a.y + b.y) / 2}, look.px(3), look.theme.bad, look.px(1.5f));
        }
        put_text(list, look.fonts.regular, size, {x + box + look.px(8), y - look.px(1)}, look.theme.muted, text);
        x += needed + look.px(20);
    };
    entry("hue: the block that wrote it", ThreadState::works, false);
    entry("no thread wrote it", ThreadState::idle, false);
    entry("several threads wrote it", ThreadState::overwritten, false);
    if (facts.wrong > 0) entry("wrong value", ThreadState::works, true);
    ImGui::Dummy({width, y - at.y + look.px(20)});
}

void draw_elements(Workbench& wb, const LaunchFacts& launch) {
    const Look& look = wb.look;
    const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
    const ImGuiTableFlags flags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_BordersInnerH;
    if (!ImGui::BeginTable("##elements", 6, flags, {0, ImGui::GetContentRegionAvail().y})) return;
    for (const char* name : kColumnNames) ImGui::TableSetupColumn(name);
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableHeadersRow();
    const Columns columns = columns_of(launch);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(std::min<std::uint64_t>(launch.facts->elements, INT32_MAX)));
    while (clipper.Step()) {
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            const std::vector<std::string> cells = row_of(launch, columns, static_cast<std::size_t>(row));
            const bool wrong = cells.back().starts_with("wrong");
            for (std::size_t k = 0; k < cells.size(); ++k) {
                ImGui::TableNextColumn();
                const ImU32 colour = wrong && (k == 2 || k == 5) ? look.theme.bad
                                     : k == 3 || k == 1          ? look.theme.muted
                                                                 : look.theme.text;
                ImGui::PushStyleColor(ImGuiCol_Text, colour);
                ImGui::TextUnformatted(cells[k].c_str());
                ImGui::PopStyleColor();
            }
        }
    }
    ImGui::EndTable();
}

}  // namespace

namespace {

// The debugger goes to the moment before the element got its value: in its writer's block, where that is known.
void last_write_item(Workbench& wb, const LaunchFacts& launch) {
    const auto element = wb.state<ArrayStripState>().menu_element;
    if (!element) return;
    const auto writer = launch.facts->writer_of(*element, launch.record);
    if (!writer && !wb.ongoing.debugging) return;
    const std::string array = array_name(launch);
    if (!ImGui::MenuItem(fmt::format("Debug the last write to {}[{}]###last_write", array, *element).c_str())) return;
    wb.post(ask::DebugLastWrite{.array = array,
                                .element = *element,
                                .block = writer ? std::optional(place_of(launch.facts->shape, *writer).block) : std::nullopt});
}

}  // namespace

void array_strip_panel(Workbench& wb) {
    const Look& look = wb.look;
    if (!wb.lesson) return empty_state(look, "No lesson is open", "Open one from the course: its array appears here.");
    if (!wb.draft.resolved) return empty_state(look, "This launch cannot be drawn", wb.draft.resolved.error().text());
    const IdScope id("array_strip");
    const LaunchFacts launch = launch_facts(wb);
    if (launch.facts->elements == 0) return empty_state(look, "No array to show", "This kernel of the lesson has no output array.");
    if (!launch.record && awaited_click(wb, array_name(launch)) == nullptr)
        return empty_state(look, "Not run yet",
                           "Press Run (F5): every element then shows which block wrote it, and whether its value is right.");

    ImGui::BeginGroup();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    // In a low panel the values are worth more than a tall strip and its legend: tooltips say what the legend does.
    const bool low = ImGui::GetContentRegionAvail().y < look.px(kLowPanel);
    const std::string title = fmt::format("array {}  {}", array_name(launch), array_size_text(launch));
    const bool waits = launch.record == nullptr;
    const std::string summary = waits ? "Your lesson asks for an element of this array: click it." : summary_of(launch);
    const ImU32 colour = waits                                               ? look.theme.accent
                         : launch.facts->wrong > 0                           ? look.theme.bad
                         : launch.facts->unwritten > 0 && !launch.is_right() ? look.theme.warn
                                                                             : look.theme.muted;
    const float title_width = text_width(look.fonts.semibold, look.px(Fonts::kSmall), title),
                summary_width = text_width(look.fonts.regular, look.px(Fonts::kSmall), summary);
    put_text_cut(list, look.fonts.semibold, look.px(Fonts::kSmall), at, look.theme.text, title, width);
    ImGui::Dummy({width, look.px(20)});
    if (low && title_width + look.px(20) + summary_width <= width)
        put_text(list, look.fonts.regular, look.px(Fonts::kSmall), {at.x + width, at.y}, colour, summary, 1);
    else
        text_in(look, colour, summary);
    const ImVec2 strip_at = ImGui::GetCursorScreenPos();
    const float bar = low ? look.px(20) : std::clamp(ImGui::GetContentRegionAvail().y * 0.3f, look.px(44), look.px(80));
    draw_array_strip(wb, launch, wb.state<ArrayStripState>(), "##array_strip", strip_at, {width, bar + look.px(28)}, 0);
    ImGui::SetCursorScreenPos({strip_at.x, strip_at.y + bar + look.px(low ? 28 : 32)});
    if (low || waits)
        ImGui::Dummy({width, 0});
    else
        draw_strip_legend(look, *launch.facts, width);
    ImGui::EndGroup();
    if (waits) return;
    if (ImGui::GetContentRegionAvail().y > look.px(low ? 44 : 80)) draw_elements(wb, launch);

    if (!ImGui::BeginPopupContextWindow("##array_strip_menu")) return;
    const bool cut = launch.facts->elements > kMostCopied;
    if (ImGui::MenuItem(cut ? "Copy the first 100,000 as a table" : "Copy as a table")) copy_elements(launch, '\t');
    if (ImGui::MenuItem(cut ? "Copy the first 100,000 as CSV" : "Copy as CSV")) copy_elements(launch, ',');
    last_write_item(wb, launch);
    ImGui::EndPopup();
}

}  // namespace warpwise::ui
