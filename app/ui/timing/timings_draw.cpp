#include "ui/timing/timings_draw.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/draw.h"
#include "ui/timing/phase_look.h"
#include "ui/timing/recordings_shown.h"

namespace warpwise::ui {
ImU32 row_colour(const Theme& t, const TimingRow& row) {
    return row.recorded ? recorded_colour(t, row.recording, row.id) : device_colour(t, row.id);
}

std::string device_title(const DeviceId& id, const std::string& name) {
    return title_of(DeviceInfo{id.kind, name, {}, id.ordinal});
}

std::string row_title(const TimingRow& row) { return row.recorded ? row.device : device_title(row.id, row.device); }

void draw_phase(ImDrawList& list, const Look& look, std::string_view phase, ImU32 kernel, ImVec2 a, ImVec2 b) {
    const PhaseLook p = phase_look(phase);
    const Theme& t = look.theme;
    const ImU32 fill = p.colour == PhaseLook::Colour::device ? kernel
                       : p.colour == PhaseLook::Colour::grey ? mix(t.panel, t.muted, 0.4f)
                                                             : t.series[p.series];
    list.AddRectFilled(a, b, fill);
    const ImU32 ink = mix(fill, t.panel, 0.4f);
    const float step = look.px(6);
    if (p.pattern == PhaseLook::Pattern::hatch) draw_hatch(list, a, b, ink, step);
    if (p.pattern == PhaseLook::Pattern::across) draw_stripes(list, a, b, ink, step, true);
    if (p.pattern == PhaseLook::Pattern::down) draw_stripes(list, a, b, ink, step, false);
}

void draw_dashed_line(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 colour, float dash, float thickness) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (!(length > 0) || length > 1e5f) return;
    const ImVec2 step{(to.x - from.x) / length, (to.y - from.y) / length};
    for (float at = 0; at < length; at += 2 * dash) {
        const float end = std::min(at + dash, length);
        list.AddLine({from.x + step.x * at, from.y + step.y * at}, {from.x + step.x * end, from.y + step.y * end}, colour,
                     thickness);
    }
}

void draw_dashed_frame(ImDrawList& list, ImVec2 a, ImVec2 b, ImU32 colour, float dash, float thickness) {
    draw_dashed_line(list, a, {b.x, a.y}, colour, dash, thickness);
    draw_dashed_line(list, {a.x, b.y}, b, colour, dash, thickness);
    draw_dashed_line(list, a, {a.x, b.y}, colour, dash, thickness);
    draw_dashed_line(list, {b.x, a.y}, b, colour, dash, thickness);
}

}  // namespace warpwise::ui
