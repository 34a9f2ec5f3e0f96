#include "ui/threads/cell_look.h"

#include <algorithm>

namespace warpwise::ui {

CellLook cell_look(const Theme& t, std::uint64_t block, ThreadState state) {
    const ImU32 hue = block_colour(t, block);
    switch (state) {
        case ThreadState::works: return {hue, 0, block_ink(t, block)};
        case ThreadState::idle: return {mix(t.panel, t.line, 0.35f), mix(t.panel, t.muted, 0.5f), t.muted};
        case ThreadState::overwritten:
            return {mix(t.panel, hue, t.dark ? 0.16f : 0.14f), mix(t.panel, hue, t.dark ? 0.55f : 0.6f),
                    mix(hue, t.text, t.dark ? 0.6f : 0.78f)};
        case ThreadState::silent: break;
    }
    return {t.panel, mix(t.panel, hue, 0.5f), mix(hue, t.text, t.dark ? 0.6f : 0.78f)};
}

void draw_cell(ImDrawList& list, ImVec2 min, ImVec2 max, const CellLook& look, ThreadState state, float rounding,
               float pattern_step) {
    list.AddRectFilled(min, max, look.fill, rounding);
    if (state == ThreadState::idle) draw_hatch(list, min, max, look.pattern, pattern_step);
    if (state == ThreadState::overwritten) draw_stripes(list, min, max, look.pattern, pattern_step, true);
    if (state == ThreadState::silent) list.AddRect(min, max, look.pattern, rounding, std::max(1.0f, pattern_step / 4));
}

}  // namespace warpwise::ui
