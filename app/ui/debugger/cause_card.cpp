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

void hardware_lines(const DebugView& view, const Cause& cause) {
    if (view.help == nullptr) return;
    for (const HardwareCounts& counts : view.help->counted)
        if (const std::string text = hardware_text(cause, counts); !text.empty()) muted_text(view.look, text);
}

void fix_button(DebugView& view, const Cause& cause) {
    if (view.help == nullptr) return;
    const auto fix = view.help->fixes.find(fix_name(cause.kind));
    if (fix == view.help->fixes.end()) return;
    if (small_button(view.look, "Show the fix###show_fix")) view.show_fix = fix->first;
    explain(view.look, fmt::format("What changes from this kernel to {}",
                                   fix->second.kernel.empty() ? fix->second.title : '"' + fix->second.title + '"'));
}

void first_card(DebugView& view, const Cause& cause, bool is_low) {
    const Look& look = view.look;
    const Theme& t = look.theme;
    const ImU32 ground = cause.costs() ? mix(t.panel, t.bad, t.dark ? 0.13f : 0.08f) : t.raised;
    const Card card(look, "##cause", ground, cause.costs() ? t.bad : cause.kind == CauseKind::calm ? t.good : t.muted);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, t.text, cause.title);
    }
    if (!cause.why.empty()) text_in(look, t.text, cause.why);
    if (!cause.advice.empty()) text_in(look, t.muted, "To try: " + cause.advice);
    hardware_lines(view, cause);
    fix_button(view, cause);
    if (cause.kind != CauseKind::fault || view.fault_help == nullptr) return;
    if (view.fault_help->card != nullptr) *view.fault_help->card = ImGui::GetFrameCount();
    if (const auto step = fault_buttons(look, *view.fault_help, is_low)) view.fault_step = step;
}

}  // namespace

void draw_cause_card(DebugView& view, std::size_t most, bool is_low) {
    const Look& look = view.look;
    const std::vector<Cause> causes =
        causes_of(view.now(), view.state.arrays ? std::span(*view.state.arrays) : std::span<const DebugArray>());
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

}  // namespace warpwise::ui
