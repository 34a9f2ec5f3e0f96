#include "ui/debugger/lanes_tooltip.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "ui/debugger/debug_view.h"
#include "ui/debugger/debugger_state.h"
#include "ui/debugger/lane_rows.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr int kColumns = 8;
constexpr std::size_t kLongestValue = 9;

// A value in every lane, or why there is none.
struct HoveredTexts {
    std::array<std::string, kDebugLanes> lanes;
    std::string type, note, problem;
};

// An element that the line reads or writes: what is there, and what will be once it has run.
std::optional<HoveredTexts> element_texts(const DebugState& now, const std::string& expression) {
    const std::string name = expression.substr(0, expression.find('['));
    if (name == expression) return std::nullopt;
    for (const auto* accesses : {&now.next, &now.done, &now.last})
        for (const DebugAccess& access : *accesses) {
            const std::optional<DebugValue>& value = access.is_store ? access.after : access.before;
            if (access.array != name || !value) continue;
            HoveredTexts texts{.lanes = {}, .type = value->type, .note = "", .problem = ""};
            texts.note = accesses == &now.next ? access.is_store ? "after this line" : "read by this line"
                         : access.is_store     ? "written before this stop"
                                               : "read before this stop";
            for (int lane = 0; lane < kDebugLanes; ++lane) texts.lanes[static_cast<std::size_t>(lane)] = text_of(*value, lane);
            return texts;
        }
    return std::nullopt;
}

HoveredTexts texts_of(const DebugState& now, DebuggerState& state, const std::string& expression) {
    state.wanted_expressions.push_back(expression);
    const LaneRowChoices choices{
        .pinned = {expression}, .expanded = {}, .shape = state.subject->shape, .evaluated = [&](std::string_view text) {
            return evaluation_of(state, text);
        }};
    const std::vector<LaneRow> rows = lane_rows(now, choices);
    const auto row = std::ranges::find(rows, true, &LaneRow::is_pin);
    HoveredTexts texts;
    if (row == rows.end()) return texts;
    texts.problem = row->problem;
    if (row->value != nullptr) texts.type = row->value->type;
    for (int lane = 0; lane < kDebugLanes; ++lane)
        texts.lanes[static_cast<std::size_t>(lane)] = cell_text(*row, now, state.subject->shape, lane);
    return texts;
}

bool has_any(const HoveredTexts& texts) {
    return std::ranges::any_of(texts.lanes, [](const std::string& text) { return !text.empty(); });
}

bool has_all(const HoveredTexts& texts) {
    return std::ranges::none_of(texts.lanes, [](const std::string& text) { return text.empty(); });
}

// What all lanes that have a value say; nothing where they differ, or none has one.
std::optional<std::string> shared_text(const HoveredTexts& texts) {
    std::optional<std::string> common;
    for (const std::string& text : texts.lanes) {
        if (text.empty()) continue;
        if (common && *common != text) return std::nullopt;
        common = text;
    }
    return common;
}

void draw_lane_cells(const Look& look, const DebuggerState& state, const HoveredTexts& texts) {
    std::size_t characters = 2;
    for (const std::string& text : texts.lanes) characters = std::max(characters, text.size());
    characters = std::min(characters, kLongestValue);
    const float size = look.px(Fonts::kSmall), glyph = text_width(look.fonts.mono, size, "0");
    const ImVec2 cell{std::max(glyph * static_cast<float>(characters) + look.px(10), look.px(34)), size * 2.5f};
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        const auto index = static_cast<std::size_t>(lane);
        const ImVec2 min{at.x + cell.x * static_cast<float>(lane % kColumns), at.y + cell.y * static_cast<float>(lane / kColumns)};
        const ImVec2 max{min.x + cell.x - look.px(2), min.y + cell.y - look.px(3)};
        const bool active = state.now->lanes[index] == LaneStatus::active, chosen = lane == state.shown_lane();
        list.AddRectFilled(min, max, cell_ground(look.theme), look.px(3));
        if (chosen) list.AddRect(min, max, look.theme.accent, look.px(3), std::max(1.0f, look.px(1.5f)));
        std::string text = texts.lanes[index];
        if (text.size() > characters) text = text.substr(0, characters - 1) + "\xe2\x80\xa6";
        const float middle = (min.x + max.x) / 2;
        put_text(list, look.fonts.mono, size, {middle, min.y}, look.theme.muted, std::to_string(lane), 0.5f);
        put_text(list, look.fonts.mono, size, {middle, min.y + look.px(14)}, active ? look.theme.text : look.theme.muted,
                 text.empty() ? "\xc2\xb7" : text, 0.5f);
    }
    ImGui::Dummy({cell.x * kColumns, cell.y * (kDebugLanes / kColumns)});
}

void draw_texts(const Look& look, const DebuggerState& state, const std::string& expression, const HoveredTexts& texts) {
    {
        const FontScope strong(look.fonts.mono, look.px(Fonts::kSmall));
        ImGui::TextUnformatted(expression.c_str());
    }
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    for (const std::string& word : {texts.type, texts.note}) {
        if (word.empty()) continue;
        ImGui::SameLine(0, look.px(10));
        ImGui::TextColored(to_vec4(look.theme.muted), "%s", word.c_str());
    }
    if (!has_any(texts))
        ImGui::TextColored(to_vec4(look.theme.muted), "%s", sentence(texts.problem).c_str());
    else if (const auto shared = shared_text(texts))
        ImGui::TextUnformatted((*shared + (has_all(texts) ? "  in all 32 lanes" : "  in all lanes that have a value")).c_str());
    else
        draw_lane_cells(look, state, texts);
}

}  // namespace

void lanes_tooltip(Workbench& bench, const std::string& expression) {
    DebuggerState& state = bench.state<DebuggerState>();
    if (!state.is_open() || state.subject == nullptr || state.now->frames.empty()) return;
    const Look& look = bench.look;
    HoveredTexts texts = texts_of(*state.now, state, expression);
    if (!has_any(texts))
        if (auto element = element_texts(*state.now, expression)) texts = std::move(*element);
    if (!has_any(texts) && texts.problem.empty()) return;
    if (!begin_tooltip(look)) return;
    draw_texts(look, state, expression, texts);
    ImGui::EndTooltip();
}

}  // namespace warpwise::ui
