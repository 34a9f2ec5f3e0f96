#include "ui/debugger/cause_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
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

// Beside the button, or at the left: on one line and as many more as `spare` has room for; the last one is cut where that is not
// all, and the tooltip has the whole. By how much it is higher than one line.
float advice_lines(const Look& look, const std::string& advice, bool is_beside, float spare) {
    const float size = look.px(14), line = size + look.px(3), least = is_beside ? ImGui::GetItemRectSize().y : line;
    if (is_beside) ImGui::SameLine(0, look.px(12));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    const std::string words = "To try: " + advice;
    std::vector<std::string_view> lines;
    for (std::string_view rest = words; !rest.empty();) {
        const bool is_last = static_cast<float>(lines.size() + 2) * line > least + spare;
        const char* const end = rest.data() + rest.size();
        const char* const cut = is_last ? end : look.fonts.regular->CalcWordWrapPosition(size, rest.data(), end, room);
        lines.push_back(rest.substr(0, static_cast<std::size_t>(std::max(cut, rest.data() + 1) - rest.data())));
        rest = trimmed(rest.substr(lines.back().size()));
    }
    const float text = line * static_cast<float>(lines.size()), height = std::max(least, text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const float y = at.y + (height - text) / 2 + line * static_cast<float>(i) + (line - size) / 2 - look.px(1);
        put_text_cut(*ImGui::GetWindowDrawList(), look.fonts.regular, size, {at.x, y}, look.theme.muted, lines[i], room);
    }
    ImGui::Dummy({room, height});
    ImGui::LogText("%s", words.c_str());
    explain(look, advice);
    return height - least;
}

ImU32 edge_of(const Theme& t, const Cause& cause) {
    return cause.costs() ? t.bad : cause.kind == CauseKind::calm ? t.good : t.muted;
}

float first_card(DebugView& view, const Cause& cause, bool is_low, float spare) {
    const Look& look = view.look;
    float more = 0;
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
        if (!cause.advice.empty()) more = advice_lines(look, cause.advice, has_button, spare);
    } else {
        if (!cause.advice.empty()) text_in(look, t.muted, "To try: " + cause.advice);
        hardware_lines(view, cause);
        fix_button(view, cause);
    }
    if (cause.kind != CauseKind::fault || view.fault_help == nullptr) return more;
    if (view.fault_help->card != nullptr) *view.fault_help->card = ImGui::GetFrameCount();
    if (const auto step = fault_buttons(look, *view.fault_help, is_low)) view.fault_step = step;
    return more;
}

}  // namespace

float draw_cause_card(DebugView& view, std::size_t most, bool is_low, float spare) {
    const Look& look = view.look;
    const std::vector<Cause> causes = causes_of(view.now(), context_of(view.state));
    const float more = first_card(view, causes.front(), is_low, spare);
    for (std::size_t i = 1; i < std::min(causes.size(), most); ++i) {
        const IdScope id(static_cast<int>(i));
        ImGui::Dummy({0, look.px(2)});
        text_in(look, causes[i].costs() ? look.theme.bad : look.theme.text, causes[i].title);
        if (!causes[i].why.empty()) muted_text(look, causes[i].why);
        if (!causes[i].advice.empty()) muted_text(look, "To try: " + causes[i].advice);
        hardware_lines(view, causes[i]);
        fix_button(view, causes[i]);
    }
    return more;
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
