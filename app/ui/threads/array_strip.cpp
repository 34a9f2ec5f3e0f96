#include "ui/threads/array_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "ui/kit/draw.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/threads/cell_look.h"
#include "ui/workbench/awaited.h"

namespace warpwise::ui {
namespace {

constexpr float kNarrowestHue = 6;  // unscaled pixels of the strip

struct Bar {
    ImDrawList& list;
    const Look& look;
    ImVec2 min, max;
    std::uint64_t group = 1;  // blocks that share a hue, where one is too narrow for its own
};

// A frame around `elements` wrong elements that stand together, hatched, and crosses in it: one for each where they are wide
// enough.
void draw_wrong(const Bar& bar, float x0, float x1, std::uint64_t elements) {
    const Look& look = bar.look;
    const float out = look.px(1);
    draw_hatch(bar.list, {x0, bar.min.y}, {std::max(x1, x0 + look.px(2)), bar.max.y}, look.theme.bad, look.px(6));
    bar.list.AddRect({x0 - out, bar.min.y - out}, {std::max(x1, x0 + look.px(2)) + out, bar.max.y + out}, look.theme.bad, 0,
                     look.px(1.5f));
    const float radius = look.px(3), y = (bar.min.y + bar.max.y) / 2;
    const int room = std::max(1, static_cast<int>((x1 - x0) / look.px(48)));
    const int crosses = elements < static_cast<std::uint64_t>(room) ? static_cast<int>(elements) : room;
    if (x1 - x0 < 2.5f * radius) return;
    for (int i = 0; i < crosses; ++i) {
        const float x = x0 + (x1 - x0) * (static_cast<float>(i) + 0.5f) / static_cast<float>(crosses);
        bar.list.AddCircleFilled({x, y}, radius * 2, look.theme.panel);
        draw_cross(bar.list, {x, y}, radius, look.theme.bad, look.px(1.8f));
    }
}

ThreadState look_of(const StripColumn& column, bool has_writes) {
    if (!has_writes) return ThreadState::silent;
    if (column.flags & element_flag::kUnwritten) return ThreadState::idle;
    if (column.flags & element_flag::kShared) return ThreadState::overwritten;
    return column.block ? ThreadState::works : ThreadState::idle;
}

bool looks_alike(const StripColumn& a, const StripColumn& b, std::uint64_t group) {
    return a.flags == b.flags && a.block.has_value() == b.block.has_value() &&
           (!a.block || block_hue(*a.block / group) == block_hue(*b.block / group));
}

void draw_column(const Bar& bar, const StripColumn& column, float x0, float x1, bool has_writes, bool bright) {
    const Theme& t = bar.look.theme;
    const ThreadState state = look_of(column, has_writes);
    CellLook look = cell_look(t, column.block.value_or(0) / bar.group, state);
    if (!has_writes) look.fill = mix(t.panel, t.line, 0.55f);
    if (bright && column.block) look.fill = t.text;
    const bool plain = !has_writes || (bright && column.block);
    draw_cell(bar.list, {x0, bar.min.y}, {x1, bar.max.y}, look, plain ? ThreadState::works : state, 0, bar.look.px(6));
}

// Single elements with room between them, or columns of pixels joined where they look the same.
void draw_columns(const Bar& bar, const std::vector<StripColumn>& columns, bool has_writes, std::uint64_t elements,
                  std::optional<std::int64_t> bright) {
    const float per_element = (bar.max.x - bar.min.x) / static_cast<float>(elements);
    const float gap = per_element >= 4 ? std::max(1.0f, std::floor(bar.look.px(1))) : 0;
    auto x_of = [&](std::uint64_t element) { return bar.min.x + per_element * static_cast<float>(element); };
    auto is_bright = [&](const StripColumn& c) {
        return bright && static_cast<std::uint64_t>(*bright) >= c.first && static_cast<std::uint64_t>(*bright) < c.last && gap > 0;
    };
    for (std::size_t i = 0; i < columns.size();) {
        std::size_t end = i + 1;
        while (gap == 0 && end < columns.size() && looks_alike(columns[i], columns[end], bar.group)) ++end;
        const float x0 = x_of(columns[i].first), x1 = std::max(x0 + 1, x_of(columns[end - 1].last) - gap);
        draw_column(bar, columns[i], x0, x1, has_writes, is_bright(columns[i]));
        i = end;
    }
    auto is_wrong = [&](std::size_t i) { return i < columns.size() && (columns[i].flags & element_flag::kWrong); };
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!is_wrong(i)) continue;
        std::size_t end = i + 1;
        while (is_wrong(end)) ++end;
        draw_wrong(bar, x_of(columns[i].first), x_of(columns[end - 1].last) - gap, columns[end - 1].last - columns[i].first);
        i = end;
    }
}

void draw_ticks(const Bar& bar, std::uint64_t elements) {
    const Look& look = bar.look;
    const float size = look.px(Fonts::kSmall), width = bar.max.x - bar.min.x;
    const float last = text_width(look.fonts.mono, size, with_separators(static_cast<std::int64_t>(elements - 1)));
    const float widest = last + look.px(18);
    for (const std::int64_t tick : element_ticks(elements, static_cast<int>(width / widest))) {
        const float x = bar.min.x + width * static_cast<float>((static_cast<double>(tick) + 0.5) / static_cast<double>(elements));
        bar.list.AddRectFilled({std::floor(x), bar.max.y + look.px(2)}, {std::floor(x) + 1, bar.max.y + look.px(5)},
                               look.theme.line);
        const std::string text = with_separators(tick);
        const float half = text_width(look.fonts.mono, size, text) / 2;
        const float middle = std::clamp(x, bar.min.x + half, bar.max.x - half);
        const bool is_last = tick + 1 == static_cast<std::int64_t>(elements);
        if (!is_last && middle + half + look.px(6) > bar.max.x - last) continue;  // the last one ends with the strip
        put_text(bar.list, look.fonts.mono, size, {middle - half, bar.max.y + look.px(6)}, look.theme.muted, text);
    }
}

// Where the elements will be: a quiet outline that says what comes, so that nothing jumps in when it does.
void draw_slot(const Bar& bar, bool to_be_clicked) {
    const Look& look = bar.look;
    const float dash = look.px(4), thickness = std::max(1.0f, look.px(1));
    const ImU32 colour = mix(look.theme.panel, look.theme.muted, 0.7f);
    for (float x = bar.min.x; x < bar.max.x; x += 2 * dash)
        for (const float y : {bar.min.y, bar.max.y - thickness})
            bar.list.AddRectFilled({x, y}, {std::min(x + dash, bar.max.x), y + thickness}, colour);
    for (float y = bar.min.y; y < bar.max.y; y += 2 * dash)
        for (const float x : {bar.min.x, bar.max.x - thickness})
            bar.list.AddRectFilled({x, y}, {x + thickness, std::min(y + dash, bar.max.y)}, colour);
    const float size = look.px(Fonts::kSmall), width = bar.max.x - bar.min.x;
    const std::string_view said = to_be_clicked ? "click the element" : "after Run: which block wrote each element";
    const std::string_view text = text_width(look.fonts.regular, size, said) + look.px(16) <= width ? said : "after Run";
    put_text(bar.list, look.fonts.regular, size, {(bar.min.x + bar.max.x) / 2, (bar.min.y + bar.max.y - size * 1.2f) / 2},
             look.theme.muted, text, 0.5f);
}

// The element that a prediction has as its answer: a frame, and its number above the ticks.
void draw_mark(const Bar& bar, std::uint64_t elements, std::int64_t element) {
    const Look& look = bar.look;
    if (element < 0 || static_cast<std::uint64_t>(element) >= elements) return;
    const float per_element = (bar.max.x - bar.min.x) / static_cast<float>(elements);
    const float x0 = bar.min.x + per_element * static_cast<float>(element), x1 = std::max(x0 + look.px(3), x0 + per_element);
    bar.list.AddRectFilled({x0, bar.min.y}, {x1, bar.max.y}, with_alpha(look.theme.accent, 0.35f));
    bar.list.AddRect({x0 - 1, bar.min.y - look.px(2)}, {x1 + 1, bar.max.y + look.px(2)}, look.theme.accent, 0, look.px(2));
}

void show_element_tooltip(const Workbench& wb, const LaunchFacts& launch, std::int64_t element) {
    if (!begin_tooltip(wb.look)) return;
    bool first = true;
    for (const std::string& line : describe_element(launch, element)) {
        const FontScope font(first ? wb.look.fonts.semibold : wb.look.fonts.regular,
                             wb.look.px(first ? Fonts::kBody : Fonts::kSmall));
        ImGui::TextUnformatted(line.c_str());
        first = false;
    }
    ImGui::EndTooltip();
}

}  // namespace

float StripGeometry::x_of(double element) const {
    return min.x +
           (max.x - min.x) * static_cast<float>((element + 0.5) / static_cast<double>(std::max<std::uint64_t>(1, elements)));
}

std::optional<std::int64_t> StripGeometry::element_at(ImVec2 p) const {
    if (elements == 0 || p.x < min.x || p.x >= max.x || p.y < min.y || p.y >= max.y) return std::nullopt;
    const auto element = static_cast<std::int64_t>((p.x - min.x) / (max.x - min.x) * static_cast<double>(elements));
    return std::min(element, static_cast<std::int64_t>(elements) - 1);
}

std::string array_name(const LaunchFacts& launch) {
    if (launch.record && launch.facts->has_writes) {
        const std::size_t argument = launch.record->writes[*launch.facts->write_map].argument;
        if (argument < launch.record->argument_names.size()) return launch.record->argument_names[argument];
    }
    if (launch.record && launch.facts->output) return (*launch.record->outputs)[*launch.facts->output].name;
    return launch.output_name;
}

std::string array_size_text(const LaunchFacts& launch) {
    return fmt::format("{} × {}", with_separators(static_cast<std::int64_t>(launch.facts->elements)), name_of(launch.output_dtype));
}

std::vector<std::string> describe_element(const LaunchFacts& launch, std::int64_t element) {
    std::vector<std::string> lines;
    const ThreadFacts& facts = *launch.facts;
    const std::string name = array_name(launch).empty() ? "element " : array_name(launch);
    lines.push_back(name.ends_with(' ') ? name + with_separators(element) : fmt::format("{}[{}]", name, element));
    if (!launch.record) {
        lines.push_back("not run yet: Run (F5) shows which thread writes it");
        return lines;
    }
    const auto index = static_cast<std::size_t>(element);
    const Array* before = nullptr;
    const Array* after = facts.output ? &(*launch.record->outputs)[*facts.output] : nullptr;
    if (after && launch.record->inputs)
        for (const Array& input : *launch.record->inputs)
            if (input.name == after->name) before = &input;
    if (before && after && index < before->size() && index < after->size())
        lines.push_back(fmt::format("{} before, {} after", before->text(index), after->text(index)));
    else if (after && index < after->size())
        lines.push_back(fmt::format("{} after the run", after->text(index)));
    const std::uint8_t flags = index < facts.element_flags.size() ? facts.element_flags[index] : 0;
    if (flags & element_flag::kWrong)
        lines.push_back(fmt::format("wrong: {} expected", (*launch.record->expected)[*facts.output].text(index)));
    if (!facts.has_writes) return lines;
    const auto writer = facts.writer_of(element, launch.record);
    if (!writer) {
        lines.push_back("no thread wrote it");
    } else if (flags & element_flag::kShared) {
        const int aims = facts.aims[index];
        lines.push_back(fmt::format("{}{} threads write it; the last was {}", aims, aims == 255 ? " or more" : "",
                                    thread_name(facts.shape, *writer)));
    } else {
        lines.push_back("written by " + thread_name(facts.shape, *writer));
    }
    return lines;
}

namespace {

// Beside the strip there is room for a few characters: a large count is written as a power or in millions.
std::string short_size_text(const Workbench& wb, const LaunchFacts& launch, float width) {
    const std::string whole = array_size_text(launch);
    if (text_width(wb.look.fonts.regular, wb.look.px(Fonts::kSmall), whole) <= width) return whole;
    const std::uint64_t n = launch.facts->elements;
    const std::string count = std::has_single_bit(n) ? fmt::format("2^{}", std::countr_zero(n))
                              : n >= 1'000'000       ? fmt::format("{:.3g} M", static_cast<double>(n) / 1e6)
                                                     : fmt::format("{:.3g} k", static_cast<double>(n) / 1e3);
    return fmt::format("{} × {}", count, name_of(launch.output_dtype));
}

}  // namespace

StripGeometry draw_array_strip(Workbench& wb, const LaunchFacts& launch, ArrayStripState& state, const char* id, ImVec2 at,
                               ImVec2 size, float gutter) {
    const Look& look = wb.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    StripGeometry strip;
    strip.elements = launch.facts->elements;
    strip.min = {at.x + gutter, at.y + look.px(4)};
    strip.max = {at.x + size.x, at.y + size.y - look.px(24)};
    if (strip.elements == 0 || strip.max.x - strip.min.x < 8 || strip.max.y - strip.min.y < 4) return strip;

    if (gutter > 0) {
        put_text_cut(list, look.fonts.semibold, look.px(Fonts::kSmall), {at.x, strip.min.y + look.px(1)}, look.theme.text,
                     "array " + array_name(launch), gutter);
        put_text_cut(list, look.fonts.regular, look.px(Fonts::kSmall), {at.x, strip.min.y + look.px(18)}, look.theme.muted,
                     short_size_text(wb, launch, gutter - look.px(4)), gutter - look.px(4));
    }
    const auto wanted = std::min(strip.elements, static_cast<std::uint64_t>(strip.max.x - strip.min.x));
    if (state.facts_version != launch.version || state.wanted != wanted) {
        state.columns = strip_columns(*launch.facts, launch.record, wanted);
        state.facts_version = launch.version;
        state.wanted = wanted;
    }
    const float per_block =
        (strip.max.x - strip.min.x) * static_cast<float>(launch.facts->shape.block.count()) / static_cast<float>(strip.elements);
    std::uint64_t group = 1;
    while (per_block * static_cast<float>(group) < look.px(kNarrowestHue) && group < launch.facts->shape.grid.count()) group *= 2;
    const Bar bar{list, look, strip.min, strip.max, group};
    const Prediction* asked = awaited_click(wb, array_name(launch));
    if (launch.record != nullptr)
        draw_columns(bar, state.columns, launch.facts->has_writes, strip.elements, wb.pointing.hovered_element);
    else
        draw_slot(bar, asked != nullptr);
    if (asked != nullptr && wb.pointing.marked_element) draw_mark(bar, strip.elements, *wb.pointing.marked_element);
    draw_ticks(bar, strip.elements);

    ImGui::SetCursorScreenPos(strip.min);
    ImGui::InvisibleButton(id, {strip.max.x - strip.min.x, strip.max.y - strip.min.y});
    const bool hovered = ImGui::IsItemHovered();
    if (!hovered && state.points) {
        wb.pointing.hovered_element.reset();
        wb.pointing.hovered_thread.reset();
    }
    state.points = hovered;
    if (!hovered) return strip;
    if (const auto element = strip.element_at(ImGui::GetMousePos())) {
        wb.pointing.hovered_element = element;
        wb.pointing.hovered_thread = launch.facts->writer_of(*element, launch.record);
        if (ImGui::IsItemClicked()) {
            if (asked != nullptr) wb.pointing.clicked_element = element;
            if (wb.pointing.hovered_thread) wb.pointing.chosen_thread = wb.pointing.hovered_thread;
            wb.pointing.chosen_element = element;
            ++wb.pointing.element_clicks;
        }
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) state.menu_element = element;
        show_element_tooltip(wb, launch, *element);
    }
    return strip;
}

}  // namespace warpwise::ui
