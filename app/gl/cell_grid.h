// A grid of cells drawn as one quad: the fragment shader finds the cell under a pixel and looks its state up in a data
// texture and a palette. A million cells cost one draw; zooming and panning change uniforms only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace warpwise::gl {

class CellGrid {
  public:
    static constexpr int kHues = 4;
    static constexpr int kStateKinds = 4;  // solid, hatched, striped across, striped down
    static constexpr std::size_t kLargestStateCount = std::size_t{4096} * 4096;

    struct Palette {
        std::array<std::uint32_t, kHues * kStateKinds> fill{};  // [state * hues + hue], R in the low byte
        std::array<std::uint32_t, kStateKinds> pattern{};       // the pattern's colour over it
        std::uint32_t ground = 0;                               // in gaps and beside the tiles
        bool operator==(const Palette&) const = default;
    };

    // In framebuffer pixels from the top left. Tiles of tile_columns x tile_rows cells stand in rows.
    struct Placement {
        std::array<float, 4> canvas{};  // x y w h: nothing is drawn outside
        std::array<float, 4> clip{};    // x y w h: the window's clip rectangle
        float framebuffer_height = 0;
        float origin_x = 0, origin_y = 0;
        float cell_w = 1, cell_h = 1;    // pitch
        float pitch_x = 1, pitch_y = 1;  // of tiles
        float cell_gap = 0;
        float pattern_step = 6;  // pixels between two lines of a pattern
        int tile_columns = 1, tile_rows = 1, cells_per_tile = 1;
        int tiles = 0, tiles_per_row = 1;
        int solid_cells = 0;                    // without states: cells from here on are hatched
        int group_columns = 1, group_rows = 1;  // tiles that share a hue and an edge
        float group_gap = 0;                    // pixels of ground between groups
        bool operator==(const Placement&) const = default;
    };

    CellGrid();
    ~CellGrid();
    CellGrid(CellGrid&&) noexcept;
    CellGrid& operator=(CellGrid&&) noexcept;

    // A state a cell, in counting order; empty: only solid_cells counts. Needs no GL; uploaded with the next draw.
    // More than kLargestStateCount cells are not kept.
    void set_states(std::span<const std::uint8_t> states);
    bool has_states() const { return state_count_ > 0; }
    void set_palette(const Palette& palette);

    // Needs a current GL 3.3 context. Changes program, vertex array, scissor and texture unit 1. The picture is kept: while
    // nothing changes a frame costs a copy. False when the shader could not be built: the reason goes to the log once.
    bool draw(const Placement&);

  private:
    struct Objects;
    void upload_states();
    void redraw(const Placement&);
    std::unique_ptr<Objects> objects_;
    std::vector<std::uint8_t> pending_states_;
    std::size_t state_count_ = 0;
    bool states_changed_ = false, palette_changed_ = false;
    Palette palette_;
};

}  // namespace warpwise::gl
