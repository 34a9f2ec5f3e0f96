// The thread grid: every thread of the launch, what it computes, and what came of it in the array below.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "base/counted.h"
#include "experiment/record/record_text.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/threads/cell_look.h"
#include "ui/threads/panels.h"
#include "ui/threads/thread_grid.h"
#include "ui/threads/thread_layers.h"
#include "ui/workbench/outcome.h"

namespace warpwise::ui {
namespace {

constexpr float kLargestZoomedCell = 44;  // unscaled
constexpr float kGutterWidth = 88;        // "threadIdx.x", "i = 96..127"
constexpr float kAxisHeight = 20;
constexpr float kLeastWithStrip = 138, kLowStripHeight = 50;  // unscaled, as all of these

std::string dim_text(const Dim3& d) {
    return fmt::format("({}, {}, {})", with_separators(d.x), with_separators(d.y), with_separators(d.z));
}

std::string launch_text(const ThreadFacts& facts) {
    std::string text = fmt::format("grid {}  block {}  {}", dim_text(facts.shape.grid), dim_text(facts.shape.block),
                                   counted(facts.threads, "thread"));
    if (facts.idle > 0)
        text += fmt::format(", {} {}", with_separators(static_cast<std::int64_t>(facts.idle)),
                            facts.guarded ? "idle" : "past the data");
    return text;
}

// What ran, where no run of the draft tells what its threads did.
std::string without_run(const Outcome& outcome) {
    const std::string plan = "what each thread will compute";
    if (outcome.error_line > 0) return "The text does not compile: " + plan + " once it does";
    if (outcome.is_older) return "Changed since the last run: " + plan;
    if (outcome.faulty != nullptr && outcome.faulty->fault->kind == FaultKind::launch_invalid)
        return "After the run: the launch was refused, and no thread ran";
    switch (outcome.subject) {
        case Subject::sweep:
        case Subject::animation:
        case Subject::live_loop: return outcome.whose + " does not record who wrote what; Run (F5) does";
        default: return "Before a run: " + plan;
    }
}

// One line on what the run left behind, or what the picture is while there is no run.
std::string header_text(const LaunchFacts& launch, const Outcome& outcome) {
    const ThreadFacts& facts = *launch.facts;
    auto count = [](std::uint64_t n) { return with_separators(static_cast<std::int64_t>(n)); };
    if (!facts.has_run) return without_run(outcome);
    if (!facts.has_writes) return "After the run; a traced run on the emulator shows which thread wrote each element";
    if (facts.unwritten == 0 && facts.shared == 0 && facts.wrong == 0)
        return facts.elements == 1 ? std::string("After the run: the only element was written once")
                                   : fmt::format("After the run: all {} written once", counted(facts.elements, "element"));
    std::string text =
        fmt::format("After the run: {} written", share_of_elements(facts.elements - facts.unwritten, facts.elements));
    if (facts.shared > 0) text += fmt::format(", {} by several threads", count(facts.shared));
    if (facts.wrong > 0) text += fmt::format(", {} wrong", count(facts.wrong));
    if (launch.is_right()) text += fmt::format(", all {} right", count(facts.elements));
    return text;
}

void draw_header(Workbench& wb, const LaunchFacts& launch_seen, float width) {
    const ThreadFacts& facts = *launch_seen.facts;
    const Look& look = wb.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float size = look.px(Fonts::kSmall);
    const Outcome state = outcome_of(wb);
    const std::string outcome = header_text(launch_seen, state), launch = launch_text(facts);
    const float outcome_width = text_width(look.fonts.regular, size, outcome),
                launch_width = text_width(look.fonts.regular, size, launch);
    const bool whole = facts.unwritten == 0 && facts.shared == 0 && facts.wrong == 0;
    const bool good = facts.has_writes && (whole || launch_seen.is_right());
    // every element written is nothing to be glad of where the verdict is another
    const ImU32 fine = state.verdict.tone == VerdictTone::good ? look.theme.good : look.theme.muted;
    const ImU32 colour = !facts.has_writes ? look.theme.muted : good ? fine : look.theme.warn;
    if (outcome_width + launch_width + look.px(20) <= width) {
        put_text(list, look.fonts.regular, size, at, colour, outcome);
        put_text(list, look.fonts.regular, size, {at.x + width, at.y}, look.theme.muted, launch, 1);
        ImGui::Dummy({width, look.px(20)});
    } else {
        put_text_cut(list, look.fonts.regular, size, at, look.theme.muted, launch, width);
        put_text_cut(list, look.fonts.regular, size, {at.x, at.y + look.px(17)}, colour, outcome, width);
        ImGui::Dummy({width, look.px(37)});
    }
}

struct Division {
    bool card = false, legend = false;
    float canvas = 0, strip = 0;  // heights; no strip: 0
};

float card_width_in(const Look& look, float width) { return std::clamp(width - look.px(270), look.px(200), look.px(500)); }

// What fits: the canvas first, then the strip, the legend, and the card below. In small panels the card is a tooltip.
Division divide(const Look& look, const LaunchFacts& launch, ImVec2 space) {
    Division d;
    float left = space.y - look.px(kAxisHeight);
    const float taller = card_height(look, launch, card_width_in(look, space.x)) - look.px(104);
    d.card = space.y >= look.px(330) + taller && space.x >= look.px(480);
    d.legend = d.card || space.y >= look.px(250);
    // where lessons say "the array below the threads", a thin one is better than none
    if (space.y >= look.px(kLeastWithStrip)) d.strip = look.px(space.y >= look.px(200) ? kStripHeight : kLowStripHeight);
    if (d.card)
        left -= card_height(look, launch, card_width_in(look, space.x)) + look.px(10);
    else if (d.legend)
        left -= look.px(22);
    if (d.strip > 0) left -= d.strip + look.px(14);
    d.canvas = std::max(look.px(30), left);
    return d;
}

void handle_keys(GridScene& s, ImGuiID id) {
    for (const ImGuiKey key : {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_Home,
                               ImGuiKey_End, ImGuiKey_Enter, ImGuiKey_KeypadEnter})
        ImGui::SetKeyOwner(key, id);
    auto pressed = [&](ImGuiKey key) { return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id); };
    auto& chosen = s.wb.pointing.chosen_thread;
    const std::uint64_t from = std::min(chosen.value_or(0), s.launch.facts->threads - 1);
    std::optional<std::uint64_t> to;
    if (pressed(ImGuiKey_LeftArrow)) to = neighbour_of(s.layout, from, -1, 0);
    if (pressed(ImGuiKey_RightArrow)) to = neighbour_of(s.layout, from, 1, 0);
    if (pressed(ImGuiKey_UpArrow)) to = neighbour_of(s.layout, from, 0, -1);
    if (pressed(ImGuiKey_DownArrow)) to = neighbour_of(s.layout, from, 0, 1);
    if (pressed(ImGuiKey_Home)) to = 0;
    if (pressed(ImGuiKey_End)) to = s.launch.facts->threads - 1;
    if (to) {
        chosen = chosen ? to : from;  // the first key only shows where one stands
        s.wb.pointing.hovered_thread.reset();
        s.state.view.show(s.layout.cell_of(*chosen), static_cast<double>(s.width()), static_cast<double>(s.height()));
    }
    if (chosen && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter))) {
        s.state.opened_thread = chosen;
        s.state.open_popup = true;
    }
    for (const auto [key, factor] : {std::pair{ImGuiKey_PageUp, 1.5}, {ImGuiKey_PageDown, 1 / 1.5}}) {
        ImGui::SetKeyOwner(key, id);
        if (!pressed(key)) continue;
        const Box cell = s.state.view.to_screen(s.layout.cell_of(from));
        s.state.view.zoom_by(factor, cell.x + cell.w / 2, cell.y + cell.h / 2, s.layout,
                             static_cast<double>(s.look().px(kLargestZoomedCell)));
    }
}

void handle_mouse(GridScene& s, bool hovered, bool active) {
    const ImGuiIO& io = ImGui::GetIO();
    GridView& view = s.state.view;
    const double x = static_cast<double>(io.MousePos.x - s.min.x), y = static_cast<double>(io.MousePos.y - s.min.y);
    if (hovered) {
        ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
        if (io.MouseWheel != 0)
            view.zoom_by(std::pow(1.25, static_cast<double>(io.MouseWheel)), x, y, s.layout,
                         static_cast<double>(s.look().px(kLargestZoomedCell)));
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) view = {};
        s.wb.pointing.hovered_thread = s.layout.thread_at(view.layout_x(x), view.layout_y(y));
    } else if (s.state.points) {
        s.wb.pointing.hovered_thread.reset();
    }
    s.state.points = hovered;
    if (active && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
        s.state.dragging = true;
        view.pan_by(static_cast<double>(io.MouseDelta.x), static_cast<double>(io.MouseDelta.y));
    }
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
        if (hovered && !s.state.dragging && s.wb.pointing.hovered_thread)
            s.wb.pointing.chosen_thread = s.wb.pointing.hovered_thread;
        s.state.dragging = false;
    }
}

void canvas_menu(GridScene& s) {
    if (!ImGui::BeginPopupContextItem("##thread_grid_menu")) return;
    const bool zoomed = !s.state.view.is_reset();
    if (ImGui::MenuItem("Show all threads", "double click", false, zoomed)) s.state.view = {};
    if (ImGui::MenuItem("Open the chosen thread", "Enter", false, s.wb.pointing.chosen_thread.has_value())) {
        s.state.opened_thread = s.wb.pointing.chosen_thread;
        s.state.open_popup = true;
    }
    for (const auto& [label, number] : {std::pair{"Number in a cell: i, the element", CellNumber::index},
                                        {"Number in a cell: threadIdx.x", CellNumber::thread_in_block}})
        if (ImGui::MenuItem(label, nullptr, s.state.number == number)) s.state.number = number;
    if (ImGui::MenuItem("Number the threads of one block", nullptr, false, s.layout.threads_per_block > 1))
        s.state.layers.face = ThreadFace::order;
    if (ImGui::MenuItem("Copy as CSV (at most 10,000 threads)")) {
        const ThreadFacts& facts = *s.launch.facts;
        std::string csv = "thread,block,thread_in_block,warp,lane,index,state\n";
        constexpr const char* names[] = {"works", "idle", "overwritten", "silent"};
        for (std::uint64_t thread = 0; thread < std::min<std::uint64_t>(facts.threads, 10000); ++thread) {
            const ThreadPlace p = place_of(facts.shape, thread);
            const auto index = facts.formula ? facts.formula->at(p) : std::optional(static_cast<std::int64_t>(thread));
            csv += fmt::format("{},{},{},{},{},{},{}\n", thread, p.block_linear, p.in_block, p.warp(), p.lane(),
                               index ? std::to_string(*index) : "", names[static_cast<std::size_t>(facts.state_of(thread))]);
        }
        ImGui::SetClipboardText(csv.c_str());
    }
    ImGui::EndPopup();
}

void canvas_item(GridScene& s) {
    ImGui::SetCursorScreenPos(s.min);
    ImGui::InvisibleButton("##thread_grid_canvas", {s.width(), s.height()},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_EnableNav);
    const ImGuiID id = ImGui::GetItemID();
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive(), focused = ImGui::IsItemFocused();
    handle_mouse(s, hovered, active);
    if (focused) handle_keys(s, id);
    canvas_menu(s);
    s.state.view.keep_in(s.layout, static_cast<double>(s.width()), static_cast<double>(s.height()));
    if (focused && ImGui::GetIO().NavVisible)
        s.list.AddRect({s.min.x - s.look().px(5), s.min.y - s.look().px(5)}, {s.max.x + s.look().px(5), s.max.y + s.look().px(5)},
                       s.look().theme.accent, s.look().px(6), s.look().px(1.5f));
}

struct LegendEntry {
    ThreadState state;
    enum class Mark { none, chosen, faulty, stray } mark;
    std::string text;
};

std::vector<LegendEntry> legend_entries(const LaunchFacts& launch) {
    using Mark = LegendEntry::Mark;
    const ThreadFacts& facts = *launch.facts;
    const bool stopped = faulty_thread(launch).has_value();
    auto with_count = [](const char* what, std::uint64_t n) {
        return fmt::format("{} ({})", what, with_separators(static_cast<std::int64_t>(n)));
    };
    if (facts.is_refused) return {{ThreadState::silent, Mark::none, with_count("did not run", facts.threads)}};
    std::vector<LegendEntry> entries{{ThreadState::works, Mark::none, with_count(work_words(facts), working_threads(facts))}};
    if (facts.strays > 0)
        entries.push_back({ThreadState::works, Mark::stray, with_count("past the data, and wrote there", facts.strays)});
    if (facts.overwritten > 0)
        entries.push_back({ThreadState::overwritten, Mark::none, with_count("overwritten by another thread", facts.overwritten)});
    if (facts.silent > 0) entries.push_back({ThreadState::silent, Mark::none, with_count("left nothing", facts.silent)});
    const char* past_the_data = stopped          ? "past the data"
                                : !facts.guarded ? "past the data, and no guard"
                                                 : "past the data: nothing to do";
    // The strip below has the same hatch for elements.
    const std::string unwritten = facts.has_writes && facts.unwritten > 0 ? with_count("no thread wrote it", facts.unwritten) : "";
    if (facts.idle == 0 && !unwritten.empty())
        entries.push_back({ThreadState::idle, Mark::none, unwritten});
    else if (facts.idle > 0 || entries.size() == 1)
        entries.push_back({ThreadState::idle, Mark::none,
                           with_count(past_the_data, facts.idle) + (unwritten.empty() ? "" : "; in the array: " + unwritten)});
    if (stopped) entries.push_back({ThreadState::idle, Mark::faulty, "stopped the run"});
    entries.push_back({ThreadState::works, Mark::chosen, "chosen: arrow keys, Enter to open"});
    return entries;
}

// Returns where it ends, in a column.
float draw_legend(const Look& look, const LaunchFacts& launch, ImVec2 at, float width, bool in_a_column) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float box = look.px(14), size = look.px(Fonts::kSmall);
    float x = at.x, y = at.y;
    for (const LegendEntry& entry : legend_entries(launch)) {
        const float text = text_width(look.fonts.regular, size, entry.text);
        if (!in_a_column && x + box + look.px(8) + text > at.x + width) break;
        const ImVec2 a{x, y}, b{x + box, y + box};
        CellLook cell = cell_look(look.theme, 0, entry.state);
        const bool chosen = entry.mark == LegendEntry::Mark::chosen;
        if (chosen) cell.fill = block_colour(look.theme, 0);
        draw_cell(list, a, b, cell, entry.state, look.px(2), look.px(4));
        if (chosen) list.AddRect({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, look.theme.text, look.px(3), look.px(1.5f));
        if (entry.mark == LegendEntry::Mark::stray) list.AddRect(a, b, look.theme.bad, look.px(2), look.px(1.5f));
        if (entry.mark == LegendEntry::Mark::faulty)
            draw_cross(list, {(a.x + b.x) / 2, (a.y + b.y) / 2}, look.px(5), look.theme.bad, look.px(2));
        put_text_cut(list, look.fonts.regular, size, {x + box + look.px(8), y - look.px(1)}, look.theme.muted, entry.text,
                     at.x + width - x - box - look.px(8));
        if (in_a_column)
            y += look.px(21);
        else
            x += box + look.px(24) + text;
    }
    return y;
}

// What the number in a cell is, and the switch.
void number_switch(Workbench& wb, ImVec2 at, float width) {
    const Look& look = wb.look;
    ThreadGridState& state = wb.state<ThreadGridState>();
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    const std::string label = "Number in a cell";
    const float label_width = ImGui::CalcTextSize(label.c_str()).x + look.px(8);
    static const std::string names[] = {"i", "threadIdx.x"};
    static const std::string help[] = {"The element that the thread computes, by the kernel's formula",
                                       "The thread's place in its block along x"};
    if (label_width + button_width(names[0].c_str()) + button_width(names[1].c_str()) > width) return;
    ImGui::SetCursorScreenPos(at);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(to_vec4(look.theme.muted), "%s", label.c_str());
    ImGui::SetCursorScreenPos({at.x + label_width, at.y});
    int chosen = static_cast<int>(state.number);
    if (segmented(look, "cell_number", names, chosen, help)) state.number = static_cast<CellNumber>(chosen);
}

// From the thread to the element it works on.
void draw_arrow(const GridScene& s, const StripGeometry& strip) {
    const auto thread = s.wb.pointing.hovered_thread ? s.wb.pointing.hovered_thread : s.wb.pointing.chosen_thread;
    if (!thread || *thread >= s.launch.facts->threads || strip.elements == 0) return;
    const auto element = s.launch.facts->element_of(*thread);
    if (!element || static_cast<std::uint64_t>(*element) >= strip.elements) return;
    const Look& look = s.look();
    const Box cell = s.on_screen(s.layout.cell_of(*thread));
    const ImVec2 from{static_cast<float>(cell.x + cell.w / 2), static_cast<float>(cell.y + cell.h) + look.px(2)};
    const ImVec2 to{strip.x_of(static_cast<double>(*element)), strip.min.y - look.px(2)};
    if (from.x < s.min.x || from.x > s.max.x || from.y < s.min.y || from.y > s.max.y + look.px(6)) return;
    const float bend = std::min(look.px(70), (to.y - from.y) * 0.7f);
    const ImU32 halo = with_alpha(look.theme.panel, 0.7f);
    for (const auto [colour, thickness] : {std::pair{halo, look.px(5)}, {look.theme.text, look.px(2)}})
        s.list.AddBezierCubic(from, {from.x, from.y + bend}, {to.x, to.y - bend}, {to.x, to.y - look.px(6)}, colour, thickness);
    s.list.AddTriangleFilled({to.x - look.px(5), to.y - look.px(7)}, {to.x + look.px(5), to.y - look.px(7)},
                             {to.x, to.y + look.px(1)}, look.theme.text);
}

// How much is seen, once that is not plain.
std::string zoom_text(const GridScene& s) {
    if (!s.state.view.is_reset()) return fmt::format("zoom {:.1f}: drag to pan, double-click to show all", s.state.view.zoom);
    if (s.cell_w() < 10)
        return fmt::format("{} blocks of {}: scroll to zoom", with_separators(static_cast<std::int64_t>(s.layout.blocks)),
                           with_separators(s.layout.threads_per_block));
    return {};
}

GridLayout fit(const Look& look, const ThreadFacts& facts, float width, float height) {
    GridSpace space;
    space.width = static_cast<double>(width);
    space.height = static_cast<double>(height);
    space.gutter = static_cast<double>(look.px(kGutterWidth));
    space.largest_cell = static_cast<double>(look.px(40));
    space.label_height = static_cast<double>(look.px(17));
    return fit_grid(facts.shape, space);
}

bool say_what_is_missing(Workbench& wb) {
    if (!wb.lesson) {
        empty_state(wb.look, "No lesson is open", "Open one from the course: its threads appear here.");
        return true;
    }
    if (!wb.draft.resolved) {
        empty_state(wb.look, "This launch cannot be drawn", wb.draft.resolved.error().text());
        return true;
    }
    if (wb.draft.resolved->shape.thread_count() == 0) {
        empty_state(wb.look, "This launch has no threads", "Set the grid and the block to at least 1.");
        return true;
    }
    return false;
}

// The array below the canvas, with an arrow from the thread that is pointed at where blocks are drawn as tiles.
StripGeometry draw_strip_below(Workbench& wb, const LaunchFacts& launch, ImVec2 at, ImVec2 size, bool below_labels) {
    const float gutter = below_labels || size.x >= wb.look.px(380) ? wb.look.px(kGutterWidth) : 0;
    return draw_array_strip(wb, launch, wb.state<ThreadGridState>().strip, "##array_strip", at, size, gutter);
}

struct DrawnCanvas {
    float bottom = 0;
    bool has_room_for_numbers = false;
};

// Blocks as tiles, with an axis above them, and the strip.
DrawnCanvas draw_flat(Workbench& wb, const LaunchFacts& launch, ImVec2 at, float width, const Division& parts) {
    const Look& look = wb.look;
    const ImVec2 min{at.x, at.y + look.px(kAxisHeight)}, max{at.x + width, min.y + parts.canvas};
    GridScene scene{
        wb,  launch, wb.state<ThreadGridState>(), fit(look, *launch.facts, width - look.px(4), parts.canvas - look.px(4)), min,
        max, 0,      *ImGui::GetWindowDrawList()};
    // a short grid draws the strip up to it, leaving room for the arrow
    const float used = static_cast<float>(scene.layout.top + scene.layout.height()) + look.px(30);
    scene.max.y = min.y + std::min(parts.canvas, used);
    scene.gutter = scene.layout.one_block_a_row() ? look.px(kGutterWidth) : 0;
    canvas_item(scene);
    draw_grid(scene);
    const std::string zoom = width >= look.px(520) ? zoom_text(scene) : std::string();
    draw_grid_axis(scene, at.y, width - text_width(look.fonts.regular, look.px(Fonts::kSmall), zoom) - look.px(16));
    draw_minimap(scene);
    put_text(scene.list, look.fonts.regular, look.px(Fonts::kSmall), {max.x, at.y}, look.theme.muted, zoom, 1);
    if (parts.strip > 0)
        draw_arrow(scene, draw_strip_below(wb, launch, {at.x, scene.max.y + look.px(14)}, {width, parts.strip}, scene.gutter > 0));
    return {scene.max.y, fits_a_number(scene)};
}

// The same of a launch with layers.
DrawnCanvas draw_with_layers(Workbench& wb, const LaunchFacts& launch, ImVec2 at, float width, const Division& parts) {
    const float bottom = at.y + wb.look.px(kAxisHeight) + parts.canvas;
    layers_canvas(wb, launch, wb.state<ThreadGridState>(), at, {at.x + width, bottom});
    if (parts.strip > 0) draw_strip_below(wb, launch, {at.x, bottom + wb.look.px(14)}, {width, parts.strip}, false);
    return {bottom, false};
}

}  // namespace

void thread_grid_panel(Workbench& wb) {
    if (say_what_is_missing(wb)) return;
    const IdScope id("thread_grid");
    const Look& look = wb.look;
    const LaunchFacts launch = launch_facts(wb);
    ThreadGridState& state = wb.state<ThreadGridState>();
    if (state.view_shape != launch.facts->shape) {
        state.view = {};
        state.layers.forget_places();
    }
    state.view_shape = launch.facts->shape;

    const float width = ImGui::GetContentRegionAvail().x;
    draw_header(wb, launch, width);
    layers_bar(wb, launch, state.layers);
    const ImVec2 space = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
    const Division parts = divide(look, launch, space);
    const bool flat = shown_face(state.layers, launch.facts->shape) == ThreadFace::flat;
    const auto [bottom, has_room_for_numbers] =
        flat ? draw_flat(wb, launch, at, width, parts) : draw_with_layers(wb, launch, at, width, parts);

    const float y = bottom + look.px(14) + (parts.strip > 0 ? parts.strip + look.px(8) : 0);
    const auto shown = wb.pointing.hovered_thread ? wb.pointing.hovered_thread : wb.pointing.chosen_thread;
    if (parts.card) {
        const float card_width = card_width_in(look, width);
        const float legend = width - card_width - look.px(16);
        const float end = draw_legend(look, launch, {at.x, y + look.px(2)}, legend, true);
        if (has_room_for_numbers && end + ImGui::GetFrameHeight() <= y + card_height(look, launch, card_width))
            number_switch(wb, {at.x, end + look.px(2)}, legend);
        draw_thread_card(wb, launch, shown, {at.x + width - card_width, y},
                         {at.x + width, y + card_height(look, launch, card_width)});
    } else {
        if (parts.legend) draw_legend(look, launch, {at.x, y + look.px(2)}, width, false);
        const bool over_canvas =
            ImGui::IsMouseHoveringRect({at.x, at.y + look.px(kAxisHeight)}, {at.x + width, bottom}) && ImGui::IsWindowHovered();
        if (over_canvas && wb.pointing.hovered_thread) show_thread_tooltip(wb, launch, *wb.pointing.hovered_thread);
    }
    if (state.open_popup) ImGui::OpenPopup("##thread_popup");
    state.open_popup = false;
    thread_popup(wb, launch);
}

}  // namespace warpwise::ui
