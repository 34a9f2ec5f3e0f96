#include "ui/timing/ranks_canvas.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/kit/draw.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/timing/ranks_words.h"

namespace warpwise::ui {
namespace {

constexpr float kArrowRoom = 8;  // unscaled; with less for each, arrows cover each other

ImU32 colour_of_call(const Theme& theme, RankBar bar) {
    switch (bar) {
        case RankBar::kernel: return theme.series[4];
        case RankBar::copy: return theme.series[2];
        case RankBar::send: return theme.blocks[0];
        case RankBar::receive: return theme.blocks[2];
        case RankBar::exchange: return mix(theme.blocks[0], theme.blocks[2], 0.5f);
        case RankBar::collective: return theme.blocks[1];
        case RankBar::wait: return theme.blocks[3];
        case RankBar::finalize: break;
    }
    return theme.line;
}

struct RanksCanvas {
    ImVec2 min, max;
    float row = 0;
    TimeWindow window;  // ms
    float x_of(double seconds) const {
        return min.x + (max.x - min.x) * static_cast<float>((1e3 * seconds - window.begin_ms) / window.length());
    }
    double ms_at(float x) const { return window.begin_ms + window.length() * static_cast<double>((x - min.x) / (max.x - min.x)); }
    float top_of(int rank) const { return min.y + static_cast<float>(rank) * row; }
    float middle_of(int rank) const { return top_of(rank) + row / 2; }
    // On GPUs, launches and copies run while their rank is in a call: they have the upper part of its row.
    bool is_split = false;
    struct Band {
        float top = 0, bottom = 0;
    };
    // Below the calls: messages that are under way while the rank does something else.
    Band flight_band(int rank) const {
        const float from = is_split ? 0.90f : 0.78f;
        return {top_of(rank) + row * from, top_of(rank) + row * (from + 0.07f)};
    }
    Band band(int rank, bool is_gpu) const {
        const float from = !is_split ? 0.28f : is_gpu ? 0.14f : 0.52f, to = !is_split ? 0.72f : is_gpu ? 0.48f : 0.86f;
        return {top_of(rank) + row * from, top_of(rank) + row * to};
    }
};

void draw_ranks_axis(ImDrawList& list, const Look& look, const RanksCanvas& canvas) {
    const int most = std::max(2, static_cast<int>((canvas.max.x - canvas.min.x) / look.px(90)));
    const auto ticks = linear_ticks(canvas.window.length(), most);
    const double step = ticks.size() > 1 ? ticks[1] : canvas.window.length();
    for (double at = std::ceil(canvas.window.begin_ms / step - 1e-9) * step; at <= canvas.window.end_ms + step * 1e-9; at += step) {
        const float x = std::floor(canvas.x_of(at / 1e3));
        list.AddRectFilled({x, canvas.min.y}, {x + 1, canvas.max.y}, mix(look.theme.panel, look.theme.line, 0.6f));
        const float align = x < canvas.min.x + look.px(10) ? 0.0f : x > canvas.max.x - look.px(20) ? 1.0f : 0.5f;
        put_text(list, look.fonts.mono, look.px(Fonts::kSmall), {x, canvas.max.y + look.px(3)}, look.theme.muted,
                 std::abs(at) < step * 1e-6 ? "0" : short_duration(at), align);
    }
}

struct Pointed {
    int rank = -1;
    std::size_t call = 0;
    const RankLaunch* launch = nullptr;
};

// Their bars; what the mouse is on.
Pointed draw_calls(ImDrawList& list, const Look& look, const RanksCanvas& canvas, const RanksState& state) {
    const RankTimeline& timeline = state.last->timeline;
    const ImVec2 mouse = ImGui::GetMousePos();
    Pointed pointed;
    const auto bar = [&](int rank, double begin, double end, bool is_gpu, ImU32 colour) {
        const RanksCanvas::Band band = canvas.band(rank, is_gpu);
        const ImVec2 a{std::floor(canvas.x_of(begin)), band.top}, b{std::max(a.x + look.px(2), canvas.x_of(end)), band.bottom};
        list.AddRectFilled(a, b, colour);
        return mouse.x >= a.x && mouse.x < b.x && mouse.y >= a.y && mouse.y < b.y;
    };
    for (int rank = 0; rank < static_cast<int>(timeline.rows.size()); ++rank) {
        const RankTimeline::Row& row = timeline.rows[static_cast<std::size_t>(rank)];
        for (const RankFlight& flight : row.flights) {
            const RanksCanvas::Band band = canvas.flight_band(rank);
            list.AddRectFilled({canvas.x_of(flight.begin_s), band.top},
                               {std::max(canvas.x_of(flight.begin_s) + look.px(2), canvas.x_of(flight.end_s)), band.bottom},
                               colour_of_call(look.theme, RankBar::exchange));
        }
        for (const RankCopy& copy : row.copies)
            bar(rank, copy.begin_s, copy.end_s, true, colour_of_call(look.theme, RankBar::copy));
        for (const RankLaunch& launch : row.launches)
            if (bar(rank, launch.begin_s, launch.end_s, true, colour_of_call(look.theme, RankBar::kernel)))
                pointed = {rank, 0, &launch};
        for (std::size_t i = 0; i < row.calls.size(); ++i) {
            const MpiCall& call = row.calls[i];
            const ImU32 colour = call.end_s ? colour_of_call(look.theme, bar_of(call)) : look.theme.bad;
            const double end = call.end_s.value_or(timeline.length_s);
            if (bar(rank, call.begin_s, end, false, colour)) pointed = {rank, i, nullptr};
            if (const RankPause* pause = timeline.pause_of(rank, i)) {
                const RanksCanvas::Band band = canvas.band(rank, false);
                const ImVec2 a{canvas.x_of(pause->begin_s), band.top}, b{canvas.x_of(pause->end_s), band.bottom};
                if (b.x - a.x > look.px(2)) {
                    list.AddRectFilled(a, b, mix(look.theme.panel, pause->is_for_ever ? look.theme.bad : look.theme.warn, 0.25f));
                    draw_hatch(list, a, b, pause->is_for_ever ? look.theme.bad : look.theme.warn, look.px(6));
                    list.AddRect(a, b, pause->is_for_ever ? look.theme.bad : look.theme.warn);
                }
            }
            if (state.chosen_rank == rank && state.chosen_call == i)
                list.AddRect({canvas.x_of(call.begin_s) - look.px(2), canvas.band(rank, false).top - look.px(4)},
                             {std::max(canvas.x_of(end), canvas.x_of(call.begin_s) + look.px(2)) + look.px(2),
                              canvas.band(rank, false).bottom + look.px(4)},
                             look.theme.accent, look.px(2), look.px(2));
        }
    }
    return pointed;
}

void draw_arrow(ImDrawList& list, const Look& look, ImVec2 from, ImVec2 to, ImU32 colour, float width) {
    const float dx = to.x - from.x, dy = to.y - from.y, length = std::sqrt(dx * dx + dy * dy);
    if (length < 1) return;
    const float ux = dx / length, uy = dy / length, head = look.px(7);
    const ImVec2 base{to.x - ux * head, to.y - uy * head};
    list.AddLine(from, base, colour, width);
    list.AddTriangleFilled(to, {base.x - uy * head * 0.5f, base.y + ux * head * 0.5f},
                           {base.x + uy * head * 0.5f, base.y - ux * head * 0.5f}, colour);
}

void draw_messages(ImDrawList& list, const Look& look, const RanksCanvas& canvas, const RankTimeline& timeline) {
    const auto edge_of = [&](int rank, bool is_down) {
        const RanksCanvas::Band calls = canvas.band(rank, false);
        return is_down ? calls.bottom : calls.top;
    };
    const auto is_seen = [&](const RankMessage& message) {
        return canvas.x_of(message.received_s) >= canvas.min.x && canvas.x_of(message.sent_s) <= canvas.max.x;
    };
    // Arrows that would cover each other, and the bars, are thin lines through which one sees, without heads.
    const auto seen = static_cast<float>(std::ranges::count_if(timeline.messages, is_seen));
    const bool is_dense = seen * look.px(kArrowRoom) > canvas.max.x - canvas.min.x;
    for (const RankMessage& message : timeline.messages) {
        if (!is_seen(message)) continue;
        const bool is_down = message.to > message.from;
        const ImVec2 from{canvas.x_of(message.sent_s), edge_of(message.from, is_down)};
        const ImVec2 to{canvas.x_of(message.received_s), edge_of(message.to, !is_down)};
        if (is_dense)
            list.AddLine(from, to, with_alpha(look.theme.text, 0.22f), 1);
        else
            draw_arrow(list, look, from, to, look.theme.text, look.px(1.5f));
    }
    // Where a rank waits for ever: for whom.
    for (const RankPause& pause : timeline.pauses) {
        if (!pause.is_for_ever || pause.waits_for < 0 || pause.waits_for >= static_cast<int>(timeline.rows.size())) continue;
        const bool is_down = pause.waits_for > pause.rank;
        const float edge = canvas.row * 0.22f,
                    x = canvas.x_of((pause.begin_s + pause.end_s) / 2) + (is_down ? -1 : 1) * look.px(12);
        draw_arrow(list, look, {x, canvas.middle_of(pause.rank) + (is_down ? edge : -edge)},
                   {x, canvas.middle_of(pause.waits_for) + (is_down ? -edge : edge)}, look.theme.bad, look.px(2));
    }
}

void choose_next(RanksState& state, int rank, std::ptrdiff_t step) {
    const auto& rows = state.last->timeline.rows;
    rank = std::clamp(rank, 0, static_cast<int>(rows.size()) - 1);
    const auto count = static_cast<std::ptrdiff_t>(rows[static_cast<std::size_t>(rank)].calls.size());
    if (count == 0) return;
    const std::ptrdiff_t from = state.chosen_rank < 0 ? (step > 0 ? -1 : count) : static_cast<std::ptrdiff_t>(state.chosen_call);
    state.chosen_rank = rank;
    state.chosen_call = static_cast<std::size_t>(std::clamp(from + step, std::ptrdiff_t{0}, count - 1));
}

void move_ranks_window(RanksState& state, const RanksCanvas& canvas, const TimeWindow& whole) {
    const ImGuiIO& io = ImGui::GetIO();
    const double at = std::clamp(canvas.ms_at(io.MousePos.x), canvas.window.begin_ms, canvas.window.end_ms);
    if (ImGui::IsItemHovered() && io.MouseWheel != 0)
        state.window = zoomed(canvas.window, whole, at, std::pow(0.8, static_cast<double>(io.MouseWheel)));
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2))
        state.window = panned(canvas.window, whole, canvas.ms_at(io.MousePos.x - io.MouseDelta.x) - canvas.ms_at(io.MousePos.x));
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) state.window = whole;
    if (!ImGui::IsItemFocused()) return;
    const double middle = (canvas.window.begin_ms + canvas.window.end_ms) / 2, step = canvas.window.length() / 10;
    if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) state.window = zoomed(canvas.window, whole, middle, 0.8);
    if (ImGui::IsKeyPressed(ImGuiKey_PageDown)) state.window = zoomed(canvas.window, whole, middle, 1.25);
    if (ImGui::IsKeyPressed(ImGuiKey_Home)) state.window = panned(canvas.window, whole, -step);
    if (ImGui::IsKeyPressed(ImGuiKey_End)) state.window = panned(canvas.window, whole, step);
    if (ImGui::IsKeyPressed(ImGuiKey_Period)) choose_next(state, state.chosen_rank, +1);
    if (ImGui::IsKeyPressed(ImGuiKey_Comma)) choose_next(state, state.chosen_rank, -1);
    if (ImGui::IsKeyPressed(ImGuiKey_Slash)) {
        const int ranks = static_cast<int>(state.last->timeline.rows.size());
        state.chosen_rank = (state.chosen_rank + 1) % std::max(1, ranks);
        state.chosen_call = 0;
    }
}

}  // namespace

void draw_ranks_legend(const Look& look, const RankTimeline& timeline, bool is_on_gpus) {
    std::vector<RankBar> bars;
    for (const RankTimeline::Row& row : timeline.rows) {
        if (!row.launches.empty()) bars.push_back(RankBar::kernel);
        if (!row.copies.empty()) bars.push_back(RankBar::copy);
        for (const MpiCall& call : row.calls)
            if (call.end_s) bars.push_back(bar_of(call));
    }
    std::ranges::sort(bars);
    bars.erase(std::ranges::unique(bars).begin(), bars.end());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.px(Fonts::kSmall);
    bool is_first = true;
    const auto entry = [&](const std::string& text, const auto& draw) {
        const float width = look.px(26) + text_width(look.fonts.regular, size, text) + look.px(10);
        if (!is_first) place_beside(width);
        is_first = false;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy({width, look.px(18)});
        draw(ImVec2{at.x, at.y + look.px(3)}, ImVec2{at.x + look.px(18), at.y + look.px(15)});
        put_text(list, look.fonts.regular, size, {at.x + look.px(25), at.y + look.px(1)}, look.theme.muted, text);
    };
    for (const RankBar bar : bars)
        entry(label_of(bar), [&](ImVec2 a, ImVec2 b) { list.AddRectFilled(a, b, colour_of_call(look.theme, bar)); });
    const bool is_stuck = timeline.is_stuck();
    if (!timeline.pauses.empty())
        entry(is_stuck ? "waits for ever" : "waits for another rank", [&](ImVec2 a, ImVec2 b) {
            const ImU32 colour = is_stuck ? look.theme.bad : look.theme.warn;
            list.AddRectFilled(a, b, mix(look.theme.panel, colour, 0.25f));
            draw_hatch(list, a, b, colour, look.px(6));
            list.AddRect(a, b, colour);
        });
    if (std::ranges::any_of(timeline.rows, [](const RankTimeline::Row& row) { return !row.flights.empty(); }))
        entry("message under way, until the end of MPI_Wait", [&](ImVec2 a, ImVec2 b) {
            list.AddRectFilled({a.x, (a.y + b.y) / 2 - look.px(2)}, {b.x, (a.y + b.y) / 2 + look.px(2)},
                               colour_of_call(look.theme, RankBar::exchange));
        });
    if (!timeline.messages.empty())
        entry("message: from the send to the end of the receive", [&](ImVec2 a, ImVec2 b) {
            draw_arrow(list, look, {a.x, (a.y + b.y) / 2}, {b.x, (a.y + b.y) / 2}, look.theme.text, look.px(1.5f));
        });
    if (is_on_gpus) muted_text(look, "In each row: above, what the GPU does; below, the rank's calls.");
}

void draw_ranks_canvas(const Look& look, RanksState& state) {
    const RankTimeline& timeline = state.last->timeline;
    const TimeWindow whole{0, std::max(1e-6, 1e3 * timeline.length_s * 1.02)};
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const auto rows = static_cast<float>(std::max<std::size_t>(1, timeline.rows.size()));
    RanksCanvas canvas;
    canvas.window = state.window.length() > 0 ? panned(state.window, whole, 0) : whole;
    canvas.is_split = !state.last->gpus.gpus.empty();
    canvas.row = std::clamp((room.y - look.px(150)) / rows, look.px(canvas.is_split ? 52 : 34), look.px(64));
    canvas.min = {at.x + look.px(60), at.y};
    canvas.max = {at.x + std::max(room.x - look.px(8), look.px(160)), at.y + canvas.row * rows};
    ImGui::InvisibleButton("##ranks_canvas", {canvas.max.x - at.x, canvas.max.y - at.y + look.px(22)}, ImGuiButtonFlags_EnableNav);
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    move_ranks_window(state, canvas, whole);
    canvas.window = state.window.length() > 0 ? panned(state.window, whole, 0) : whole;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_ranks_axis(list, look, canvas);
    for (int rank = 0; rank < static_cast<int>(timeline.rows.size()); ++rank) {
        if (rank > 0)
            list.AddLine({canvas.min.x, canvas.top_of(rank)}, {canvas.max.x, canvas.top_of(rank)},
                         mix(look.theme.panel, look.theme.line, 0.6f));
        put_text(list, look.fonts.semibold, look.px(Fonts::kSmall),
                 {canvas.min.x - look.px(10), canvas.middle_of(rank) - look.px(8)}, look.theme.text, fmt::format("rank {}", rank),
                 1);
    }
    list.PushClipRect(canvas.min, {canvas.max.x + 1, canvas.max.y}, true);
    const Pointed pointed = draw_calls(list, look, canvas, state);
    draw_messages(list, look, canvas, timeline);
    list.PopClipRect();
    if (!ImGui::IsItemHovered() || pointed.rank < 0) return;
    if (pointed.launch != nullptr)
        return text_tooltip(look,
                            fmt::format("Rank {}: kernel {}{}, {}{}", pointed.rank, pointed.launch->kernel,
                                        pointed.launch->line > 0 ? fmt::format(" (line {})", pointed.launch->line) : std::string(),
                                        short_duration(1e3 * (pointed.launch->end_s - pointed.launch->begin_s)),
                                        state.last->gpus.gpus.empty() ? " in the emulator" : ""));
    text_tooltip(look, call_sentence(timeline, pointed.rank, pointed.call));
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) state.chosen_rank = pointed.rank, state.chosen_call = pointed.call;
}

}  // namespace warpwise::ui
