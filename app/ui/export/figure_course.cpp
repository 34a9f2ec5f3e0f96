#include "ui/export/figure_course.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpwise::ui::figure {
namespace {

constexpr double kColumns = 2, kHalvesGap = 28, kMark = 7, kIndent = 22, kBullet = 9, kPartGap = 14, kLessonGap = 8;

void draw_tick(Page& page, Point middle) {
    const Palette& c = page.colours();
    Path disc;
    disc = rounded({middle.x - kMark, middle.y - kMark, 2 * kMark, 2 * kMark}, kMark);
    disc.fill = c.blocks[2];
    page.add(std::move(disc));
    page.line({{middle.x - 3.4, middle.y + 0.2}, {middle.x - 1, middle.y + 2.8}, {middle.x + 3.6, middle.y - 2.8}},
              {c.on_block[2], 1.8});
}

void draw_ring(Page& page, Point middle) {
    Path ring = rounded({middle.x - kMark + 1, middle.y - kMark + 1, 2 * kMark - 2, 2 * kMark - 2}, kMark - 1);
    ring.edge = Line{page.colours().line, 1.5};
    page.add(std::move(ring));
}

// Returns the height that it takes.
double draw_lesson(Page& page, const LessonSummary& each, Point at, double width) {
    const TextStyle title = each.finished ? page.bold() : page.muted();
    const double line = Page::line_height(title);
    each.finished ? draw_tick(page, {at.x + kMark, at.y + line / 2}) : draw_ring(page, {at.x + kMark, at.y + line / 2});
    double height = page.paragraph({at.x + kIndent, at.y}, width - kIndent,
                                   fmt::format("{}  {}", each.lesson->number, each.lesson->title), title);
    if (!each.finished) return height;
    const TextStyle small = page.muted(11);
    for (const std::string& goal : each.lesson->goals) {
        page.rect({at.x + kIndent, at.y + height + Page::line_height(small) / 2 - 1.5, 3, 3}, small.colour, 1.5);
        height += page.paragraph({at.x + kIndent + kBullet, at.y + height}, width - kIndent - kBullet, goal, small);
    }
    return height;
}

void draw_part(Page& page, const PartSummary& part) {
    page.text({Page::kLeft, page.y + 10}, part_title(part.part), page.bold(Fonts::kBody));
    page.text({Page::kRight, page.y + 10}, fmt::format("{} of {} lessons", part.lessons.done, part.lessons.all), page.muted(),
              Anchor::end);
    page.horizontal(Page::kLeft, Page::kRight, page.y + 24, page.colours().line);
    page.y += 32;
    const double width = (Page::kWidth - kHalvesGap) / kColumns;
    for (std::size_t i = 0; i < part.each.size(); i += 2) {
        double height = draw_lesson(page, part.each[i], {Page::kLeft, page.y}, width);
        if (i + 1 < part.each.size())
            height = std::max(height, draw_lesson(page, part.each[i + 1], {Page::kLeft + width + kHalvesGap, page.y}, width));
        page.y += height + kLessonGap;
    }
    page.y += kPartGap;
}

}  // namespace

Figure course_figure(std::shared_ptr<const FontSet> fonts, const CourseSummary& summary, const std::string& name,
                     const std::string& day) {
    Words words;
    words.title = name.empty() ? "What you can do now" : fmt::format("What {} can do now", name);
    words.subtitle = summary_sentence(summary);
    words.about = "Warpwise, the course in how GPUs compute";
    words.source = fmt::format("From the progress that Warpwise keeps on this computer, {}. The work was not supervised.", day);
    Page page(std::move(fonts), {}, words);
    page.y += 6;
    for (const PartSummary& part : summary.parts) draw_part(page, part);
    return page.finish({{"Title", words.title}});
}

}  // namespace warpwise::ui::figure
