// A moment in the debugger that the prose leads to: what to look at, and the way there.
#include <fmt/format.h>

#include <algorithm>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/puzzle_cards.h"

namespace warpwise::ui {

void step_card(Workbench& bench, const std::string& id) {
    const auto& all = bench.lesson->steps;
    const auto step = std::ranges::find(all, id, &ShownStep::id);
    if (step == all.end()) return muted_text(bench.look, fmt::format("The lesson has no step '{}'", id));
    const Look& look = bench.look;
    const IdScope scope(id.c_str());
    const Card card(look, "step", mix(look.theme.panel, look.theme.accent, look.theme.dark ? 0.09f : 0.07f), look.theme.accent);
    puzzle_heading(look, "In the debugger", step->title, false);
    puzzle_text(bench, step->look);
    if (primary_button(look, "Step there###step_there")) bench.post(ask::ShowStep{step->id});
    explain(look, fmt::format("Opens the debugger, where warp {} is about to execute a line of {}", step->warp, step->kernel));
}

}  // namespace warpwise::ui
