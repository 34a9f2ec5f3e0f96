// The view "tile": a shared array of a block that fills. A session of its own collects the requests of all warps of the block; the
// moment is that of the learner's session while there is one, and else the learner's choice.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lesson/tile_view.h"
#include "ui/debugger/access_survey.h"
#include "ui/debugger/debugger_text.h"
#include "ui/debugger/panels.h"
#include "ui/debugger/request_clock.h"
#include "ui/debugger/shown_tile.h"
#include "ui/debugger/tile_facts.h"
#include "ui/debugger/tile_picture.h"
#include "ui/kit/draw.h"
#include "ui/kit/lane_colour.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/panel.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

struct TileState {
    std::shared_ptr<const DebugState> of;  // the end of the survey that the facts were made from
    TileQuestion question;
    TileFacts facts;
    TileNow now;
    std::size_t made_for = static_cast<std::size_t>(-1);  // events of `now`
    std::optional<TileEvent> next;
    RequestClock clock;  // without the learner's session
    int tile = 0;        // of those that the lesson names
    TilePictureState picture;
    bool shown = false;  // in the last frame in which the view was seen
};

TileQuestion question_of(const Workbench& bench, const AccessSurvey& survey, const TileSpec& spec, const std::string& own) {
    const KernelSpec* const kernel = bench.kernel();
    return {.shared = spec.shared,
            .from = name_in_program(kernel, survey.arrays, spec.from),
            .own = own.empty() || !survey.complete ? std::string() : name_in_program(kernel, survey.arrays, own),
            .cols = spec.cols,
            .from_cols = spec.from_cols};
}

void follow_survey(Workbench& bench, TileState& state, const AccessSurvey& survey, const TileSpec& spec, const std::string& own) {
    TileQuestion question = question_of(bench, survey, spec, own);
    if (state.of == survey.end && state.question == question) return;
    state.of = survey.end;
    state.question = std::move(question);
    state.facts = tile_facts(survey.by_warp, state.question);
    state.clock.stop_at(first_filled(state.facts));
    state.made_for = static_cast<std::size_t>(-1);
    state.picture.chosen = -1;
}

// What the warp is about to do, as the learner's session tells it.
std::optional<TileEvent> next_of_session(const TileFacts& facts, const DebugState& now) {
    for (const DebugAccess& access : now.next)
        if (const auto event = event_of(facts, access, now.warp)) return event;
    return std::nullopt;
}

void choose_colours(const Look& look, TileState& state) {
    const std::string names[] = {"By lane", "By warp"};
    const std::string help[] = {"Colours tell the lanes of a warp apart.", "Colours tell the warps apart."};
    int chosen = state.picture.by_warp ? 1 : 0;
    if (segmented(look, "tile_colours", names, chosen, help)) state.picture.by_warp = chosen == 1;
}

// Without a session of the learner.
void draw_moment(const Look& look, TileState& state) {
    constexpr ClockWords kWords{
        "tile", "Filled", "The moment before the tile is read for the first time.",
        "How many of the block's requests to the tile have been made. A request is one load or store of a warp."};
    draw_clock(look, state.clock, state.facts.events.size(), first_filled(state.facts), kWords, [&] {
        place_beside(button_width("By lane") + button_width("By warp"));
        choose_colours(look, state);
    });
}

void draw_tile_legend(const Look& look, const TileState& state) {
    const Theme& t = look.theme;
    std::vector<LegendEntry> legend;
    if (state.picture.by_warp) {
        legend.push_back({LegendEntry::Shape::filled, block_colour(t, 0), "written by warp 0"});
        legend.push_back({LegendEntry::Shape::filled, block_colour(t, 1), "by warp 1"});
    } else {
        legend.push_back({LegendEntry::Shape::filled, lane_colour(t, 0), "written by lane 0"});
        legend.push_back({LegendEntry::Shape::filled, lane_colour(t, 31), "by lane 31"});
    }
    if (state.facts.has_halo()) legend.push_back({LegendEntry::Shape::hatched, t.muted, "halo: not the block's own"});
    if (state.now.never > 0) legend.push_back({LegendEntry::Shape::outlined, mix(t.panel, t.muted, 0.7f), "never written"});
    if (state.next) legend.push_back({LegendEntry::Shape::outlined, t.text, state.next->is_store ? "written next" : "read next"});
    if (state.next && unwritten(state.now, *state.next) > 0)
        legend.push_back({LegendEntry::Shape::hatched, t.warn, "read next, not written yet"});
    draw_legend(look, legend);
}

// `session`: what the learner steps; null: the picture draws with a state of the survey's.
void draw_parts(Workbench& bench, DebuggerState* session, TileState& state) {
    const Look& look = bench.look;
    const std::size_t events = session != nullptr ? events_before(state.facts, session->now->position) : state.clock.requests;
    if (state.made_for != events) {
        state.now = tile_after(state.facts, events);
        state.made_for = events;
    }
    state.next.reset();
    if (session != nullptr)
        state.next = next_of_session(state.facts, *session->now);
    else if (events < state.facts.events.size())
        state.next = state.facts.events[events];
    state.shown = true;
    const bool is_early = state.next && unwritten(state.now, *state.next) > 0;
    text_in(look, is_early ? look.theme.warn : look.theme.text,
            tile_sentence(state.facts, state.now, state.next ? &*state.next : nullptr));
    draw_tile_legend(look, state);
    if (const std::string text = tile_text(state.facts, state.now, state.picture.chosen); !text.empty()) muted_text(look, text);
    if (state.facts.leaves_out) muted_text(look, "The first rows and columns; the others are left out.");
    ImGui::Dummy({0, look.px(2)});
    DebuggerState& drawn_from = session != nullptr ? *session : bench.state<TileSurveys>().shown;
    DebugView drawn{.look = look, .state = drawn_from};
    draw_tile(drawn, state.facts, state.now, state.next ? &*state.next : nullptr, state.picture);
}

void draw_surveyed(Workbench& bench, DebuggerState* session, const AccessSurvey& survey, const TileView& view) {
    const Look& look = bench.look;
    TileState& state = bench.state<TileState>();
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, look.theme.text,
                fmt::format("{}: what its warps write to shared memory", sentence(block_text(survey.block, survey.shape.grid))));
    }
    if (session == nullptr) {
        place_beside(button_width("Step this block"));
        if (small_button(look, "Step this block###step_tile"))
            bench.post(
                ask::Debug{.block = survey.block, .warp = 0, .line = {}, .position = {}, .exercise = bench.debugged_exercise()});
        explain(look, "Opens the debugger at the start of this block. The tile then fills as you step.");
    }
    if (survey.end->fault) text_in(look, look.theme.bad, "The block ends in a fault; what is before it is shown.");
    if (!survey.complete && !survey.end->fault)
        muted_text(look,
                   "Only the first requests of the block are shown. Which elements are halo is known only after a whole run.");
    if (view.tiles.size() > 1) {
        std::vector<std::string> names;
        for (const TileSpec& tile : view.tiles) names.push_back(tile.shared);
        segmented(look, "tile_arrays", names, state.tile);
    }
    state.tile = std::clamp(state.tile, 0, static_cast<int>(view.tiles.size()) - 1);
    follow_survey(bench, state, survey, view.tiles[static_cast<std::size_t>(state.tile)], view.own);
    if (state.facts.events.empty())
        return empty_state(look, fmt::format("The block does not access {}", state.question.shared),
                           "Choose a kernel that fills it.");
    if (session == nullptr) {
        advance(bench, state.clock, state.facts.events.size());
        draw_moment(look, state);
    } else {
        choose_colours(look, state);
    }
    draw_parts(bench, session, state);
}

}  // namespace

void tile_panel(Workbench& bench) {
    const Look& look = bench.look;
    DebuggerState& debugger = bench.state<DebuggerState>();
    TileState& state = bench.state<TileState>();
    state.shown = false;
    const IdScope id("tile");
    const ViewSpec* const spec = bench.lesson != nullptr ? find_tile_view(*bench.lesson, bench.draft.request.kernel) : nullptr;
    if (spec == nullptr) return offer_kernels_with_view(bench, "tile");
    const auto view = tile_view(*spec, bench.draft.request.parameters);
    if (!view) return empty_state(look, sentence(view.error().message), view.error().hint);
    TileSurveys& surveys = bench.state<TileSurveys>();
    DebugOptions options;
    if (debugger.is_open()) {
        options = debugger.subject->options;
        options.block = debugger.now->block;
    }
    const AccessSurvey* const survey = surveys.want(bench, *spec, debugger.is_open() ? &options : nullptr);
    if (survey == nullptr)
        return empty_state(look, "Collecting the accesses", "The warps of a block run in the emulator, line by line.");
    if (survey->problem) return empty_state(look, sentence(survey->problem->message), survey->problem->hint);
    draw_surveyed(bench, debugger.is_open() ? &debugger : nullptr, *survey, *view);
}

Result<ShownTile> shown_tile(Workbench& bench) {
    const TileState& state = bench.state<TileState>();
    if (!state.shown) return failure("there is no tile to export yet", "Open the view Tile and wait until it shows the accesses.");
    return ShownTile{state.facts, state.now, state.next, tile_sentence(state.facts, state.now, state.next ? &*state.next : nullptr),
                     state.picture.by_warp};
}

}  // namespace warpwise::ui
