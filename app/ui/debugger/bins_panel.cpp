// The view "bins": an array that a block updates with atomics as a heat map, by updates or by how often lanes of one request meet.
// A session of its own collects the requests of all warps of the block; the moment is that of the learner's session while there is
// one.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "ui/debugger/access_pattern.h"
#include "ui/debugger/access_survey.h"
#include "ui/debugger/debug_view.h"
#include "ui/debugger/debugger_text.h"
#include "ui/debugger/panels.h"
#include "ui/debugger/request_clock.h"
#include "ui/debugger/shown_bins.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/panel.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr float kLeastBin = 6, kMostBin = 30, kBinLabels = 18;  // unscaled
constexpr int kBinColumns = 32;

struct BinsState {
    std::shared_ptr<const DebugState> of;  // the end of the survey that the bins were made from
    Bins bins;
    std::vector<BinCount> counts;
    std::size_t made_for = static_cast<std::size_t>(-1);  // requests of `counts`
    RequestClock clock;
    bool shows_waits = true;
    std::int64_t chosen = -1;
    bool shown = false;  // in the last frame in which the view was seen
};

std::int64_t length_of(const AccessSurvey& survey) {
    const auto found = std::ranges::find_if(
        survey.arrays, [&](const DebugArray& one) { return one.name == survey.array && one.space == survey.space; });
    return found != survey.arrays.end() && found->element_bytes != 0
               ? static_cast<std::int64_t>(found->bytes / found->element_bytes)
               : 0;
}

void follow_survey(BinsState& state, const AccessSurvey& survey) {
    if (state.of == survey.end) return;
    state.of = survey.end;
    state.bins = bins_of(survey.by_warp, survey.array, survey.space, length_of(survey));
    state.made_for = static_cast<std::size_t>(-1);
    state.clock.stop_at(state.bins.requests.size());
    state.chosen = -1;
}

std::uint32_t shown_count(const BinsState& state, const BinCount& count) { return state.shows_waits ? count.waits : count.updates; }

struct BinBoard {
    ImVec2 at;
    float pitch = 0;
    int columns = kBinColumns, rows = 0;
    ImVec2 min(std::size_t bin) const {
        return {at.x + pitch * static_cast<float>(bin % static_cast<std::size_t>(columns)),
                at.y + pitch * static_cast<float>(bin / static_cast<std::size_t>(columns))};
    }
};

// From the ground to the full colour by the count; waits are warned of.
ImU32 heat(const Theme& t, bool waits, double share) {
    const ImU32 full = waits ? t.warn : t.series[2];
    return mix(mix(t.panel, cell_ground(t), 0.75f), full, static_cast<float>(share <= 0 ? 0 : 0.18 + 0.82 * share));
}

std::uint32_t highest(const BinsState& state) {
    std::uint32_t most = 1;
    for (const BinCount& count : state.counts) most = std::max(most, shown_count(state, count));
    return most;
}

void draw_cells(const Look& look, const BinsState& state, const BinBoard& board) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& t = look.theme;
    const float size = look.px(Fonts::kSmall);
    const std::uint32_t most = highest(state);
    for (std::size_t bin = 0; bin < state.counts.size(); ++bin) {
        const std::uint32_t count = shown_count(state, state.counts[bin]);
        const ImU32 colour = heat(t, state.shows_waits, static_cast<double>(count) / most);
        const ImVec2 min = board.min(bin), max{min.x + board.pitch - 1, min.y + board.pitch - 1};
        list.AddRectFilled(min, max, colour, board.pitch >= look.px(12) ? look.px(2) : 0);
        const std::string text = std::to_string(count);
        if (count > 0 && text_width(look.fonts.mono, size, text) <= board.pitch - look.px(3) && board.pitch >= size)
            put_text(list, look.fonts.mono, size, {(min.x + max.x) / 2, (min.y + max.y - size) / 2 - look.px(1)},
                     contrast(t.text, colour) >= contrast(t.ground, colour) ? t.text : t.ground, text, 0.5f);
    }
    int step = 1;
    while (board.pitch * static_cast<float>(step) < size + look.px(1)) step *= 2;
    for (int row = 0; row < board.rows; row += step)
        put_text(list, look.fonts.mono, size,
                 {board.at.x - look.px(6), board.at.y + board.pitch * (static_cast<float>(row) + 0.5f) - size / 2 - look.px(1)},
                 t.muted, std::to_string(state.bins.first + std::int64_t{row} * board.columns), 1);
}

// The elements of the request that comes now.
void draw_next_request(const Look& look, const BinsState& state, const BinBoard& board, std::span<const std::int64_t> elements) {
    for (const std::int64_t element : elements) {
        if (element < state.bins.first || element > state.bins.last) continue;
        const ImVec2 min = board.min(static_cast<std::size_t>(element - state.bins.first));
        ImGui::GetWindowDrawList()->AddRect({min.x - 1, min.y - 1}, {min.x + board.pitch, min.y + board.pitch}, look.theme.text, 0,
                                            std::max(1.0f, look.px(1.5f)));
    }
}

void choose_by_keys(BinsState& state, const BinBoard& board) {
    const ImGuiID id = ImGui::GetItemID();
    const auto pressed = [&](ImGuiKey key) {
        ImGui::SetKeyOwner(key, id);
        return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id);
    };
    const std::int64_t moved = pressed(ImGuiKey_RightArrow) - pressed(ImGuiKey_LeftArrow) +
                               board.columns * (pressed(ImGuiKey_DownArrow) - pressed(ImGuiKey_UpArrow));
    if (moved == 0) return;
    const std::int64_t to = state.chosen < state.bins.first ? state.bins.first : state.chosen + moved;
    if (to >= state.bins.first && to <= state.bins.last) state.chosen = to;
}

void draw_bins(const Look& look, BinsState& state, std::span<const std::int64_t> next) {
    if (!ImGui::BeginChild("##bin_cells", {0, 0}, ImGuiChildFlags_NavFlattened)) return ImGui::EndChild();
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float labels = text_width(look.fonts.mono, look.px(Fonts::kSmall), std::to_string(state.bins.last)) + look.px(8);
    BinBoard board{.at = {at.x + labels, at.y + look.px(2)}};
    board.columns = static_cast<int>(std::min<std::size_t>(kBinColumns, std::max<std::size_t>(state.counts.size(), 1)));
    board.rows = (static_cast<int>(state.counts.size()) + board.columns - 1) / board.columns;
    const float fit = std::min((room.x - labels) / static_cast<float>(board.columns),
                               (room.y - look.px(6)) / static_cast<float>(std::max(board.rows, 1)));
    board.pitch = std::floor(std::clamp(fit, look.px(kLeastBin), look.px(kMostBin)));
    ImGui::InvisibleButton(
        "##bins",
        {labels + board.pitch * static_cast<float>(board.columns), board.pitch * static_cast<float>(board.rows) + look.px(4)},
        ImGuiButtonFlags_EnableNav);
    std::int64_t pointed = -1;
    if (ImGui::IsItemHovered()) {
        const ImVec2 mouse = ImGui::GetMousePos();
        const auto column = static_cast<int>(std::floor((mouse.x - board.at.x) / board.pitch)),
                   row = static_cast<int>(std::floor((mouse.y - board.at.y) / board.pitch));
        const std::int64_t element = state.bins.first + std::int64_t{row} * board.columns + column;
        if (column >= 0 && column < board.columns && row >= 0 && element <= state.bins.last) pointed = element;
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) state.chosen = pointed;
        if (pointed >= 0) text_tooltip(look, bin_text(state.bins, state.counts, pointed));
    }
    if (ImGui::IsItemFocused()) choose_by_keys(state, board);
    draw_cells(look, state, board);
    draw_next_request(look, state, board, next);
    for (const std::int64_t marked : {state.chosen, pointed})
        if (marked >= state.bins.first && marked <= state.bins.last) {
            const ImVec2 min = board.min(static_cast<std::size_t>(marked - state.bins.first));
            ImGui::GetWindowDrawList()->AddRect({min.x - 1, min.y - 1}, {min.x + board.pitch, min.y + board.pitch},
                                                look.theme.accent, 0, std::max(1.0f, look.px(2)));
        }
    ImGui::EndChild();
}

void choose_heat(const Look& look, BinsState& state) {
    const std::string names[] = {"Waits", "Updates"};
    const std::string help[] = {
        "For each bin, the updates that came after another lane of the same request: they are made one after another.",
        "For each bin, the updates of all lanes."};
    int chosen = state.shows_waits ? 0 : 1;
    if (segmented(look, "bins_heat", names, chosen, help)) state.shows_waits = chosen == 0;
}

std::vector<std::int64_t> elements_of(std::uint32_t mask, const std::array<std::int64_t, kDebugLanes>& elements) {
    std::vector<std::int64_t> found;
    for (const int lane : lanes_of(mask)) found.push_back(elements[static_cast<std::size_t>(lane)]);
    return found;
}

void draw_bins_legend(const Look& look, const BinsState& state, bool has_next) {
    const std::uint32_t count = highest(state);
    const std::string most =
        fmt::format("{} {}{}", with_separators(count), state.shows_waits ? "wait" : "update", count == 1 ? "" : "s");
    std::vector<LegendEntry> legend{{LegendEntry::Shape::filled, heat(look.theme, state.shows_waits, 0), "none"},
                                    {LegendEntry::Shape::filled, heat(look.theme, state.shows_waits, 1), most}};
    if (has_next) legend.push_back({LegendEntry::Shape::outlined, look.theme.text, "updated next"});
    draw_legend(look, legend);
}

void draw_bins_of(Workbench& bench, const AccessSurvey& survey, const DebuggerState* session) {
    const Look& look = bench.look;
    BinsState& state = bench.state<BinsState>();
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, look.theme.text,
                fmt::format("{}: its updates of {}", sentence(block_text(survey.block, survey.shape.grid)), survey.array));
    }
    if (session == nullptr) {
        place_beside(button_width("Step this block"));
        if (small_button(look, "Step this block###step_bins"))
            bench.post(
                ask::Debug{.block = survey.block, .warp = 0, .line = {}, .position = {}, .exercise = bench.debugged_exercise()});
        explain(look, "Opens the debugger at the start of this block. The bins then fill as you step.");
    }
    if (survey.end->fault) text_in(look, look.theme.bad, "The block ends in a fault; what is before it is shown.");
    if (!survey.complete && !survey.end->fault) muted_text(look, "Only the first requests of the block are shown.");
    follow_survey(state, survey);
    if (state.bins.requests.empty())
        return empty_state(look, fmt::format("The block does not update {}", survey.array), "This view counts atomic operations.");
    const std::size_t all = state.bins.requests.size();
    if (session == nullptr) {
        advance(bench, state.clock, all);
        constexpr ClockWords kWords{
            "bins", "All", "All requests of the block.",
            "How many of the block's requests have been made. A request is one atomic instruction of a warp."};
        draw_clock(look, state.clock, all, all, kWords, [&] {
            place_beside(button_width("Waits") + button_width("Updates"));
            choose_heat(look, state);
        });
    } else {
        choose_heat(look, state);
    }
    const std::size_t made = session != nullptr ? requests_before(state.bins, session->now->position) : state.clock.requests;
    if (state.made_for != made) {
        state.counts = counts_after(state.bins, made);
        state.made_for = made;
    }
    state.shown = true;
    std::vector<std::int64_t> next;
    if (session != nullptr) {
        for (const DebugAccess& access : session->now->next)
            if (access.is_atomic && access.array == survey.array && access.space == survey.space)
                next = elements_of(access.mask, access.elements);
    } else if (made < all) {
        next = elements_of(state.bins.requests[made].mask, state.bins.requests[made].elements);
    }
    text_in(look, look.theme.text, bins_sentence(state.bins, made));
    if (state.bins.left_out > 0) muted_text(look, fmt::format("{} more bins are left out.", with_separators(state.bins.left_out)));
    draw_bins_legend(look, state, !next.empty());
    if (const std::string text = bin_text(state.bins, state.counts, state.chosen); !text.empty()) muted_text(look, text);
    ImGui::Dummy({0, look.px(2)});
    draw_bins(look, state, next);
}

}  // namespace

void bins_panel(Workbench& bench) {
    const Look& look = bench.look;
    DebuggerState& debugger = bench.state<DebuggerState>();
    bench.state<BinsState>().shown = false;
    const IdScope id("bins");
    const ViewSpec* const spec = bench.lesson != nullptr ? find_bins_view(*bench.lesson, bench.draft.request.kernel) : nullptr;
    if (spec == nullptr) return offer_kernels_with_view(bench, "bins");
    DebugOptions options;
    if (debugger.is_open()) {
        options = debugger.subject->options;
        options.block = debugger.now->block;
    }
    const AccessSurvey* const survey = bench.state<BinSurveys>().want(bench, *spec, debugger.is_open() ? &options : nullptr);
    if (survey == nullptr)
        return empty_state(look, "Collecting the accesses", "The warps of a block run in the emulator, line by line.");
    if (survey->problem) return empty_state(look, sentence(survey->problem->message), survey->problem->hint);
    draw_bins_of(bench, *survey, debugger.is_open() ? &debugger : nullptr);
}

Result<ShownBins> shown_bins(Workbench& bench) {
    const BinsState& state = bench.state<BinsState>();
    if (!state.shown) return failure("there are no bins to export yet", "Open the view Bins and wait until it shows the updates.");
    return ShownBins{state.bins, state.made_for, state.shows_waits};
}

}  // namespace warpwise::ui
