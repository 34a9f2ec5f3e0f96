#include "ui/debugger/cause_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

void first_card(DebugView& view, const Cause& cause) {
    const Look& look = view.look;
    const Theme& t = look.theme;
    const ImU32 ground = cause.costs() ? mix(t.panel, t.bad, t.dark ? 0.13f : 0.08f) : t.raised;
    const Card card(look, "##cause", ground, cause.costs() ? t.bad : cause.kind == CauseKind::calm ? t.good : t.muted);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::body));
        text_in(look, t.text, cause.title);
    }
    if (!cause.why.empty()) text_in(look, t.text, cause.why);
    if (!cause.advice.empty()) text_in(look, t.muted, "To try: " + cause.advice);
}

}  // namespace

void draw_cause_card(DebugView& view, std::size_t most) {
    const Look& look = view.look;
    const std::vector<Cause> causes = causes_of(view.now());
    first_card(view, causes.front());
    for (std::size_t i = 1; i < std::min(causes.size(), most); ++i) {
        const IdScope id(static_cast<int>(i));
        ImGui::Dummy({0, look.px(2)});
        text_in(look, causes[i].costs() ? look.theme.bad : look.theme.text, causes[i].title);
        if (!causes[i].why.empty()) muted_text(look, causes[i].why);
        if (!causes[i].advice.empty()) muted_text(look, "To try: " + causes[i].advice);
    }
}

}  // namespace warpwise::ui
