#include "ui/debugger/lane_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/number_text.h"
#include "ui/debugger/access_pattern.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

// To look for a writer is a replay: beyond so many instructions only when it is asked for.
constexpr std::uint64_t kMostLookedThrough = 500'000;

std::string place_of(const Operand& operand, int lane) {
    const auto i = static_cast<std::size_t>(lane);
    const DebugAccess& access = *operand.access;
    if (i < access.places.size() && !access.places[i].empty()) return access.places[i];
    return element_text(access, lane);
}

void value_line(const Look& look, const Operand& operand, int lane) {
    const DebugAccess& access = *operand.access;
    const auto text = [&](const std::optional<DebugValue>& value) {
        const std::string known = value ? text_of(*value, lane) : std::string();
        return known.empty() ? std::string("not set") : known;
    };
    const FontScope font(look.fonts.mono, look.px(18));
    if (!operand.writes()) return text_in(look, look.theme.text, text(access.before));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float size = look.px(18), width = text_width(look.fonts.mono, size, text(access.before));
    text_in(look, look.theme.muted, text(access.before));
    ImGui::SameLine(0, 0);
    const float y = at.y + size * 0.55f, x = at.x + width + look.px(10), end = x + look.px(30);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({x, y}, {end - look.px(6), y}, look.theme.muted, std::max(1.0f, look.px(1.5f)));
    list.AddTriangleFilled({end, y}, {end - look.px(9), y - look.px(4.5f)}, {end - look.px(9), y + look.px(4.5f)},
                           look.theme.muted);
    ImGui::SetCursorScreenPos({end + look.px(10), at.y});
    text_in(look, look.theme.text, access.after ? text(access.after) : std::string("not written"));
}

std::string what_the_line_does(const DebugView& view, const Operand& operand, int lane) {
    const std::string who = fmt::format("warp {}, lane {}", view.now().warp, lane);
    if (operand.when == Operand::When::done)
        return fmt::format("{} at line {} by {}.", sentence(std::string(participle_of(*operand.access))), operand.access->line,
                           who);
    return fmt::format("Line {} {} {} it: {}.", operand.access->line, operand.when == Operand::When::faults ? "would" : "will",
                       verb_of(*operand.access), who);
}

std::string last_write_text(const DebugWrite& write) {
    return fmt::format("line {}, warp {}, lane {}, at instruction {}", write.access.line, write.warp, write.lane,
                       with_separators(write.access.position));
}

void writer_lines(DebugView& view, LaneCardState& state, const Operand& operand, const DebugBytes& bytes) {
    const Look& look = view.look;
    const bool is_long = view.now().position > kMostLookedThrough;
    const auto& known = view.state.writer;
    const std::string_view title = operand.writes() ? "Last written before" : "Last written";
    if (is_long && state.asked != bytes) {
        if (small_button(look, "Find who wrote it last###find_writer")) state.asked = bytes;
        return;
    }
    view.state.wanted_writer = bytes;
    if (!known || known->of != bytes) return muted_text(look, fmt::format("{}: being looked for", title));
    if (!known->write) return muted_text(look, fmt::format("{}: never in this block", title));
    if (known->write->access.position != operand.access->position)
        muted_text(look, fmt::format("{}: {}", title, last_write_text(*known->write)));
    if (small_button(look, "Go to the write###go_to_write"))
        view.command = DebugCommand{.go = DebugGo::back_to_write, .address = bytes.address, .breakpoints = {}};
    explain(look, "Goes back to just before this element was last written.");
    ImGui::SameLine();
}

void fault_lines(DebugView& view, const DebugAccess& access) {
    const Look& look = view.look;
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, look.theme.bad, "No such element");
    }
    const auto start = array_start(access, view.state.arrays ? std::span(*view.state.arrays) : std::span<const DebugArray>());
    if (!view.state.arrays || !start) return;
    for (const DebugArray& array : *view.state.arrays) {
        if (array.name != access.array || array.address != *start || array.element_bytes == 0) continue;
        const std::uint64_t count = array.bytes / array.element_bytes;
        text_in(look, look.theme.text,
                count <= 1
                    ? fmt::format("{} has {}.", array.name, count == 0 ? "no elements" : "one element, [0]")
                    : fmt::format("{0} has {1} elements, {0}[0] to {0}[{2}].", array.name, with_separators(count), count - 1));
        return;
    }
}

}  // namespace

void draw_value_card(DebugView& view, LaneCardState& state, const Operand& operand, int lane) {
    const Look& look = view.look;
    const Theme& t = look.theme;
    const DebugAccess& access = *operand.access;
    const bool faults = (access.faulting >> lane & 1) != 0;
    const Card card(look, "##value", faults ? mix(t.panel, t.bad, t.dark ? 0.13f : 0.08f) : t.raised, faults ? t.bad : t.accent);
    {
        const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
        text_in(look, t.muted, place_of(operand, lane));
    }
    if (faults) return fault_lines(view, access);
    value_line(look, operand, lane);
    text_in(look, t.text, what_the_line_does(view, operand, lane));
    if (access.space != MemorySpace::global && access.space != MemorySpace::shared) return;
    const DebugBytes bytes{access.addresses[static_cast<std::size_t>(lane)], access.bytes};
    writer_lines(view, state, operand, bytes);
    const bool watched = is_watched(view.state, bytes);
    if (small_button(look, watched ? "Do not stop when it changes###watch" : "Stop when it changes###watch"))
        toggle_watch(view.state, place_of(operand, lane), bytes);
    explain(look, "A run, forwards or back, stops after the write that changes this element.");
}

}  // namespace warpwise::ui
