// Be the warp: the code stops, the learner chooses lanes or warps, and the step shows what the warp does.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <bit>
#include <memory>

#include "base/text.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/code_lines.h"
#include "ui/lesson/puzzle_cards.h"

namespace warpwise::ui {
namespace {

void start(Workbench& bench, const BeTheWarp& puzzle, WarpCard& card) {
    card.problem.clear();
    auto lesson = std::make_shared<const Lesson>(*bench.lesson);
    card.walking.start([lesson, puzzle, &devices = bench.devices.set](const std::stop_token& stop) {
        return walk(*lesson, puzzle, devices, stop);
    });
}

void take_walk(WarpCard& card) {
    auto ended = card.walking.take();
    if (!ended) return;
    if (*ended)
        card.walk = std::move(**ended);
    else
        card.problem = ended->error().text();
}

std::string warp_state(const DebugWarp& warp) {
    switch (warp.activity) {
        case WarpActivity::at_barrier: return "waits at the barrier";
        case WarpActivity::done: return "has ended";
        case WarpActivity::ready: break;
    }
    return warp.line > 0 ? fmt::format("before line {}", warp.line) : "has not begun";
}

WarpCells cells_of(const WarpStop& asked, const SeenStop& seen) {
    WarpCells cells;
    cells.lanes = asked.choose == WarpStop::Choose::lanes;
    cells.choosable = seen.choosable;
    if (cells.lanes) return cells;
    cells.count = seen.warps.size();
    for (std::size_t i = 0; i < seen.warps.size(); ++i)
        cells.states.push_back(i == asked.warp ? "reaches the barrier now" : warp_state(seen.warps[i]));
    return cells;
}

void mark(WarpCells& cells, const SeenStop& seen, std::uint64_t chosen) {
    cells.chosen = chosen;
    for (std::size_t i = 0; i < cells.count; ++i) {
        const bool mine = (chosen >> i & 1) != 0, right = (seen.right >> i & 1) != 0;
        cells.marks.push_back(mine                             ? (right ? CellMark::right : CellMark::wrong)
                              : right                          ? CellMark::missed
                              : (seen.choosable >> i & 1) != 0 ? CellMark::none
                                                               : CellMark::absent);
    }
}

// "4 lanes stay active: 0 to 3."
std::string what_happened(const WarpStop& asked, const SeenStop& seen) {
    const int count = std::popcount(seen.right);
    const bool lanes = asked.choose == WarpStop::Choose::lanes;
    if (count == 0) return lanes ? "No lane stays active." : "No warp may go on.";
    const std::string places = places_text(seen.right);
    if (lanes)
        return count == 1 ? fmt::format("Lane {} alone stays active.", places)
                          : fmt::format("{} lanes stay active: {}.", count, places);
    return count == 1 ? fmt::format("Warp {} alone may go on.", places) : fmt::format("{} warps may go on: {}.", count, places);
}

// "You chose 6 lanes: 0 to 5."
std::string what_was_chosen(const WarpStop& asked, std::uint64_t chosen) {
    const int count = std::popcount(chosen);
    const std::string_view kind = asked.choose == WarpStop::Choose::lanes ? "lane" : "warp";
    if (count == 0) return fmt::format("You chose no {}.", kind);
    const std::string places = places_text(chosen);
    return count == 1 ? fmt::format("You chose {} {}.", kind, places) : fmt::format("You chose {} {}s: {}.", count, kind, places);
}

// Of the marks that are drawn.
std::string meaning_of_marks(std::uint64_t chosen, std::uint64_t right) {
    std::string text;
    if ((chosen & ~right) != 0) text += "Cross: you chose it, but it does not.";
    if ((right & ~chosen) != 0) text += fmt::format("{}Stripes: it does, but you did not choose it.", text.empty() ? "" : " ");
    return text;
}

void states_of_warps(const Look& look, const WarpCells& cells) {
    for (std::size_t i = 0; i < cells.states.size(); ++i) muted_text(look, fmt::format("Warp {}: {}.", i, cells.states[i]));
}

void choose(Workbench& bench, const BeTheWarp& puzzle, WarpCard& card, std::size_t at) {
    const Look& look = bench.look;
    const WarpStop& asked = puzzle.stops[at];
    const SeenStop& seen = card.walk->stops[at];
    const WarpCells cells = cells_of(asked, seen);
    states_of_warps(look, cells);
    WarpCells shown = cells;
    shown.chosen = card.chosen;
    warp_cells(look, shown, card.chosen, card.painted);
    if (small_button(look, "All##warp")) card.chosen = seen.choosable;
    ImGui::SameLine();
    if (small_button(look, "None##warp")) card.chosen = 0;
    ImGui::SameLine();
    muted_text(look, fmt::format("{} chosen", std::popcount(card.chosen)));
    if (!primary_button(look, "Step##warp")) return;
    bench.lessons.progress[bench.lesson->id].stops[puzzle.id].push_back({card.chosen, card.chosen == seen.right});
    card.stepped = true;
    bench.post(ask::SaveSettings{});
}

void show_step(Workbench& bench, const BeTheWarp& puzzle, WarpCard& card, std::size_t at, const StopAnswer& answer) {
    const Look& look = bench.look;
    const SeenStop& seen = card.walk->stops[at];
    WarpCells cells = cells_of(puzzle.stops[at], seen);
    mark(cells, seen, answer.chosen);
    std::uint64_t unchanged = answer.chosen;
    warp_cells(look, cells, unchanged, card.painted);
    const bool right = answer.chosen == seen.right;
    const WarpStop& asked = puzzle.stops[at];
    if (!right) text_in(look, look.theme.bad, fmt::format("{}  {}", icon::kCross, what_was_chosen(asked, answer.chosen)));
    text_in(look, look.theme.good, fmt::format("{}  {}{}", icon::kCheck, right ? "Right. " : "", what_happened(asked, seen)));
    if (!right) muted_text(look, meaning_of_marks(answer.chosen, seen.right));
    puzzle_gap(look);
    puzzle_text(bench, puzzle.stops[at].why);
    puzzle_gap(look);
    const bool last = at + 1 == puzzle.stops.size();
    if (!primary_button(look, last ? "Finish##warp" : "Next stop##warp")) return;
    card.stepped = false;
    card.chosen = 0;
}

void summary(Workbench& bench, const BeTheWarp& puzzle, WarpCard& card, std::vector<StopAnswer>& answers) {
    const Look& look = bench.look;
    const auto right = std::ranges::count(answers, true, &StopAnswer::right);
    text_in(look, look.theme.text, fmt::format("{} of {} stops right.", right, puzzle.stops.size()));
    for (std::size_t i = 0; i < answers.size(); ++i)
        text_in(look, answers[i].right ? look.theme.good : look.theme.bad,
                fmt::format("{}  {}. {}", answers[i].right ? icon::kCheck : icon::kCross, i + 1, puzzle.stops[i].ask));
    if (!small_button(look, "Once more##warp")) return;
    answers.clear();
    card.stepped = false;
    card.chosen = 0;
    bench.post(ask::SaveSettings{});
}

}  // namespace

void warp_card(Workbench& bench, const std::string& id) {
    const auto& all = bench.lesson->warp_stops;
    const auto puzzle = std::ranges::find(all, id, &BeTheWarp::id);
    if (puzzle == all.end()) return muted_text(bench.look, fmt::format("The lesson has no warp to be called '{}'", id));
    const Look& look = bench.look;
    const IdScope scope(id.c_str());
    WarpCard& state = bench.state<PuzzleCards>().warps[bench.lesson->id + "/" + id];
    take_walk(state);
    std::vector<StopAnswer>& answers = bench.lessons.progress[bench.lesson->id].stops[id];
    if (answers.size() > puzzle->stops.size()) answers.clear();  // the lesson has other stops now
    if (state.walk && state.walk->stops.size() != puzzle->stops.size()) state.walk.reset();
    const bool done = answers.size() == puzzle->stops.size();
    const bool all_right = done && std::ranges::all_of(answers, &StopAnswer::right);
    const ImU32 edge = all_right ? look.theme.good : look.theme.accent;
    const Card card(look, "be_the_warp", mix(look.theme.panel, edge, look.theme.dark ? 0.09f : 0.07f), edge);
    puzzle_heading(look, "Be the warp", puzzle->title, all_right);
    puzzle_text(bench, puzzle->ask);
    if (done && !state.stepped) return summary(bench, *puzzle, state, answers);
    if (!state.walk) {
        const bool running = state.walking.is_running();
        if (running) bench.ongoing.animates = true;
        if (primary_button(look, answers.empty() ? "Start##warp" : "Go on##warp", nullptr, 0, !running))
            start(bench, *puzzle, state);
        explain(look, "The debugger steps the warp to the stops");
        if (running) muted_text(look, "Stepping to the stops ...");
        if (!state.problem.empty()) text_in(look, look.theme.bad, state.problem);
        return;
    }
    const std::size_t at = state.stepped && !answers.empty() ? answers.size() - 1 : answers.size();
    const WarpStop& asked = puzzle->stops[at];
    section_label(
        look, fmt::format("Stop {} of {}: warp {}, line {}", at + 1, puzzle->stops.size(), asked.warp, state.walk->stops[at].line)
                  .c_str());
    draw_code_lines(look, state.walk->source, state.walk->stops[at].line);
    puzzle_gap(look);
    puzzle_text(bench, asked.ask);
    puzzle_gap(look);
    if (state.stepped && !answers.empty()) return show_step(bench, *puzzle, state, at, answers.back());
    choose(bench, *puzzle, state, at);
}

}  // namespace warpwise::ui
