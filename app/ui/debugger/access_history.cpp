#include "ui/debugger/access_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "ui/kit/draw.h"
#include "ui/kit/lane_colour.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

struct Plot {
    ImVec2 min, max;
    float row = 0, element = 0;
    std::int64_t first = 0;
    Accesses which = Accesses::so_far;
    float x_of(std::int64_t of) const { return min.x + static_cast<float>(of - first) * element; }
};

void draw_row(DebugView& view, const Plot& plot, const DebugAccess& access, float y) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& t = view.look.theme;
    const float height = std::max(1.0f, plot.row - (plot.row > view.look.px(5) ? view.look.px(1.5f) : 0));
    const float width = std::max(plot.element - (plot.element > view.look.px(6) ? 1.0f : 0), view.look.px(2));
    const bool hovers = ImGui::IsItemHovered();
    const ImVec2 mouse = ImGui::GetMousePos();
    for (const int lane : lanes_of(access.mask)) {
        const float x = plot.x_of(access.elements[static_cast<std::size_t>(lane)]);
        const bool marked = view.state.shown_lane() == lane;
        const ImU32 colour = marked ? t.text : lane_colour(t, lane);
        // What is read is an outline, and a thin bar where an outline would have no hole to see.
        const float bar = std::max(1.0f, std::floor(height / 3));
        if (access.is_store || access.is_atomic)
            list.AddRectFilled({x, y}, {x + width, y + height}, colour);
        else if (std::min(width, height) >= view.look.px(8))
            list.AddRect({x, y}, {x + width, y + height}, colour, 0, std::max(1.0f, view.look.px(1.5f)));
        else
            list.AddRectFilled({x, y + (height - bar) / 2}, {x + width, y + (height + bar) / 2}, colour);
        if (!hovers || mouse.y < y || mouse.y >= y + plot.row || mouse.x < x || mouse.x >= x + std::max(width, plot.element))
            continue;
        point_at_lane(view, lane);
        const std::uint64_t ago = view.now().position - std::min(view.now().position, access.position);
        const std::string when = plot.which == Accesses::so_far
                                     ? fmt::format("{} warp instructions ago", with_separators(ago))
                                     : fmt::format("after {} warp instructions of the block", with_separators(access.position));
        text_tooltip(view.look, fmt::format("{}: {} by lane {} on line {}, {}", element_text(access, lane), participle_of(access),
                                            lane, access.line, when));
    }
}

// The array's ends as they are drawn, and between them the first and the last element that is accessed, as far as there is room.
void draw_axis(const Look& look, const Plot& plot, const AccessedArray& array, std::span<const DebugAccess* const> rows, float y) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.px(Fonts::kSmall), gap = look.px(12);
    std::int64_t first = array.last, last = array.first;
    for (const DebugAccess* access : rows)
        for (const int lane : lanes_of(access->mask)) {
            first = std::min(first, access->elements[static_cast<std::size_t>(lane)]);
            last = std::max(last, access->elements[static_cast<std::size_t>(lane)]);
        }
    const auto name = [&](std::int64_t element) { return fmt::format("{}[{}]", array.name, element); };
    const auto width = [&](std::int64_t element) { return text_width(look.fonts.mono, size, name(element)); };
    const auto put = [&](float x, std::int64_t element, float align, ImU32 colour) {
        put_text(list, look.fonts.mono, size, {x, y}, colour, name(element), align);
    };
    put(plot.min.x, array.first, 0, look.theme.muted);
    put(plot.max.x, array.last, 1, look.theme.muted);
    const float from = plot.x_of(first), to = plot.x_of(last + 1);
    float taken = plot.min.x + width(array.first) + gap;
    if (first > array.first && from >= taken && from + width(first) + gap <= plot.max.x - width(array.last)) {
        put(from, first, 0, look.theme.text);
        taken = from + width(first) + gap;
    }
    if (last < array.last && to - width(last) >= taken && to + gap <= plot.max.x - width(array.last))
        put(to, last, 1, look.theme.text);
}

}  // namespace

void AccessHistory::take(const DebugState& now) {
    if (now.warp != warp_ || now.block != block_) accesses_.clear();
    warp_ = now.warp, block_ = now.block;
    const std::uint64_t first = now.last.empty() ? now.position : std::min(now.position, now.last.front().position);
    std::erase_if(accesses_, [&](const DebugAccess& access) { return access.position >= first; });
    accesses_.insert(accesses_.end(), now.last.begin(), now.last.end());
    if (accesses_.size() > kMost)
        accesses_.erase(accesses_.begin(), accesses_.begin() + static_cast<std::ptrdiff_t>(accesses_.size() - kMost));
}

void draw_accesses_over_time(DebugView& view, std::span<const DebugAccess> accesses, const AccessedArray& array, Accesses which) {
    const Look& look = view.look;
    const Theme& t = look.theme;
    std::vector<const DebugAccess*> rows;
    for (const DebugAccess& access : accesses)
        if (is_of(access, array) && access.mask != 0) rows.push_back(&access);
    const float gutter = label_gutter(look), size = look.px(Fonts::kSmall), axis = look.px(20);
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    float height = std::max(room.y - axis - look.px(26), look.px(60));
    const auto most = static_cast<std::size_t>(height / look.px(3));
    const std::size_t all = rows.size();
    if (all > most && which == Accesses::so_far) rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(most));
    if (all > most && which == Accesses::from_the_start) rows.resize(most);
    // What is complete ends with its last row; what goes on has its place kept.
    const float tallest = look.px(which == Accesses::from_the_start ? 28 : 18);
    const auto count = static_cast<float>(std::max<std::size_t>(rows.size(), 1));
    const float row = std::min(height / count, tallest);
    if (which == Accesses::from_the_start) height = count * row;
    Plot plot{
        .min = {at.x + gutter, at.y}, .max = {at.x + room.x - look.px(4), at.y + height}, .first = array.first, .which = which};
    plot.row = row;
    plot.element = (plot.max.x - plot.min.x) / static_cast<float>(array.last - array.first + 1);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(plot.min, plot.max, mix(t.panel, cell_ground(t), 0.45f), look.px(3));
    ImGui::SetCursorScreenPos(plot.min);
    ImGui::InvisibleButton("##accesses", {plot.max.x - plot.min.x, height});
    float told = -1e9f;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const float y = plot.min.y + static_cast<float>(i) * plot.row;
        draw_row(view, plot, *rows[i], y);
        if (y - told < look.px(16)) continue;
        told = y;
        put_text(list, look.fonts.mono, size, {plot.min.x - look.px(8), y + std::max(0.0f, (plot.row - size) / 2) - look.px(1)},
                 t.muted, fmt::format("line {}", rows[i]->line), 1);
    }
    const float below = plot.max.y + look.px(3);
    draw_axis(look, plot, array, rows, below);
    ImGui::SetCursorScreenPos({plot.min.x, below + axis});
    const LegendEntry legend[] = {{LegendEntry::Shape::filled, lane_colour(t, 0), "lane 0"},
                                  {LegendEntry::Shape::filled, lane_colour(t, 15), "lane 15"},
                                  {LegendEntry::Shape::filled, lane_colour(t, 31), "lane 31"},
                                  {LegendEntry::Shape::outlined, t.muted, "read: an outline or a thin bar"},
                                  {LegendEntry::Shape::filled, t.muted, "written"}};
    draw_legend(look, legend);
}

void follow(AccessHistoryState& state, const std::shared_ptr<const DebugState>& now) {
    if (state.taken == now) return;
    state.history.take(*now);
    state.taken = now;
}

void draw_access_history(DebugView& view, AccessHistoryState& state) {
    follow(state, view.state.now);
    const std::vector<AccessedArray> arrays = accessed_arrays(state.history.accesses());
    if (arrays.empty())
        return empty_state(view.look, "No access collected yet",
                           "Each step adds the accesses of the line that this warp executed. A jump, such as a run to a line or a "
                           "click in the timeline, adds none of those on the way.");
    state.array = std::clamp(state.array, 0, static_cast<int>(arrays.size()) - 1);
    std::vector<std::string> names;
    for (const AccessedArray& array : arrays) names.push_back(fmt::format("{} ({})", array.name, name_of(array.space)));
    segmented(view.look, "history_arrays", names, state.array);
    muted_text(view.look, "One row per access at the stops so far, the newest at the bottom. The elements run from left to right.");
    draw_accesses_over_time(view, state.history.accesses(), arrays[static_cast<std::size_t>(state.array)]);
}

}  // namespace warpwise::ui
