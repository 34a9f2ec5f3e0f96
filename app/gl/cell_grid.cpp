#include "gl/cell_grid.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace warpwise::gl {
namespace {

constexpr int texture_width = 4096;

constexpr const char* vertex_shader = R"(#version 330 core
uniform vec4 corners;  // left, bottom, right, top in clip space
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = vec4(mix(corners.xy, corners.zw, corner), 0.0, 1.0);
}
)";

constexpr const char* fragment_shader = R"(#version 330 core
uniform usampler2D states;
uniform bool has_states;
uniform vec2 origin, cell, pitch;
uniform float framebuffer_height, cell_gap, pattern_step, hue_strength;
uniform int tile_columns, tile_rows, cells_per_tile, tiles, tiles_per_row, solid_cells;
uniform vec4 fill[16], pattern[4], blended;
out vec4 colour;

void main() {
    vec2 pixel = vec2(gl_FragCoord.x, framebuffer_height - gl_FragCoord.y);
    vec2 place = pixel - origin;
    vec2 tile = floor(place / pitch);
    vec2 in_tile = place - tile * pitch;
    vec2 at = floor(in_tile / cell);
    vec2 in_cell = in_tile - at * cell;
    int number = int(tile.y) * tiles_per_row + int(tile.x);
    int local = int(at.y) * tile_columns + int(at.x);
    bool outside = tile.x < 0.0 || tile.y < 0.0 || int(tile.x) >= tiles_per_row || number >= tiles ||
                   int(at.x) >= tile_columns || int(at.y) >= tile_rows || local >= cells_per_tile ||
                   in_cell.x >= cell.x - cell_gap || in_cell.y >= cell.y - cell_gap;
    if (outside) discard;

    int index = number * cells_per_tile + local;
    uint state = index >= solid_cells ? 1u : 0u;
    if (has_states) state = texelFetch(states, ivec2(index & 4095, index >> 12), 0).r & 3u;
    vec4 own = fill[int(state) * 4 + (number & 3)];
    colour = state == 0u ? mix(blended, own, hue_strength) : own;
    if (state != 0u) {
        float line = state == 1u ? pixel.x + pixel.y : state == 2u ? pixel.y : pixel.x;
        if (mod(line, pattern_step) < pattern_step / 5.0) colour = pattern[int(state)];
    }
}
)";

GLuint compile(GLenum kind, const char* text) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good) return shader;
    std::string log(4096, 0);
    GLsizei length = 0;
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    fmt::print(stderr, "warpwise: the cell grid's shader does not compile: {}\n", log);
    glDeleteShader(shader);
    return 0;
}

GLuint link_program() {
    const GLuint vertex = compile(GL_VERTEX_SHADER, vertex_shader), fragment = compile(GL_FRAGMENT_SHADER, fragment_shader);
    GLuint program = 0;
    if (vertex && fragment) {
        program = glCreateProgram();
        glAttachShader(program, vertex);
        glAttachShader(program, fragment);
        glLinkProgram(program);
        GLint good = 0;
        glGetProgramiv(program, GL_LINK_STATUS, &good);
        if (!good) {
            fmt::print(stderr, "warpwise: the cell grid's shader does not link\n");
            glDeleteProgram(program);
            program = 0;
        }
    }
    if (vertex) glDeleteShader(vertex);
    if (fragment) glDeleteShader(fragment);
    return program;
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
    GLuint program = 0, vertex_array = 0, texture = 0;

    Objects() : program(link_program()) {
        glGenVertexArrays(1, &vertex_array);
        glGenTextures(1, &texture);
    }
    Objects(const Objects&) = delete;
    Objects& operator=(const Objects&) = delete;
    ~Objects() {
        glDeleteTextures(1, &texture);
        glDeleteVertexArrays(1, &vertex_array);
        if (program) glDeleteProgram(program);
    }
    GLint at(const char* name) const { return glGetUniformLocation(program, name); }
};

CellGrid::CellGrid() = default;
CellGrid::~CellGrid() = default;
CellGrid::CellGrid(CellGrid&&) noexcept = default;
CellGrid& CellGrid::operator=(CellGrid&&) noexcept = default;

void CellGrid::set_states(std::span<const std::uint8_t> states) {
    if (states.size() > largest_state_count) states = {};
    state_count_ = states.size();
    pending_states_.assign(states.begin(), states.end());
    states_changed_ = true;
}

void CellGrid::set_palette(const Palette& palette) {
    palette_ = palette;
}

void CellGrid::upload_states() {
    const std::size_t rows = (pending_states_.size() + texture_width - 1) / texture_width;
    pending_states_.resize(std::max<std::size_t>(1, rows) * texture_width);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8UI, texture_width, static_cast<GLsizei>(std::max<std::size_t>(1, rows)), 0, GL_RED_INTEGER,
                 GL_UNSIGNED_BYTE, pending_states_.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    // integer textures cannot be filtered: anything but nearest leaves them incomplete
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    pending_states_ = {};
    states_changed_ = false;
}

bool CellGrid::draw(const Placement& p) {
    if (!objects_) objects_ = std::make_unique<Objects>();
    if (!objects_->program) return false;

    const float left = std::max(p.canvas[0], p.clip[0]), top = std::max(p.canvas[1], p.clip[1]);
    const float right = std::min(p.canvas[0] + p.canvas[2], p.clip[0] + p.clip[2]);
    const float bottom = std::min(p.canvas[1] + p.canvas[3], p.clip[1] + p.clip[3]);
    if (right <= left || bottom <= top) return true;

    glUseProgram(objects_->program);
    glBindVertexArray(objects_->vertex_array);
    // unit 1, without a sampler object: Dear ImGui keeps a filtering sampler on unit 0
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, objects_->texture);
    if (states_changed_) upload_states();

    GLint viewport[4];
    glGetIntegerv(GL_VIEWPORT, viewport);
    const float width = static_cast<float>(viewport[2]), height = p.framebuffer_height;
    glScissor(static_cast<GLint>(left), static_cast<GLint>(height - bottom), static_cast<GLsizei>(right - left),
              static_cast<GLsizei>(bottom - top));
    const Objects& o = *objects_;
    glUniform4f(o.at("corners"), 2 * left / width - 1, 1 - 2 * bottom / height, 2 * right / width - 1, 1 - 2 * top / height);
    glUniform1i(o.at("states"), 1);
    glUniform1i(o.at("has_states"), has_states());
    glUniform2f(o.at("origin"), p.origin_x, p.origin_y);
    glUniform2f(o.at("cell"), p.cell_w, p.cell_h);
    glUniform2f(o.at("pitch"), p.pitch_x, p.pitch_y);
    glUniform1f(o.at("framebuffer_height"), p.framebuffer_height);
    glUniform1f(o.at("cell_gap"), p.cell_gap);
    glUniform1f(o.at("pattern_step"), p.pattern_step);
    glUniform1f(o.at("hue_strength"), p.hue_strength);
    glUniform1i(o.at("tile_columns"), p.tile_columns);
    glUniform1i(o.at("tile_rows"), p.tile_rows);
    glUniform1i(o.at("cells_per_tile"), p.cells_per_tile);
    glUniform1i(o.at("tiles"), p.tiles);
    glUniform1i(o.at("tiles_per_row"), p.tiles_per_row);
    glUniform1i(o.at("solid_cells"), p.solid_cells);
    set_colours(o.at("fill"), palette_.fill);
    set_colours(o.at("pattern"), palette_.pattern);
    set_colours(o.at("blended"), std::array{palette_.blended});
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
    glActiveTexture(GL_TEXTURE0);
    return true;
}

}  // namespace warpwise::gl
