#include "ui/debugger/cause_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ui/debugger/cause_help.h"
#include "ui/debugger/fault_help.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

CauseContext context_of(const DebuggerState& state) {
    CauseContext context;
    if (state.arrays) context.arrays = *state.arrays;
    if (state.subject) context.text = state.subject->text;
    if (state.overview && state.overview->race) context.race = &*state.overview->race;
    return context;
}

void hardware_lines(const DebugView& view, const Cause& cause) {
    if (view.help == nullptr) return;
    for (const HardwareCounts& counts : view.help->counted)
        if (const std::string text = hardware_text(cause, counts); !text.empty()) muted_text(view.look, text);
}

bool fix_button(DebugView& view, const Cause& cause) {
    if (view.help == nullptr) return false;
    const auto fix = view.help->fixes.find(fix_name(cause.kind));
    if (fix == view.help->fixes.end()) return false;
    if (small_button(view.look, "Show the fix###show_fix")) view.show_fix = fix->first;
    explain(view.look, fmt::format("What changes from this kernel to {}",
                                   fix->second.kernel.empty() ? fix->second.title : '"' + fix->second.title + '"'));
    return true;
}

// Beside the button, or at the left: cut at the end of the row, and whole in the tooltip.
void advice_line(const Look& look, const std::string& advice, bool is_beside) {
    const float size = look.px(14), height = is_beside ? ImGui::GetItemRectSize().y : size + look.px(3);
    if (is_beside) ImGui::SameLine(0, look.px(12));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    put_text_cut(*ImGui::GetWindowDrawList(), look.fonts.regular, size, {at.x, at.y + (height - size) / 2 - look.px(1)},
                 look.theme.muted, "To try: " + advice, room);
    ImGui::Dummy({room, height});
    ImGui::LogText("%s", ("To try: " + advice).c_str());
    explain(look, advice);
}

ImU32 edge_of(const Theme& t, const Cause& cause) {
    return cause.costs() ? t.bad : cause.kind == CauseKind::calm ? t.good : t.muted;
}

void first_card(DebugView& view, const Cause& cause, bool is_low) {
    const Look& look = view.look;
    const Theme& t = look.theme;
    const ImU32 ground = cause.costs() ? mix(t.panel, t.bad, t.dark ? 0.13f : 0.08f) : t.raised;
    const Card card(look, "##cause", ground, edge_of(t, cause));
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, t.text, cause.title);
    }
    if (!cause.why.empty()) text_in(look, t.text, cause.why);
    if (is_low) {
        const bool has_button = fix_button(view, cause);
        if (!cause.advice.empty()) advice_line(look, cause.advice, has_button);
    } else {
        if (!cause.advice.empty()) text_in(look, t.muted, "To try: " + cause.advice);
        hardware_lines(view, cause);
        fix_button(view, cause);
    }
    if (cause.kind != CauseKind::fault || view.fault_help == nullptr) return;
    if (view.fault_help->card != nullptr) *view.fault_help->card = ImGui::GetFrameCount();
    if (const auto step = fault_buttons(look, *view.fault_help, is_low)) view.fault_step = step;
}

}  // namespace

void draw_cause_card(DebugView& view, std::size_t most, bool is_low) {
    const Look& look = view.look;
    const std::vector<Cause> causes = causes_of(view.now(), context_of(view.state));
    first_card(view, causes.front(), is_low);
    for (std::size_t i = 1; i < std::min(causes.size(), most); ++i) {
        const IdScope id(static_cast<int>(i));
        ImGui::Dummy({0, look.px(2)});
        text_in(look, causes[i].costs() ? look.theme.bad : look.theme.text, causes[i].title);
        if (!causes[i].why.empty()) muted_text(look, causes[i].why);
        if (!causes[i].advice.empty()) muted_text(look, "To try: " + causes[i].advice);
        hardware_lines(view, causes[i]);
        fix_button(view, causes[i]);
    }
}

void draw_cause_line(DebugView& view) {
    const Look& look = view.look;
    const Cause cause = causes_of(view.now(), context_of(view.state)).front();
    const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, look.px(24)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + look.px(3), at.y + size.y}, edge_of(look.theme, cause));
    put_text_cut(list, look.fonts.semibold, look.px(14), {at.x + look.px(11), at.y + (size.y - look.px(14)) / 2 - look.px(1)},
                 look.theme.text, cause.title, size.x - look.px(11));
    ImGui::Dummy(size);
    ImGui::LogText("%s", cause.title.c_str());
    std::string more = cause.title + ".";
    for (const std::string& part : {cause.why, cause.advice})
        if (!part.empty()) more += " " + part;
    explain(look, more);
}

}  // namespace warpwise::ui
