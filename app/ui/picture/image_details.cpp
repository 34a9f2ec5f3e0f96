#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/picture/image_view.h"
#include "ui/threads/thread_grid.h"
#include "ui/threads/thread_text.h"

namespace warpwise::ui {
namespace {

constexpr float kBarsHeight = 130;  // unscaled

// A bar for each lane, as high as its share of the turns that the warp takes.
void draw_bars(const ImageScene& s, const WarpLanes& warp, std::uint64_t thread) {
    const Look& look = s.wb.look;
    const Theme& t = look.theme;
    const float width = ImGui::GetContentRegionAvail().x, height = look.px(kBarsHeight), pitch = width / kWarpSize;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
        const float x0 = at.x + pitch * static_cast<float>(lane), x1 = x0 + std::max(1.0f, pitch - look.px(1.5f));
        list.AddRectFilled({x0, at.y}, {x1, at.y + height}, t.raised);
        const auto& value = warp.value[lane];
        if (!value) {
            draw_hatch(list, {x0, at.y}, {x1, at.y + height}, t.line, look.px(5));
            continue;
        }
        const float share = warp.most > 0 ? static_cast<float>(*value / warp.most) : 1;
        const bool is_chosen = warp.first_thread + lane == thread;
        list.AddRectFilled({x0, at.y + height * (1 - share)}, {x1, at.y + height},
                           is_chosen ? t.accent : mix(t.raised, t.accent, 0.55f), look.px(2));
    }
    list.AddLine({at.x, at.y}, {at.x + width, at.y}, t.warn, look.px(1.5f));
    ImGui::InvisibleButton("##lanes", {width, height});
    if (!ImGui::IsItemHovered()) return;
    const auto lane = static_cast<std::uint64_t>(std::clamp((ImGui::GetMousePos().x - at.x) / pitch, 0.0f, 31.0f));
    const auto& value = warp.value[lane];
    text_tooltip(s.wb.look,
                 value ? fmt::format("lane {}: {} {}", lane, *value, s.spec.lanes) : fmt::format("lane {} has no pixel", lane));
}

void lanes_section(const ImageScene& s, std::uint64_t thread) {
    const Look& look = s.wb.look;
    section_label(look, sentence(fmt::format("{} of the 32 lanes of this warp", s.spec.lanes)).c_str());
    const WarpLanes warp = lanes_of_warp(s.state.map, s.values, thread);
    draw_bars(s, warp, thread);
    muted_text(look, fmt::format("The warp takes {} {}, as many as its slowest lane.",
                                 with_separators(static_cast<std::int64_t>(warp.most)), s.spec.lanes));
    const FontScope font(look.fonts.semibold, look.px(14));
    const double useful = warp.useful();
    text_in(look, lanes_ink(look.theme, useful), fmt::format("{:.0f} % of its lanes' {} did work", 100 * useful, s.spec.lanes));
}

}  // namespace

ImU32 lanes_ink(const Theme& theme, double useful) { return useful > 0.9 ? theme.good : theme.warn; }

std::optional<ChosenPixel> chosen_pixel(const ImageScene& s, std::optional<std::array<int, 2>> pixel) {
    if (!pixel || (*pixel)[0] >= s.spec.width || (*pixel)[1] >= s.spec.height) return std::nullopt;
    ChosenPixel chosen{*pixel, std::int64_t{(*pixel)[1]} * s.spec.width + (*pixel)[0], 0, std::nullopt};
    if (static_cast<std::size_t>(chosen.element) >= s.values.size()) return std::nullopt;
    chosen.value = s.values.value(static_cast<std::size_t>(chosen.element));
    // The map is of the draft's launch; a picture of another size has other threads.
    if (s.state.map.width == s.spec.width && s.state.map.height == s.spec.height)
        chosen.thread = s.state.map.thread(chosen.element);
    return chosen;
}

void image_details(ImageScene& s) {
    const Look& look = s.wb.look;
    const auto chosen = chosen_pixel(s, s.state.chosen);
    if (!chosen) {
        section_label(look, "Pixel");
        muted_text(look, s.state.moves && !s.state.inspects
                             ? "Choose Inspect and click a pixel, or click with Shift held: the thread that writes it, its formula "
                               "with its own numbers, and its place in its warp are shown here."
                             : "Click a pixel: the thread that wrote it, its formula with its own numbers, and its warp are shown "
                               "here.");
        return;
    }
    heading(look, fmt::format("Pixel ({}, {})", chosen->pixel[0], chosen->pixel[1]));
    if (!chosen->thread) {
        muted_text(look, "Which thread writes it is not known yet. Run (F5) on the emulator to find out.");
    } else {
        muted_text(look, place_text(s.state.map.shape, *chosen->thread));
        if (const std::string index = index_text(launch_facts(s.wb).facts, *chosen->thread); !index.empty()) {
            const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
            text_in(look, look.theme.text, index);
        }
    }
    if (const std::string about =
            about_pixel(s.spec, s.record->request.parameters, chosen->pixel[0], chosen->pixel[1], chosen->value);
        !about.empty())
        text_in(look, look.theme.text, about);
    if (chosen->thread && !s.spec.lanes.empty()) lanes_section(s, *chosen->thread);
    if (chosen->thread && quiet_button(look, "Show this thread in the grid##image")) {
        s.wb.pointing.chosen_thread = chosen->thread;
        s.wb.post(ask::FocusView{"thread_grid"});
    }
    if (chosen->thread && !s.spec.packed && !s.state.moves && quiet_button(look, "Debug its last write##image"))
        s.wb.post(ask::DebugLastWrite{
            .array = s.spec.array, .element = chosen->element, .block = place_of(s.state.map.shape, *chosen->thread).block});
}

void show_pixel_tooltip(const ImageScene& s, std::array<int, 2> pixel) {
    const auto hovered = chosen_pixel(s, pixel);
    if (!hovered || !begin_tooltip(s.wb.look)) return;
    const Look& look = s.wb.look;
    {
        const FontScope font(look.fonts.semibold, look.px(14));
        ImGui::TextUnformatted(fmt::format("Pixel ({}, {}): {}{}", pixel[0], pixel[1],
                                           s.values.text(static_cast<std::size_t>(hovered->element)),
                                           s.spec.lanes.empty() ? "" : " " + s.spec.lanes)
                                   .c_str());
    }
    if (s.before.size() > static_cast<std::size_t>(hovered->element)) {
        const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
        ImGui::TextUnformatted(
            fmt::format("{} before the run: {}", s.spec.before, s.before.text(static_cast<std::size_t>(hovered->element))).c_str());
    }
    if (hovered->thread) {
        const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
        ImGui::TextColored(to_vec4(look.theme.muted), "%s", place_text(s.state.map.shape, *hovered->thread).c_str());
    }
    ImGui::EndTooltip();
}

}  // namespace warpwise::ui
