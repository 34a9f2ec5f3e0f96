// The image that a GPU writes for OpenGL: its values for those who ask, and its texture.
#include "ui/picture/array_colours.h"
#include "ui/picture/image_view.h"

namespace warpwise::ui {

PixelValues graphics_values(ImageState& state, const ImageSpec& spec) {
    // While it plays and no value is asked for, reading would only slow it down.
    const bool asked = !state.graphics->playing() || state.chosen || ImGui::IsMouseDown(ImGuiMouseButton_Left);
    const std::vector<Array>& arrays = state.graphics->states(asked);
    return arrays.empty() ? PixelValues() : PixelValues(arrays.front(), spec.packed);
}

namespace {

std::shared_ptr<const gl::WarpShades> shades_of(ImageScene& s) {
    ImageState& state = s.state;
    if (!state.waste) return nullptr;
    if (!state.shades || state.shades_map != state.map_version) state.shades = warp_shades(state.map, kEvenWarp, kUnevenWarp);
    state.shades_map = state.map_version;
    return state.shades;
}

}  // namespace

std::uint32_t graphics_texture(ImageScene& s, const gl::PicturePart& part) {
    ImageState& state = s.state;
    if (!state.array_colours || state.array_colours_spec != s.spec) {
        const auto [low, high] = range_of(s.values, s.spec);
        state.array_colours = array_colours(s.spec, *palette_table(s.spec.palette), low, high, kPictureGround);
        state.array_colours_spec = s.spec;
    }
    return state.graphics->frame(s.spec, *state.array_colours, state.animation.steps_per_frame, part, shades_of(s));
}

}  // namespace warpwise::ui
