// The elements of an array as a bar, coloured by the block that wrote them.
#include "ui/export/figure_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counted.h"
#include "ui/export/figure_parts.h"
#include "ui/kit/widgets.h"
#include "ui/threads/strip_columns.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kNarrowestWithGap = 5;

std::string element_count(std::uint64_t n) { return with_separators(static_cast<std::int64_t>(n)); }

// What a column looks like. Before a run nothing is known but the formula: then each element has the colour of its block.
struct ElementLook {
    ThreadState state = ThreadState::works;
    std::uint64_t block = 0;
    bool wrong = false;
    bool operator==(const ElementLook&) const = default;
};

ElementLook look_of(const ThreadsScene& scene, const StripColumn& column, bool blended) {
    ElementLook look;
    look.wrong = column.flags & element_flag::kWrong;
    std::optional<std::uint64_t> block = column.block;
    if (!scene.facts->has_writes) {
        const auto writer = scene.facts->writer_of(static_cast<std::int64_t>(column.first), scene.record);
        if (writer) block = *writer / std::max<std::uint64_t>(1, scene.facts->shape.block.count());
    }
    if (!block || (column.flags & element_flag::kUnwritten))
        look.state = ThreadState::idle;
    else if (column.flags & element_flag::kShared)
        look.state = ThreadState::overwritten;
    look.block = blended || !block ? 0 : *block % 4;
    return look;
}

void draw_elements(Page& page, const Area& area, const ElementLook& look) {
    const Palette& c = page.colours();
    switch (look.state) {
        case ThreadState::works: page.rect(area, block_colour(c, look.block)); break;
        case ThreadState::overwritten:
            page.rect(area, mix(c.ground, c.warn, 0.35));
            page.hatch(area, c.warn, 6, true);
            break;
        default:
            page.rect(area, c.idle);
            page.hatch(area, c.hatch, 6, true);
            break;
    }
    if (!look.wrong) return;
    Rect frame{{area.x, area.y - 3, std::max(area.w, 2.0), area.h + 6}, 0, {}, Line{c.bad, 1.6, 0}};
    page.add(std::move(frame));
}

// Where blocks begin, when each has a stretch of its own; else round numbers.
std::vector<std::int64_t> ticks_of(const ThreadFacts& facts, std::size_t most) {
    const std::uint64_t per_block = std::max<std::uint64_t>(1, facts.shape.block.count()), elements = facts.elements;
    const std::uint64_t stretches = (elements + per_block - 1) / per_block;
    if (stretches < 2 || stretches > most) return element_ticks(elements, static_cast<int>(most));
    std::vector<std::int64_t> ticks;
    for (std::uint64_t at = 0; at < elements; at += per_block) ticks.push_back(static_cast<std::int64_t>(at));
    return ticks;
}

void draw_ticks(Page& page, const ThreadFacts& facts, const StripPlace& place) {
    const TextStyle style = page.mono();
    const double widest = page.width_of(element_count(place.elements), style) + 16;
    double last = -1e9;
    for (const std::int64_t tick : ticks_of(facts, std::max<std::size_t>(1, static_cast<std::size_t>(place.bar.w / widest)))) {
        const double x = place.bar.x + place.bar.w * (static_cast<double>(tick) + 0.5) / static_cast<double>(place.elements);
        const std::string text = with_separators(tick);
        const double half = page.width_of(text, style) / 2;
        const double middle = std::clamp(x, place.bar.x + half, place.bar.right() - half);
        if (middle - half < last + 8) continue;
        last = middle + half;
        page.vertical(std::min(x, place.bar.right() - 1), place.bar.bottom() + 2, place.bar.bottom() + 6, page.colours().muted);
        page.text({middle, place.bar.bottom() + 15}, text, style, Anchor::middle);
    }
}

}  // namespace

double StripPlace::x_of(std::uint64_t element) const {
    return bar.x + bar.w * (static_cast<double>(element) + 0.5) / static_cast<double>(std::max<std::uint64_t>(1, elements));
}

StripPlace draw_strip(Page& page, const ThreadsScene& scene, double left, double width, double height, bool blended) {
    StripPlace place{{left, page.y, width, height}, scene.facts->elements, {}};
    const auto columns = strip_columns(*scene.facts, scene.record, static_cast<std::uint64_t>(width));
    const double per_element = width / static_cast<double>(place.elements);
    const bool apart = per_element >= kNarrowestWithGap;
    const auto x_of = [&](std::uint64_t element) { return left + per_element * static_cast<double>(element); };
    for (std::size_t i = 0; i < columns.size();) {
        const ElementLook look = look_of(scene, columns[i], blended);
        std::size_t end = i + 1;
        while (!apart && end < columns.size() && look_of(scene, columns[end], blended) == look) ++end;
        const double x0 = x_of(columns[i].first), x1 = x_of(columns[end - 1].last) - (apart ? 1.5 : 0);
        if (look.state == ThreadState::works) place.hues[look.block] = true;
        draw_elements(page, {x0, place.bar.y, x1 - x0, height}, look);
        i = end;
    }
    draw_ticks(page, *scene.facts, place);
    page.y = place.bar.bottom() + 26;
    return place;
}

std::string strip_sentence(const ThreadsScene& scene) {
    const ThreadFacts& facts = *scene.facts;
    if (!facts.has_writes)
        return fmt::format("{}. The launch has not run: the colours are what the kernel's formula says.",
                           counted(facts.elements, "element"));
    std::string text = facts.unwritten == 0
                           ? (facts.elements == 1 ? std::string("The only element was written.")
                                                  : fmt::format("All {} elements were written.", element_count(facts.elements)))
                           : fmt::format("{} of {} elements were written.", element_count(facts.elements - facts.unwritten),
                                         element_count(facts.elements));
    if (facts.shared > 0) text += fmt::format(" {} were written by more than one thread.", element_count(facts.shared));
    if (facts.wrong > 0) text += fmt::format(" {} hold a wrong value.", element_count(facts.wrong));
    return text;
}

Figure array_strip_figure(const Setting& setting, const ThreadsScene& scene) {
    if (scene.facts == nullptr || scene.facts->elements == 0)
        return empty_figure(setting, "This launch writes no array, so there is nothing to draw.");
    const std::uint64_t blocks = scene.facts->shape.grid.count();
    const bool blended = blocks > 128;
    Page page(setting.fonts, setting.options,
              words_of(setting, strip_sentence(scene),
                       scene.facts->has_writes ? "Writes recorded by the emulator." : "From the launch and the kernel's formula."));
    if (!scene.array.empty()) {
        page.y += page.paragraph({Page::kLeft, page.y}, Page::kWidth, "array " + scene.array, page.bold(Fonts::kBody));
        page.y += 4;
    }
    const StripPlace place = draw_strip(page, scene, Page::kLeft, Page::kWidth, 56, blended);
    if (const auto element = scene.chosen ? scene.facts->element_of(*scene.chosen) : std::nullopt) {
        const double x = place.x_of(static_cast<std::uint64_t>(*element)),
                     half = std::max(2.0, place.bar.w / static_cast<double>(place.elements) / 2);
        page.add(Rect{{x - half, place.bar.y - 3, 2 * half, place.bar.h + 6}, 2, {}, Line{page.colours().ink, 2.5, 0}});
    }
    page.y += 10;
    std::vector<Page::LegendEntry> entries;
    const auto key = [&](ElementLook look) { return [&page, look](const Area& area) { draw_elements(page, area, look); }; };
    if (blended)
        entries.push_back({key({}), scene.facts->has_writes ? "written" : "to be written"});
    else
        for (std::uint64_t block = 0; block < std::min<std::uint64_t>(blocks, 4); ++block)
            if (place.hues[block])
                entries.push_back({key({ThreadState::works, block, false}),
                                   fmt::format("block {}{}", block, blocks > 4 ? fmt::format(", {}, ...", block + 4) : "")});
    if (scene.facts->unwritten > 0 || !scene.facts->has_writes)
        entries.push_back(
            {key({ThreadState::idle, 0, false}), scene.facts->has_writes ? "no thread wrote it" : "not known before a run"});
    if (scene.facts->shared > 0) entries.push_back({key({ThreadState::overwritten, 0, false}), "written by more than one thread"});
    if (scene.facts->wrong > 0) entries.push_back({key({ThreadState::works, 0, true}), "holds a wrong value"});
    page.legend(entries);
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
