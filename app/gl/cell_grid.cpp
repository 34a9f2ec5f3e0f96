#include "gl/cell_grid.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "base/standard_streams.h"
#include "gl/handle.h"
#include "gl/shader_program.h"

namespace warpwise::gl {
namespace {

constexpr int kTextureWidth = 4096;

constexpr const char* kCellShader = R"(#version 330 core
uniform usampler2D states;
uniform bool has_states;
uniform vec2 origin, cell, pitch;
uniform float picture_height, cell_gap, pattern_step, group_gap;
uniform int tile_columns, tile_rows, cells_per_tile, tiles, tiles_per_row, solid_cells;
uniform ivec2 group;
uniform vec4 fill[16], pattern[4];
out vec4 colour;

// as block_hue() in ui/kit/theme.h
int hue_of(int number) {
    int sum = 0;
    for (; number > 0; number /= 4) sum += number & 3;
    return sum & 3;
}

void main() {
    vec2 pixel = vec2(gl_FragCoord.x, picture_height - gl_FragCoord.y);
    vec2 place = pixel - origin;
    vec2 tile = floor(place / pitch);
    vec2 in_tile = place - tile * pitch;
    vec2 cells = vec2(tile_columns, tile_rows);
    // where tiles touch, rounding must not leave a line between them
    vec2 last = mix(vec2(1e9), cells - 1.0, lessThan(pitch, cells * cell * 1.001));
    vec2 at = min(floor(in_tile / cell), last);
    vec2 in_cell = in_tile - at * cell;
    int number = int(tile.y) * tiles_per_row + int(tile.x);
    int local = int(at.y) * tile_columns + int(at.x);
    bool outside = tile.x < 0.0 || tile.y < 0.0 || int(tile.x) >= tiles_per_row || number >= tiles ||
                   int(at.x) >= tile_columns || int(at.y) >= tile_rows || local >= cells_per_tile ||
                   in_cell.x >= cell.x - cell_gap || in_cell.y >= cell.y - cell_gap;
    if (outside) discard;
    vec2 group_tile = floor(tile / vec2(group));
    vec2 group_pitch = pitch * vec2(group);
    vec2 in_group = place - group_tile * group_pitch;
    if (in_group.x >= group_pitch.x - group_gap || in_group.y >= group_pitch.y - group_gap) discard;
    int groups_per_row = (tiles_per_row + group.x - 1) / group.x;
    int hue = hue_of(int(group_tile.y) * groups_per_row + int(group_tile.x));

    int index = number * cells_per_tile + local;
    uint state = index >= solid_cells ? 1u : 0u;
    if (has_states) state = texelFetch(states, ivec2(index & 4095, index >> 12), 0).r & 3u;
    colour = fill[int(state) * 4 + hue];
    if (state != 0u) {
        float line = state == 1u ? pixel.x + pixel.y : state == 2u ? pixel.y : pixel.x;
        if (mod(line, pattern_step) < pattern_step / 5.0) colour = pattern[int(state)];
    }
}
)";

// Without a program nothing is drawn; the log says why.
Program grid_program() {
    auto linked = link_program("the cell grid's shader", kWholeViewportShader, kCellShader);
    if (linked) return std::move(*linked);
    print_to(stderr, "warpwise: {}\n", linked.error().text());
    return {};
}

std::array<float, 4> unpack(std::uint32_t colour) {
    auto channel = [&](int shift) { return static_cast<float>((colour >> shift) & 255) / 255.0f; };
    return {channel(0), channel(8), channel(16), channel(24)};
}

template <std::size_t n>
void set_colours(GLint location, const std::array<std::uint32_t, n>& colours) {
    std::array<float, n * 4> values;
    for (std::size_t i = 0; i < n; ++i) std::ranges::copy(unpack(colours[i]), values.begin() + static_cast<std::ptrdiff_t>(i * 4));
    glUniform4fv(location, static_cast<GLsizei>(n), values.data());
}

}  // namespace

// Owned by the context that was current at the first draw; that context must outlive the grid.
struct CellGrid::Objects {
    Program program = grid_program();
    VertexArray vertex_array = VertexArray::make();
    Texture states = Texture::make(), picture = Texture::make();
    Framebuffer framebuffer = Framebuffer::make();
    int width = 0, height = 0;       // of the picture
    std::optional<Placement> drawn;  // what the picture shows

    GLint at(const char* name) const { return glGetUniformLocation(program.get(), name); }

    void resize(int wanted_width, int wanted_height) {
        if (width == wanted_width && height == wanted_height) return;
        width = wanted_width;
        height = wanted_height;
        drawn.reset();
        glBindTexture(GL_TEXTURE_2D, picture.get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
};

CellGrid::CellGrid() = default;
CellGrid::~CellGrid() = default;
CellGrid::CellGrid(CellGrid&&) noexcept = default;
CellGrid& CellGrid::operator=(CellGrid&&) noexcept = default;

void CellGrid::set_states(std::span<const std::uint8_t> states) {
    if (states.size() > kLargestStateCount) states = {};
    state_count_ = states.size();
    pending_states_.assign(states.begin(), states.end());
    states_changed_ = true;
}

void CellGrid::set_palette(const Palette& palette) {
    palette_changed_ |= palette != palette_;
    palette_ = palette;
}

void CellGrid::upload_states() {
    const std::size_t rows = (pending_states_.size() + kTextureWidth - 1) / kTextureWidth;
    pending_states_.resize(std::max<std::size_t>(1, rows) * kTextureWidth);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8UI, kTextureWidth, static_cast<GLsizei>(std::max<std::size_t>(1, rows)), 0, GL_RED_INTEGER,
                 GL_UNSIGNED_BYTE, pending_states_.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    // integer textures cannot be filtered: anything but nearest leaves them incomplete
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    pending_states_ = {};
    states_changed_ = false;
}

// Draws into the picture: its lower left corner is the canvas's.
void CellGrid::redraw(const Placement& p) {
    Objects& o = *objects_;
    glBindTexture(GL_TEXTURE_2D, o.states.get());
    if (states_changed_) upload_states();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, o.framebuffer.get());
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, o.picture.get(), 0);
    glViewport(0, 0, o.width, o.height);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    const std::array<float, 4> ground = unpack(palette_.ground);
    glClearColor(ground[0], ground[1], ground[2], 1);
    glClear(GL_COLOR_BUFFER_BIT);

    glUseProgram(o.program.get());
    glBindVertexArray(o.vertex_array.get());
    glUniform1i(o.at("states"), 1);
    glUniform1i(o.at("has_states"), has_states());
    glUniform2f(o.at("origin"), p.origin_x - p.canvas[0], p.origin_y - p.canvas[1]);
    glUniform2f(o.at("cell"), p.cell_w, p.cell_h);
    glUniform2f(o.at("pitch"), p.pitch_x, p.pitch_y);
    glUniform1f(o.at("picture_height"), static_cast<float>(o.height));
    glUniform1f(o.at("cell_gap"), p.cell_gap);
    glUniform1f(o.at("pattern_step"), p.pattern_step);
    glUniform1f(o.at("group_gap"), p.group_gap);
    glUniform2i(o.at("group"), p.group_columns, p.group_rows);
    glUniform1i(o.at("tile_columns"), p.tile_columns);
    glUniform1i(o.at("tile_rows"), p.tile_rows);
    glUniform1i(o.at("cells_per_tile"), p.cells_per_tile);
    glUniform1i(o.at("tiles"), p.tiles);
    glUniform1i(o.at("tiles_per_row"), p.tiles_per_row);
    glUniform1i(o.at("solid_cells"), p.solid_cells);
    set_colours(o.at("fill"), palette_.fill);
    set_colours(o.at("pattern"), palette_.pattern);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glEnable(GL_BLEND);
    glEnable(GL_SCISSOR_TEST);
    o.drawn = p;
}

bool CellGrid::draw(const Placement& p) {
    if (!objects_) objects_ = std::make_unique<Objects>();
    Objects& o = *objects_;
    if (!o.program) return false;
    const float left = std::max(p.canvas[0], p.clip[0]), top = std::max(p.canvas[1], p.clip[1]);
    const float right = std::min(p.canvas[0] + p.canvas[2], p.clip[0] + p.clip[2]);
    const float bottom = std::min(p.canvas[1] + p.canvas[3], p.clip[1] + p.clip[3]);
    if (right <= left || bottom <= top) return true;

    GLint viewport[4], target = 0, source = 0;
    glGetIntegerv(GL_VIEWPORT, viewport);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &source);
    // unit 1, without a sampler object: Dear ImGui keeps a filtering sampler on unit 0
    glActiveTexture(GL_TEXTURE1);
    o.resize(static_cast<int>(p.canvas[2]), static_cast<int>(p.canvas[3]));
    if (o.drawn != p || states_changed_ || palette_changed_) redraw(p);
    palette_changed_ = false;
    glBindTexture(GL_TEXTURE_2D, 0);
    glActiveTexture(GL_TEXTURE0);

    const float height = p.framebuffer_height;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(target));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, o.framebuffer.get());
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
    glScissor(static_cast<GLint>(left), static_cast<GLint>(height - bottom), static_cast<GLsizei>(right - left),
              static_cast<GLsizei>(bottom - top));
    const auto x = static_cast<GLint>(p.canvas[0]), y = static_cast<GLint>(height - p.canvas[1]) - o.height;
    glBlitFramebuffer(0, 0, o.width, o.height, x, y, x + o.width, y + o.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(source));
    return true;
}

}  // namespace warpwise::gl
