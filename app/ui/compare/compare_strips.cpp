// An array of both runs as strips of values, and between them a strip on which only the elements that differ are lit.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/counted.h"
#include "ui/compare/compare_view.h"
#include "ui/kit/draw.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/picture/image_palette.h"

namespace warpwise::ui {
namespace {

constexpr float kLabel = 84, kBar = 22, kGap = 6, kTicks = 20;  // unscaled

struct Strips {
    const CompareScene& scene;
    ImDrawList& list;
    ImVec2 min, max;  // of the bars, all three
    const ColourTable& colours;

    const Look& look() const { return scene.look(); }
    std::uint64_t elements() const { return scene.facts.elements; }
    float per_element() const { return (max.x - min.x) / static_cast<float>(elements()); }
    float x_of(std::uint64_t element) const { return min.x + per_element() * static_cast<float>(element); }
    ImVec2 bar(int row) const {  // its top and its bottom
        const float top = min.y + static_cast<float>(row) * look().px(kBar + kGap);
        return {top, top + look().px(kBar)};
    }
};

// As many columns as there are pixels, each of the elements that lie there.
template <typename Draw>
void for_each_column(const Strips& s, Draw draw) {
    const auto pixels = static_cast<std::uint64_t>(std::max(1.0f, s.max.x - s.min.x));
    const std::uint64_t columns = std::min(s.elements(), pixels);
    const float gap = s.per_element() >= 5 ? 1.0f : 0.0f;
    for (std::uint64_t c = 0; c < columns; ++c) {
        const std::uint64_t first = c * s.elements() / columns, last = (c + 1) * s.elements() / columns;
        const float x0 = s.x_of(first);
        draw(first, last, x0, std::max(x0 + 1, s.x_of(last) - gap));
    }
}

void draw_values(const Strips& s, const Array& array, int row, bool older) {
    const ImVec2 bar = s.bar(row);
    for_each_column(s, [&](std::uint64_t first, std::uint64_t, float x0, float x1) {
        const double value = array.value(first);
        const ImU32 colour = s.colours[colour_index(value, s.scene.facts.low, s.scene.facts.high, false)];
        s.list.AddRectFilled({x0, bar.x}, {x1, bar.y}, s.scene.faded(colour, older));
    });
}

void draw_difference(const Strips& s) {
    const Look& look = s.look();
    const ImVec2 bar = s.bar(1);
    s.list.AddRectFilled({s.min.x, bar.x}, {s.max.x, bar.y}, mix(look.theme.panel, look.theme.line, 0.45f), look.px(3));
    const bool older = s.scene.yours_older || s.scene.lessons_older;
    const ImU32 lit = s.scene.faded(look.theme.bad, older), glow = with_alpha(lit, 0.35f);
    for_each_column(s, [&](std::uint64_t first, std::uint64_t last, float x0, float x1) {
        const auto begin = s.scene.facts.differs.begin() + static_cast<std::ptrdiff_t>(first);
        if (std::find(begin, s.scene.facts.differs.begin() + static_cast<std::ptrdiff_t>(last), 1) ==
            s.scene.facts.differs.begin() + static_cast<std::ptrdiff_t>(last))
            return;
        const float middle = (x0 + x1) / 2, half = std::max((x1 - x0) / 2, look.px(1.5f));
        s.list.AddLine({middle, s.bar(0).y}, {middle, s.bar(2).x}, glow, std::max(1.0f, look.px(1)));
        s.list.AddRectFilled({middle - half, bar.x - look.px(2)}, {middle + half, bar.y + look.px(2)}, lit, look.px(1));
    });
}

// At the elements that differ where these are few, else at round numbers.
void draw_ticks(const Strips& s) {
    const Look& look = s.look();
    const float size = look.px(Fonts::kSmall), y = s.bar(2).y + look.px(4), width = s.max.x - s.min.x;
    const CompareFacts& facts = s.scene.facts;
    const float widest = text_width(look.fonts.mono, size, with_separators(static_cast<std::int64_t>(s.elements()))) + look.px(14);
    const int most = std::max(1, static_cast<int>(width / widest));
    std::vector<std::int64_t> ticks = element_ticks(s.elements(), most);
    if (facts.differing > 0 && facts.differing <= std::min<std::uint64_t>(kMostListed, static_cast<std::uint64_t>(most)))
        ticks.assign(facts.first_differing.begin(), facts.first_differing.end());
    float free_from = s.min.x - 1;
    for (const std::int64_t tick : ticks) {
        const std::string text = with_separators(tick);
        const float half = text_width(look.fonts.mono, size, text) / 2;
        const float x = s.min.x + width * static_cast<float>((static_cast<double>(tick) + 0.5) / static_cast<double>(s.elements()));
        const float middle = std::clamp(x, s.min.x + half, s.max.x - half);
        if (middle - half < free_from) continue;
        free_from = middle + half + look.px(8);
        put_text(s.list, look.fonts.mono, size, {middle - half, y}, look.theme.muted, text);
    }
}

void draw_scale(const Strips& s, ImVec2 at, float width) {
    const Look& look = s.look();
    const float size = look.px(Fonts::kSmall), bar = look.px(84);
    const std::string low = fmt::format("{:.4g}", s.scene.facts.low), high = fmt::format("{:.4g}", s.scene.facts.high);
    const float high_width = text_width(look.fonts.mono, size, high), low_width = text_width(look.fonts.mono, size, low);
    float x = at.x + width - high_width;
    put_text(s.list, look.fonts.mono, size, {x, at.y}, look.theme.muted, high);
    x -= look.px(8) + bar;
    for (float i = 0; i < bar; ++i)
        s.list.AddRectFilled({x + i, at.y + look.px(2)}, {x + i + 1, at.y + look.px(15)},
                             s.colours[static_cast<std::size_t>(i / bar * 255)]);
    put_text(s.list, look.fonts.mono, size, {x - look.px(8) - low_width, at.y}, look.theme.muted, low);
    put_text(s.list, look.fonts.regular, size, {x - look.px(16) - low_width, at.y}, look.theme.muted, "value", 1);
}

void point(const Strips& s) {
    ImGui::SetCursorScreenPos(s.min);
    ImGui::InvisibleButton("##compare_strips", {s.max.x - s.min.x, s.bar(2).y - s.min.y});
    if (!ImGui::IsItemHovered()) return;
    const float mouse = ImGui::GetMousePos().x;
    const auto element =
        std::min(s.elements() - 1, static_cast<std::uint64_t>(std::max(0.0f, (mouse - s.min.x) / s.per_element())));
    const CompareFacts& facts = s.scene.facts;
    const auto writer_in = [&](const CompareSide& side) -> std::optional<std::uint64_t> {
        if (element >= side.writer.size() || side.writer[element] == 0) return std::nullopt;
        return side.writer[element] - 1;
    };
    const auto writer = writer_in(facts.yours) ? writer_in(facts.yours) : writer_in(facts.lessons);
    s.scene.wb.pointing.hovered_thread = writer;
    s.scene.state.points = true;
    if (ImGui::IsItemClicked() && writer) s.scene.wb.pointing.chosen_thread = writer;
    text_tooltip(s.look(), fmt::format("{}[{}]\nyours {}\nthe lesson's {}", facts.array, element, facts.yours.array->text(element),
                                       facts.lessons.array->text(element)));
}

}  // namespace

void compare_strips(const CompareScene& scene) {
    const Look& look = scene.look();
    const CompareFacts& facts = scene.facts;
    if (!facts.why_not.empty()) return text_in(look, look.theme.bad, facts.why_not);
    if (facts.elements == 0) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const ColourTable colours = *palette_table("viridis");
    const float top = at.y + look.px(24);
    const Strips strips{scene, list, {at.x + look.px(kLabel), top}, {at.x + width, top + look.px(3 * kBar + 2 * kGap)}, colours};
    put_text(list, look.fonts.semibold, look.px(Fonts::kBody), at, look.theme.text,
             fmt::format("{}, {}", facts.array, counted(facts.elements, "element")));
    draw_scale(strips, at, width);
    const std::array labels{"Yours", "Difference", "The lesson's"};
    for (int row = 0; row < 3; ++row) {
        const bool older = row == 2 ? scene.lessons_older : scene.yours_older;
        put_text(list, look.fonts.regular, look.px(Fonts::kSmall), {at.x, strips.bar(row).x + look.px(3)},
                 older ? look.theme.muted : look.theme.text, labels[static_cast<std::size_t>(row)]);
    }
    draw_values(strips, *facts.yours.array, 0, scene.yours_older);
    draw_values(strips, *facts.lessons.array, 2, scene.lessons_older);
    draw_difference(strips);
    draw_ticks(strips);
    point(strips);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, strips.bar(2).y + look.px(kTicks) - at.y});
}

}  // namespace warpwise::ui
