// The launch as threads that the last row can count: blocks as rows, one thread chosen, its numbers in the formula above and its
// element in the array below.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/present/present.h"
#include "ui/threads/array_strip.h"
#include "ui/threads/cell_look.h"
#include "ui/threads/launch_facts.h"

namespace warpwise::ui {
namespace {

constexpr std::uint64_t kMostBlocks = 6;
constexpr std::uint32_t kMostThreads = 32;
// All in pixels of a page.
constexpr float kGutter = 104, kFormulaSize = 49, kFormulaLine = 60, kFormulaHeight = 132, kBraceHeight = 40, kRowGap = 8,
                kLeastRow = 30, kLargestRow = 53, kWidestCell = 64, kLabelSize = 26, kNumberSize = 22;
// The array with the numbers below it, and between the rows and it the arrow's room.
constexpr float kArrayHeight = 84, kLeastArrow = 54, kLargestArrow = 90;

ImU32 colour_of(const Theme& theme, FormulaTerm::Kind kind) {
    using Kind = FormulaTerm::Kind;
    switch (kind) {
        case Kind::block_index: return theme.block_term;
        case Kind::block_dim:
        case Kind::grid_dim: return theme.dim_term;
        case Kind::thread_index: return theme.thread_term;
        case Kind::symbol: return theme.muted;
        case Kind::number:
        case Kind::parameter: break;
    }
    return theme.text;
}

bool has_value_of_its_own(FormulaTerm::Kind kind) {
    using Kind = FormulaTerm::Kind;
    return kind == Kind::block_index || kind == Kind::block_dim || kind == Kind::grid_dim || kind == Kind::thread_index;
}

struct Scene {
    const PresentPage& page;
    const LaunchFacts& launch;
    ImDrawList& list;
    ImVec2 min;  // of the page's part
    float width = 0;
    float cell = 0, row = 0, rows_at = 0;  // pitches in pixels; where the first row begins
    std::uint64_t thread = 0;              // the one whose numbers are shown

    const Look& look() const { return page.bench.look; }
    std::uint32_t threads_per_block() const { return launch.facts->shape.block.x; }
    std::uint64_t blocks() const { return launch.facts->shape.grid.x; }
    float left() const { return min.x + page.px(kGutter); }
    float pitch() const { return row + page.px(kRowGap); }
    ImVec2 cell_at(std::uint64_t t) const {
        return {left() + cell * static_cast<float>(t % threads_per_block()),
                rows_at + pitch() * static_cast<float>(t / threads_per_block())};
    }
    std::optional<std::uint64_t> thread_at(ImVec2 p) const {
        const float column = (p.x - left()) / cell, line = (p.y - rows_at) / pitch();
        if (column < 0 || line < 0 || column >= static_cast<float>(threads_per_block()) || line >= static_cast<float>(blocks()))
            return std::nullopt;
        return static_cast<std::uint64_t>(line) * threads_per_block() + static_cast<std::uint64_t>(column);
    }
};

// Each value under its term, the terms of the launch underlined in their colours.
void draw_formula(const Scene& s) {
    const ThreadFacts& facts = *s.launch.facts;
    if (!facts.formula) return;
    const ThreadPlace place = place_of(facts.shape, s.thread);
    const auto index = facts.formula->at(place);
    const auto columns = lay_out_formula("i", index ? std::to_string(*index) : "?", facts.terms, facts.formula->values_at(place));
    if (columns.empty()) return;
    ImFont* mono = s.look().fonts.mono;
    const float characters = static_cast<float>(columns.back().first + columns.back().width);
    const float size = std::clamp(std::floor(s.width / (0.6f * characters)), s.page.px(kNumberSize), s.page.px(kFormulaSize));
    const float advance = text_width(mono, size, "0000000000") / 10;
    for (const FormulaColumn& c : columns) {
        const ImU32 colour = &c == &columns.front() ? s.look().theme.text : colour_of(s.look().theme, c.kind);
        const auto x = [&](int character) { return s.min.x + advance * static_cast<float>(character); };
        const float below = s.min.y + s.page.px(kFormulaLine);
        put_text(s.list, mono, size, {x(c.term_at), s.min.y}, colour, c.term);
        put_text(s.list, mono, size, {x(c.value_at), below}, colour, c.value);
        if (has_value_of_its_own(c.kind))
            s.list.AddLine({x(c.first) + s.page.px(3), below}, {x(c.first + c.width) - s.page.px(3), below}, colour,
                           s.page.px(2.5f));
    }
}

// blockDim.x spans a row.
void draw_brace(const Scene& s) {
    const Look& look = s.look();
    const std::string text = fmt::format("blockDim.x = {} threads per block", s.threads_per_block());
    const float size = s.page.px(kLabelSize), y = s.rows_at - s.page.px(24);
    const float end = s.left() + s.cell * static_cast<float>(s.threads_per_block()) - s.page.px(2);
    const float half = text_width(look.fonts.semibold, size, text) / 2;
    const ImU32 colour = look.theme.dim_term;
    const float middle = std::max((s.left() + end) / 2, s.left() + half);
    put_text(s.list, look.fonts.semibold, size, {middle, y - size * 0.6f}, colour, text, 0.5f);
    const float ends[][2] = {{s.left(), middle - half - s.page.px(14)}, {middle + half + s.page.px(14), end}};
    for (const auto& [from, to] : ends)
        if (to > from) s.list.AddLine({from, y}, {to, y}, colour, s.page.px(2.5f));
    for (const float x : {s.left() + 1, end - 1})
        s.list.AddLine({x, y - s.page.px(9)}, {x, y + s.page.px(9)}, colour, s.page.px(2.5f));
}

void draw_cell_of(const Scene& s, std::uint64_t thread) {
    const Look& look = s.look();
    const ImVec2 a = s.cell_at(thread), b{a.x + s.cell - std::max(1.0f, s.page.px(1)), a.y + s.row};
    const ThreadState state = s.launch.facts->state_of(thread);
    CellLook cell = cell_look(look.theme, thread / s.threads_per_block(), state);
    const bool chosen = thread == s.thread;
    if (chosen) cell = {look.theme.text, look.theme.text, look.theme.panel};
    draw_cell(s.list, a, b, cell, chosen ? ThreadState::works : state, s.page.px(3), s.page.px(8));
    const std::string text = std::to_string(thread % s.threads_per_block());
    const float size = s.page.px(kNumberSize), middle = (a.x + b.x) / 2, y = (a.y + b.y) / 2 - size * 0.6f;
    if (state != ThreadState::works && !chosen) {  // a number on a pattern stands on a patch of its own
        const float half = text_width(look.fonts.mono, size, text) / 2;
        s.list.AddRectFilled({middle - half, y}, {middle + half, y + size * 1.15f}, cell.fill, s.page.px(2));
    }
    put_text(s.list, look.fonts.mono, size, {middle, y}, cell.ink, text, 0.5f);
}

void draw_rows(const Scene& s) {
    const Look& look = s.look();
    const std::uint64_t mine = s.thread / s.threads_per_block();
    for (std::uint64_t block = 0; block < s.blocks(); ++block) {
        const ImVec2 at = s.cell_at(block * s.threads_per_block());
        put_text(s.list, block == mine ? look.fonts.semibold : look.fonts.regular, s.page.px(kLabelSize),
                 {s.min.x, at.y + s.row / 2 - s.page.px(kLabelSize) * 0.6f}, look.theme.text,
                 fmt::format("block {}", block));  // the hue of a term is that of another block
        for (std::uint32_t t = 0; t < s.threads_per_block(); ++t) draw_cell_of(s, block * s.threads_per_block() + t);
        if (block != mine) continue;
        const float out = s.page.px(4), end = at.x + s.cell * static_cast<float>(s.threads_per_block()) - 1;
        s.list.AddRect({at.x - out, at.y - out}, {end + out, at.y + s.row + out}, look.theme.text, s.page.px(7), s.page.px(2.5f));
    }
}

// Down the gap beside the thread's cell and over to the element that it works on.
void draw_arrow(const Scene& s, const StripGeometry& strip) {
    const auto element = s.launch.facts->element_of(s.thread);
    if (!element || *element < 0 || static_cast<std::uint64_t>(*element) >= strip.elements) return;
    const Look& look = s.look();
    const auto px = [&](float page) { return s.page.px(page); };
    const ImVec2 cell = s.cell_at(s.thread);
    const float x = cell.x + s.cell, last = s.rows_at + s.pitch() * static_cast<float>(s.blocks());
    const ImVec2 from{x, cell.y + s.row + px(4)}, down{x, last + px(2)};
    const ImVec2 to{strip.x_of(static_cast<double>(*element)), strip.min.y - px(16)};
    for (const auto& [thickness, colour] : {std::pair{px(9), look.theme.panel}, {px(4), look.theme.text}}) {
        s.list.PathLineTo(from);
        s.list.PathLineTo(down);
        s.list.PathBezierCubicCurveTo({down.x, down.y + px(40)}, {to.x, to.y - px(40)}, to);
        s.list.PathStroke(colour, thickness);
    }
    s.list.AddRect({cell.x - px(3), cell.y - px(6)}, {cell.x + s.cell + px(2), cell.y + s.row + px(6)}, look.theme.text, px(5),
                   px(4));
    s.list.AddTriangleFilled({to.x - px(11), to.y - px(4)}, {to.x + px(11), to.y - px(4)}, {to.x, to.y + px(13)}, look.theme.text);
    const float half = px(6);
    s.list.AddRect({to.x - half, strip.min.y - px(3)}, {to.x + half, strip.max.y + px(3)}, look.theme.text, px(3), px(3));
    const std::string name = fmt::format("{}[{}]", array_name(s.launch), *element);
    const float room = px(22) + text_width(look.fonts.mono, px(kLabelSize), name);
    // on the side from which the arrow does not come, so that it does not cross the name
    const bool fits_right = to.x + room<s.min.x + s.width, fits_left = to.x - room> s.min.x;
    const bool at_right = fits_right && (down.x <= to.x || !fits_left);
    put_text(s.list, look.fonts.mono, px(kLabelSize), {to.x + px(at_right ? 22.0f : -22.0f), strip.min.y - px(46)}, look.theme.text,
             name, at_right ? 0 : 1);
}

std::uint64_t shown_thread(const Workbench& bench, const ThreadFacts& facts) {
    const auto &hovered = bench.pointing.hovered_thread, &chosen = bench.pointing.chosen_thread;
    if (hovered && *hovered < facts.threads) return *hovered;
    if (chosen && *chosen < facts.threads) return *chosen;
    const std::uint32_t block = facts.shape.block.x;  // one from the middle, whose index no other number gives away
    return std::uint64_t{facts.shape.grid.x} / 2 * block + std::min(7u, block - 1);
}

// Pointing at a thread shows it, a click or the arrow keys choose it.
void point(const Scene& s, std::optional<std::uint64_t>& hovered, std::optional<std::uint64_t>& chosen) {
    const float height = s.pitch() * static_cast<float>(s.blocks());
    ImGui::SetCursorScreenPos({s.left(), s.rows_at});
    ImGui::InvisibleButton("##threads", {s.cell * static_cast<float>(s.threads_per_block()), height}, ImGuiButtonFlags_EnableNav);
    const ImGuiID id = ImGui::GetItemID();
    if (ImGui::IsItemHovered()) {
        hovered = s.thread_at(ImGui::GetMousePos());
        if (ImGui::IsItemClicked()) chosen = hovered;
    } else {
        hovered.reset();
    }
    if (!ImGui::IsItemFocused()) return;
    const auto last = static_cast<std::int64_t>(s.launch.facts->threads) - 1;
    const std::int64_t block = s.threads_per_block();
    for (const auto& [key, step] : {std::pair{ImGuiKey_LeftArrow, std::int64_t{-1}},
                                    {ImGuiKey_RightArrow, std::int64_t{1}},
                                    {ImGuiKey_UpArrow, -block},
                                    {ImGuiKey_DownArrow, block}}) {
        ImGui::SetKeyOwner(key, id);
        const std::int64_t to = static_cast<std::int64_t>(s.thread) + step;
        if (ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id) && to >= 0 && to <= last) chosen = static_cast<std::uint64_t>(to);
    }
}

}  // namespace

bool has_countable_threads(Workbench& bench) {
    if (bench.lesson == nullptr || !bench.draft.resolved) return false;
    const LaunchShape& shape = bench.draft.resolved->shape;
    const bool flat = shape.block.y == 1 && shape.block.z == 1 && shape.grid.y == 1 && shape.grid.z == 1;
    return flat && shape.thread_count() > 0 && shape.block.x <= kMostThreads && shape.grid.x <= kMostBlocks;
}

void present_threads(const PresentPage& page) {
    Workbench& bench = page.bench;
    const LaunchFacts launch = launch_facts(bench);
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    Scene scene{page, launch, *ImGui::GetWindowDrawList(), at, room.x};
    const float width = room.x - page.px(kGutter + 6), count = static_cast<float>(scene.threads_per_block());
    scene.cell = std::min(width / count, page.px(kWidestCell));
    const float top = page.px(launch.facts->formula ? kFormulaHeight + kBraceHeight : kBraceHeight);
    const float for_rows = room.y - top - page.px(kLeastArrow + kArrayHeight), blocks = static_cast<float>(scene.blocks());
    scene.row = std::clamp(for_rows / blocks - page.px(kRowGap), page.px(kLeastRow), page.px(kLargestRow));
    scene.rows_at = at.y + top;
    scene.thread = shown_thread(bench, *launch.facts);
    point(scene, bench.pointing.hovered_thread, bench.pointing.chosen_thread);
    draw_formula(scene);
    draw_brace(scene);
    draw_rows(scene);
    const float below = scene.rows_at + scene.pitch() * blocks;
    const float strip_at =
        std::max(below + page.px(kLeastArrow), std::min(at.y + room.y - page.px(kArrayHeight), below + page.px(kLargestArrow)));
    const StripGeometry strip = draw_array_strip(bench, launch, bench.state<ArrayStripState>(), "##array_strip", {at.x, strip_at},
                                                 {room.x - page.px(6), page.px(kArrayHeight)}, page.px(kGutter));
    draw_arrow(scene, strip);
}

}  // namespace warpwise::ui
