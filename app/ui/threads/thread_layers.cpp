#include "ui/threads/thread_layers.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/counted.h"
#include "ui/kit/draw.h"
#include "ui/kit/number_slider.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/threads/cell_look.h"
#include "ui/threads/launch_facts.h"
#include "ui/threads/thread_grid_state.h"
#include "ui/threads/thread_text.h"

namespace warpwise::ui {
namespace {

// More cells than this are drawn by blocks: they would be too small to see, and many to draw in every frame.
constexpr std::uint64_t kMostCells = 4096;
constexpr std::uint64_t kMostLines = 2048;  // of patterns and of outlines
constexpr float kLeastLayerNumber = 13;     // unscaled
constexpr double kTurnOfKey = 0.1;          // radians
constexpr double kTurnOfPixel = 0.008;      // radians per unscaled pixel
constexpr double kGapOfCell = 0.09;         // of its width, on each side
constexpr double kLeastWithGap = 5;         // pixels
constexpr float kLabelGutter = 46;          // unscaled: "z = 12"
constexpr double kFactorOfKey = 1.5, kFactorOfWheel = 1.25;

struct LayerScene {
    Workbench& wb;
    const LaunchFacts& launch;
    ThreadGridState& grid;
    ThreadFace face;
    LayerCells cells;
    LayerProjection projection;
    ImVec2 min, max;
    ImDrawList& list;

    const Look& look() const { return wb.look; }
    ThreadLayersState& state() const { return grid.layers; }
    ImVec2 on_screen(const LayerPoint& p) const { return {min.x + static_cast<float>(p.x), min.y + static_cast<float>(p.y)}; }
};

std::uint64_t block_number(const LaunchShape& shape, const Dim3& block) {
    return block.x + std::uint64_t{shape.grid.x} * (block.y + std::uint64_t{shape.grid.y} * block.z);
}

// The chosen thread's block, else the first one.
Dim3 ordered_block(const Workbench& wb, const LaunchShape& shape) {
    const auto thread = wb.pointing.chosen_thread;
    return thread && *thread < shape.thread_count() ? place_of(shape, *thread).block : Dim3{0, 0, 0};
}

std::uint64_t shown_layer(const ThreadLayersState& state, const LaunchShape& shape) {
    return static_cast<std::uint64_t>(std::clamp<std::int64_t>(state.layer, 0, static_cast<std::int64_t>(layers_of(shape)) - 1));
}

LayerCells shown_cells(const Workbench& wb, const ThreadLayersState& state, const LaunchShape& shape) {
    switch (shown_face(state, shape)) {
        case ThreadFace::slice: return cells_of_layer(shape, shown_layer(state, shape), kMostCells);
        case ThreadFace::order:
            if (auto cells = cells_of_block(shape, ordered_block(wb, shape), kMostCells)) return *cells;
            break;
        case ThreadFace::stack:
        case ThreadFace::flat: break;
    }
    return cells_of_launch(shape, kMostCells);
}

LayerCamera& shown_camera(ThreadLayersState& state, ThreadFace face) {
    return face == ThreadFace::slice ? state.slice : face == ThreadFace::order ? state.order : state.stack;
}

std::string cell_kind(const LayerCells& cells) {
    const Dim3& by = cells.blocks_per_cell;
    if (by.count() == 1) return fmt::format("Each cell is a block of {}.", counted(cells.shape.block.count(), "thread"));
    return fmt::format("Each cell is {} × {} × {} blocks.", by.x, by.y, by.z);
}

std::string face_text(const Workbench& wb, const ThreadLayersState& state, const LaunchShape& shape) {
    const LayerCells cells = shown_cells(wb, state, shape);
    const std::string kind = cells.of_blocks ? " " + cell_kind(cells) : std::string();
    switch (shown_face(state, shape)) {
        case ThreadFace::stack:
            if (cells.cells.z == 1) return "The layers along z lie within the cells. Drag to rotate." + kind;
            return "Layer z = 0 lies on top. Drag to rotate." + (cells.of_blocks ? kind : " A light cell is lane 0 of a warp.");
        case ThreadFace::slice: {
            const std::uint64_t layer = shown_layer(state, shape);
            return fmt::format("Layer z = {} of {} layers: blockIdx.z = {}, threadIdx.z = {}.{}", layer, layers_of(shape),
                               layer / shape.block.z, layer % shape.block.z, cells.of_blocks ? kind : "");
        }
        case ThreadFace::order: {
            if (cells.of_blocks || cells.cells != shape.block)
                return fmt::format("A block of {} threads is too large to number.",
                                   with_separators(static_cast<std::int64_t>(shape.block.count())));
            const Dim3 block = ordered_block(wb, shape);
            return fmt::format("Block ({}, {}, {}). {} {}", block.x, block.y, block.z, order_text(shape.block),
                               warp_text(shape.block));
        }
        case ThreadFace::flat: break;
    }
    return "All layers side by side: blocks in rows, and in a block first y, then z.";
}

using Corners = std::array<ImVec2, 4>;

Corners corners_on_screen(const LayerScene& s, const std::array<LayerPoint, 4>& corners, double inset = 0) {
    Corners on_screen;
    double x = 0, y = 0;
    for (const LayerPoint& p : corners) x += p.x / 4, y += p.y / 4;
    for (std::size_t i = 0; i < 4; ++i)
        on_screen[i] = s.on_screen({corners[i].x + (x - corners[i].x) * inset, corners[i].y + (y - corners[i].y) * inset});
    return on_screen;
}

void fill(ImDrawList& list, const Corners& c, ImU32 colour) { list.AddQuadFilled(c[0], c[1], c[2], c[3], colour); }
void outline(ImDrawList& list, const Corners& c, ImU32 colour, float thickness) {
    list.AddQuad(c[0], c[1], c[2], c[3], colour, thickness);
}

CellLook look_of(const LayerScene& s, const Dim3& cell, std::optional<std::uint64_t> thread, ThreadState thread_state) {
    const Theme& t = s.look().theme;
    const LaunchShape& shape = s.cells.shape;
    if (s.face == ThreadFace::order && thread) return cell_look(t, place_of(shape, *thread).warp(), thread_state);
    const Dim3 block = s.cells.block_of(cell);
    CellLook look = cell_look(t, block_number(shape, block), thread_state);
    if (thread && thread_state == ThreadState::works && place_of(shape, *thread).lane() == 0)
        look.fill = mix(look.fill, t.text, 0.5f);
    return look;
}

// The thread's number in its block, where there is room for the longest one.
float number_size(const LayerScene& s) {
    if (s.cells.of_blocks || s.face == ThreadFace::stack) return 0;
    const float size = s.look().px(kLeastLayerNumber);
    const std::string longest = std::to_string(s.cells.shape.block.count() - 1);
    const double room = s.projection.cell_width() * (1 - 2 * kGapOfCell);
    const bool fits = static_cast<double>(text_width(s.look().fonts.mono, size, longest)) <= room &&
                      s.projection.cell_height() >= static_cast<double>(size);
    return fits ? size : 0;
}

// The patterns of draw_cell, in perspective.
void draw_pattern(ImDrawList& list, const Corners& c, ThreadState state, ImU32 colour) {
    const auto between = [](ImVec2 from, ImVec2 to, float share) {
        return ImVec2{from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
    };
    switch (state) {
        case ThreadState::works: return;
        case ThreadState::idle: list.AddLine(c[0], c[2], colour); return;
        case ThreadState::overwritten:
            for (const float share : {0.3f, 0.7f}) list.AddLine(between(c[0], c[3], share), between(c[1], c[2], share), colour);
            return;
        case ThreadState::silent: outline(list, c, colour, 1); return;
    }
}

void draw_cell_of_layer(const LayerScene& s, const Dim3& cell, double inset, float number, bool with_patterns) {
    const Theme& t = s.look().theme;
    const auto thread = s.cells.thread_of(cell);
    const ThreadState state = thread ? s.launch.facts->state_of(*thread) : ThreadState::works;
    const Corners corners = corners_on_screen(s, s.projection.corners_of(cell), inset);
    CellLook look = look_of(s, cell, thread, state);
    const bool chosen = thread && s.wb.pointing.chosen_thread == thread;
    if (chosen) look.fill = t.text, look.ink = t.panel;
    fill(s.list, corners, look.fill);
    if (with_patterns) draw_pattern(s.list, corners, state, look.pattern);
    if (number > 0 && thread) {
        const ImVec2 middle = s.on_screen(s.projection.middle_of(cell));
        put_text(s.list, s.look().fonts.mono, number, {middle.x, middle.y - number * 0.58f}, look.ink,
                 std::to_string(place_of(s.cells.shape, *thread).in_block), 0.5f);
    }
}

// The blocks of one layer: their outlines, and below them the edges down to the next layer of the same blocks.
void draw_block_edges(const LayerScene& s, std::uint32_t layer, bool down) {
    const Dim3 &cells = s.cells.cells, &per_block = s.cells.per_block;
    const Theme& t = s.look().theme;
    for (std::uint32_t y = 0; y < cells.y; y += per_block.y)
        for (std::uint32_t x = 0; x < cells.x; x += per_block.x) {
            const Dim3 first{x, y, layer};
            const ImU32 colour = mix(t.panel, block_colour(t, block_number(s.cells.shape, s.cells.block_of(first))), 0.8f);
            const Dim3 count{per_block.x, per_block.y, 1};
            const Corners here = corners_on_screen(s, s.projection.corners_of(first, count));
            if (!down) {
                outline(s.list, here, colour, s.look().px(1.2f));
                continue;
            }
            const Corners below = corners_on_screen(s, s.projection.corners_of({x, y, layer + 1}, count));
            for (std::size_t i = 0; i < 4; ++i) s.list.AddLine(here[i], below[i], colour, s.look().px(1));
        }
}

bool has_block_edges(const LayerScene& s) {
    if (s.cells.of_blocks) return false;
    const Dim3 &cells = s.cells.cells, &per_block = s.cells.per_block;
    const std::uint64_t blocks = std::uint64_t{cells.x / per_block.x} * (cells.y / per_block.y) * cells.z;
    return blocks <= kMostLines / 4;
}

void draw_layer_label(const LayerScene& s, std::uint32_t layer) {
    const Dim3& cells = s.cells.cells;
    const auto corners = s.projection.corners_of({0, 0, layer}, {cells.x, cells.y, 1});
    const LayerPoint left = *std::ranges::min_element(corners, {}, &LayerPoint::x);
    const ImVec2 at = s.on_screen(left);
    const std::uint64_t z = s.cells.of_blocks ? s.cells.block_of({0, 0, layer}).z : layer;
    const char* axis = s.face == ThreadFace::order ? "z" : s.cells.of_blocks ? "block z" : "z";
    put_text(s.list, s.look().fonts.regular, s.look().px(Fonts::kSmall), {at.x - s.look().px(6), at.y - s.look().px(8)},
             s.look().theme.muted, fmt::format("{} {}", axis, z), 1);
}

// How far layer 1 lies below layer 0 on screen.
double layer_distance(const LayerScene& s) {
    if (s.cells.cells.z < 2) return 0;
    return s.projection.middle_of({0, 0, 1}).y - s.projection.middle_of({0, 0, 0}).y;
}

void draw_layers(const LayerScene& s) {
    const Dim3& cells = s.cells.cells;
    const double inset = s.projection.cell_width() >= kLeastWithGap ? 2 * kGapOfCell : 0;
    const bool patterns = s.projection.cell_width() >= 7 && cells.count() <= kMostLines, edges = has_block_edges(s);
    const float number = number_size(s);
    const double distance = layer_distance(s);
    const auto every = static_cast<std::uint32_t>(std::ceil(static_cast<double>(s.look().px(15)) / std::max(distance, 1e-6)));
    const ImDrawFlags flags = s.list.Flags;
    if (s.projection.cell_width() < 8) s.list.Flags &= ~ImDrawFlags_AAFill;  // a quarter of the vertices
    for (std::uint32_t layer = cells.z; layer-- > 0;) {
        const bool same_block_below = layer + 1 < cells.z && layer / s.cells.per_block.z == (layer + 1) / s.cells.per_block.z;
        if (edges && same_block_below) draw_block_edges(s, layer, true);
        if (cells.z > 1)  // the layers below it recede
            fill(s.list, corners_on_screen(s, s.projection.corners_of({0, 0, layer}, {cells.x, cells.y, 1})),
                 with_alpha(s.look().theme.panel, 0.7f));
        for (std::uint32_t y = 0; y < cells.y; ++y)
            for (std::uint32_t x = 0; x < cells.x; ++x) draw_cell_of_layer(s, {x, y, layer}, inset, number, patterns);
        if (edges) draw_block_edges(s, layer, false);
        if (cells.z > 1 && distance > 1 && layer % every == 0) draw_layer_label(s, layer);
    }
    s.list.Flags = flags;
}

// From thread to thread in counting order, in the hue of the warp; a disc where a warp begins.
void draw_path(const LayerScene& s) {
    const Theme& t = s.look().theme;
    const Dim3& block = s.cells.cells;
    std::optional<ImVec2> before;
    std::uint32_t thread = 0;
    const bool under_numbers = number_size(s) > 0;
    for (std::uint32_t z = 0; z < block.z; ++z)
        for (std::uint32_t y = 0; y < block.y; ++y)
            for (std::uint32_t x = 0; x < block.x; ++x, ++thread) {
                const ImVec2 at = s.on_screen(s.projection.middle_of({x, y, z}));
                const bool jumps = x == 0;  // within a row the numbers say it
                if (before && (jumps || !under_numbers))
                    s.list.AddLine(*before, at, with_alpha(t.text, jumps ? 0.45f : 0.8f), s.look().px(jumps ? 1.0f : 1.5f));
                if (thread % kWarpSize == 0 && !under_numbers) s.list.AddCircleFilled(at, s.look().px(3.5f), t.text);
                before = at;
            }
}

void mark_thread(const LayerScene& s, std::optional<std::uint64_t> thread, ImU32 colour, float thickness) {
    if (!thread) return;
    if (const auto cell = s.cells.cell_of(*thread))
        outline(s.list, corners_on_screen(s, s.projection.corners_of(*cell)), colour, s.look().px(thickness));
}

// Along the axes of the launch: with shift or in a slice, arrows move the choice and do not turn the picture.
void move_choice(LayerScene& s, int dx, int dy, int dz) {
    auto& chosen = s.wb.pointing.chosen_thread;
    const auto from = chosen ? s.cells.cell_of(*chosen) : std::nullopt;
    const auto moved = [](std::uint32_t at, int by, std::uint32_t count) {
        return static_cast<std::uint32_t>(std::clamp<std::int64_t>(std::int64_t{at} + by, 0, std::int64_t{count} - 1));
    };
    const Dim3& cells = s.cells.cells;
    Dim3 to{0, 0, 0};  // the first key only shows where one stands
    if (from) to = {moved(from->x, dx, cells.x), moved(from->y, dy, cells.y), moved(from->z, dz, cells.z)};
    if (const auto thread = s.cells.thread_of(to)) chosen = thread;
    s.wb.pointing.hovered_thread.reset();
}

void handle_keys(LayerScene& s, ImGuiID id) {
    for (const ImGuiKey key : {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_Home,
                               ImGuiKey_Enter, ImGuiKey_KeypadEnter, ImGuiKey_PageUp, ImGuiKey_PageDown})
        ImGui::SetKeyOwner(key, id);
    const auto pressed = [&](ImGuiKey key) { return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id); };
    LayerCamera& camera = shown_camera(s.state(), s.face);
    const bool moves = s.face == ThreadFace::slice || ImGui::GetIO().KeyShift;
    struct Arrow {
        ImGuiKey key;
        int x, y;
    };
    for (const Arrow& arrow :
         {Arrow{ImGuiKey_LeftArrow, -1, 0}, {ImGuiKey_RightArrow, 1, 0}, {ImGuiKey_UpArrow, 0, -1}, {ImGuiKey_DownArrow, 0, 1}}) {
        if (!pressed(arrow.key)) continue;
        if (moves)
            move_choice(s, arrow.x, arrow.y, 0);
        else
            camera.rotate_by(kTurnOfKey * arrow.x, kTurnOfKey * arrow.y);
    }
    for (const auto [key, by] : {std::pair{ImGuiKey_PageUp, -1}, {ImGuiKey_PageDown, 1}}) {
        if (!pressed(key)) continue;
        if (s.face == ThreadFace::slice)
            s.state().layer = static_cast<std::int64_t>(shown_layer(s.state(), s.cells.shape)) + by;
        else if (moves)
            move_choice(s, 0, 0, by);
        else
            camera.zoom_by(by < 0 ? kFactorOfKey : 1 / kFactorOfKey);
    }
    if (pressed(ImGuiKey_Home)) camera = s.face == ThreadFace::slice ? camera_from_above() : LayerCamera{};
    if (s.wb.pointing.chosen_thread && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter))) {
        s.grid.opened_thread = s.wb.pointing.chosen_thread;
        s.grid.open_popup = true;
    }
}

// What lies under the mouse.
std::optional<Dim3> handle_mouse(LayerScene& s, bool hovered, bool active) {
    const ImGuiIO& io = ImGui::GetIO();
    LayerCamera& camera = shown_camera(s.state(), s.face);
    std::optional<Dim3> cell;
    if (hovered) {
        ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
        if (io.MouseWheel != 0) camera.zoom_by(std::pow(kFactorOfWheel, static_cast<double>(io.MouseWheel)));
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
            camera = s.face == ThreadFace::slice ? camera_from_above() : LayerCamera{};
        cell = s.projection.cell_at(static_cast<double>(io.MousePos.x - s.min.x), static_cast<double>(io.MousePos.y - s.min.y));
        s.wb.pointing.hovered_thread = cell ? s.cells.thread_of(*cell) : std::nullopt;
    } else if (s.grid.points) {
        s.wb.pointing.hovered_thread.reset();
    }
    s.grid.points = hovered;
    if (active && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
        s.state().rotating = true;
        const double x = static_cast<double>(io.MouseDelta.x), y = static_cast<double>(io.MouseDelta.y);
        const double turn = kTurnOfPixel / static_cast<double>(s.look().scale);
        if (s.face == ThreadFace::slice) {
            const bool zoomed = camera.zoom > 1;  // at zoom 1 all of it is seen
            camera.pan_x = zoomed ? camera.pan_x + x : 0;
            camera.pan_y = zoomed ? camera.pan_y + y : 0;
        } else {
            camera.rotate_by(turn * x, turn * y);
        }
    }
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
        if (hovered && !s.state().rotating && s.wb.pointing.hovered_thread)
            s.wb.pointing.chosen_thread = s.wb.pointing.hovered_thread;
        s.state().rotating = false;
    }
    return s.state().rotating ? std::nullopt : cell;
}

}  // namespace

ThreadFace shown_face(const ThreadLayersState& state, const LaunchShape& shape) {
    const bool has_layers = shape.grid.z > 1 || shape.block.z > 1;
    if (state.face && (has_layers || *state.face == ThreadFace::order)) return *state.face;
    return has_layers && cells_of_launch(shape, kMostCells).cells.z > 1 ? ThreadFace::stack : ThreadFace::flat;
}

void layers_bar(Workbench& wb, const LaunchFacts& launch, ThreadLayersState& state) {
    const LaunchShape& shape = launch.facts->shape;
    const bool has_layers = shape.grid.z > 1 || shape.block.z > 1;
    const ThreadFace face = shown_face(state, shape);
    if (!has_layers && face == ThreadFace::flat) return;
    const Look& look = wb.look;
    static constexpr std::array with_layers{ThreadFace::stack, ThreadFace::slice, ThreadFace::order, ThreadFace::flat};
    static constexpr std::array without{ThreadFace::order, ThreadFace::flat};
    const std::span<const ThreadFace> faces =
        has_layers ? std::span<const ThreadFace>(with_layers) : std::span<const ThreadFace>(without);
    std::vector<std::string> names, help;
    for (const ThreadFace each : faces) {
        constexpr std::array<const char*, 4> all{"Stack", "Slice", "Order", "Flat"};
        constexpr std::array<const char*, 4> what{"All layers along z, one above the other: drag to rotate",
                                                  "One layer, from above",
                                                  "One block, its threads numbered in the order in which they form warps",
                                                  "All blocks beside one another, as in a launch without z"};
        names.emplace_back(all[static_cast<std::size_t>(each)]);
        help.emplace_back(what[static_cast<std::size_t>(each)]);
    }
    int chosen = static_cast<int>(std::ranges::find(faces, face) - faces.begin());
    if (segmented(look, "##thread_face", names, chosen, help)) state.face = faces[static_cast<std::size_t>(chosen)];
    if (shown_face(state, shape) == ThreadFace::slice && layers_of(shape) > 1) {
        place_beside(look.px(260));
        const IdScope id("##layer");
        auto layer = static_cast<std::int64_t>(shown_layer(state, shape));
        if (number_slider({.min = 0, .max = static_cast<std::int64_t>(layers_of(shape)) - 1}, layer, look.px(180)))
            state.layer = layer;
        explain(look, "Which layer along z is shown. In the picture, Page Up and Page Down choose it as well.");
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        text_in(look, look.theme.text, fmt::format("z = {}", shown_layer(state, shape)));
    }
    muted_text(look, face_text(wb, state, shape));
}

void layers_canvas(Workbench& wb, const LaunchFacts& launch, ThreadGridState& grid, ImVec2 min, ImVec2 max) {
    const Look& look = wb.look;
    const LaunchShape& shape = launch.facts->shape;
    const ThreadFace face = shown_face(grid.layers, shape);
    const LayerCells cells = shown_cells(wb, grid.layers, shape);
    if (face == ThreadFace::order && cells.cells != shape.block) return;  // the sentence above says why
    ImGui::SetCursorScreenPos(min);
    ImGui::InvisibleButton("##thread_layers_canvas", {max.x - min.x, max.y - min.y},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_EnableNav);
    const ImGuiID id = ImGui::GetItemID();
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive(), focused = ImGui::IsItemFocused();
    const float gutter = cells.cells.z > 1 ? look.px(kLabelGutter) : 0;
    const ImVec2 inner{min.x + gutter, min.y};
    LayerScene scene{wb,
                     launch,
                     grid,
                     face,
                     cells,
                     LayerProjection(cells, shown_camera(grid.layers, face), static_cast<double>(max.x - inner.x),
                                     static_cast<double>(max.y - inner.y)),
                     inner,
                     max,
                     *ImGui::GetWindowDrawList()};
    const auto under_mouse = handle_mouse(scene, hovered, active);
    if (focused) handle_keys(scene, id);
    scene.list.PushClipRect(min, max, true);
    draw_layers(scene);
    if (face == ThreadFace::order) draw_path(scene);
    mark_thread(scene, wb.pointing.chosen_thread, look.theme.text, 2.5f);
    mark_thread(scene, wb.pointing.hovered_thread, look.theme.text, 1.5f);
    scene.list.PopClipRect();
    if (cells.of_blocks && under_mouse) text_tooltip(look, blocks_text(cells, *under_mouse));
    if (focused && ImGui::GetIO().NavVisible) scene.list.AddRect(min, max, look.theme.accent, look.px(6), look.px(1.5f));
}

}  // namespace warpwise::ui
