// The image that a GPU writes for OpenGL: its values for those who ask, and its texture.
#include <algorithm>
#include <cmath>

#include "ui/picture/array_colours.h"
#include "ui/picture/image_view.h"

namespace warpwise::ui {

const Array& graphics_values(ImageState& state, const ImageSpec& spec) {
    // While it plays and nobody asks, reading would only slow it down.
    const bool asked = !state.graphics->playing() || state.chosen || ImGui::IsMouseDown(ImGuiMouseButton_Left);
    const Array* array = asked || state.graphics_cells.size() == 0 ? state.graphics->state() : nullptr;
    if (array != nullptr && (state.graphics_cells_version != state.graphics->state_version() || state.graphics_cells.size() == 0)) {
        state.graphics_cells = spec.packed ? unpacked(*array, spec) : *array;
        state.graphics_cells_version = state.graphics->state_version();
    }
    return state.graphics_cells;
}

namespace {

std::shared_ptr<const gl::WarpShades> shades_of(ImageScene& s) {
    ImageState& state = s.state;
    if (!state.waste) return nullptr;
    const auto& [even, uneven] = waste_colours(s.wb.look.theme);
    const bool same =
        state.shades && state.shades_map == state.map_version && state.shades->even == even && state.shades->uneven == uneven;
    if (!same) state.shades = warp_shades(state.map, even, uneven);
    state.shades_map = state.map_version;
    return state.shades;
}

}  // namespace

std::uint32_t graphics_texture(ImageScene& s) {
    ImageState& state = s.state;
    if (!state.array_colours || state.array_colours_spec != s.spec) {
        double low = s.spec.low.value_or(INFINITY), high = s.spec.high.value_or(-INFINITY);
        for (std::size_t i = 0; i < s.array->size() && !(s.spec.low && s.spec.high); ++i) {
            low = std::min(low, s.array->value(i));
            high = std::max(high, s.array->value(i));
        }
        state.array_colours = array_colours(s.spec, *palette_table(s.spec.palette), low, high, IM_COL32(16, 17, 24, 255));
        state.array_colours_spec = s.spec;
    }
    const float shown = s.at_pixel(s.spec.width, 0).x - s.at_pixel(0, 0).x;
    return state.graphics->frame(s.spec, *state.array_colours, state.animation.steps_per_frame, static_cast<int>(shown),
                                 shades_of(s));
}

}  // namespace warpwise::ui
