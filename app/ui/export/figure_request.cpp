// The lanes of a warp over the sectors that one request touches.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

#include "base/number_text.h"
#include "ui/export/figure_parts.h"
#include "ui/kit/lane_colour.h"
#include "ui/threads/request_layout.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kLaneHeight = 22, kCurvesHeight = 110, kSectorHeight = 30;
constexpr int kStepsOfCurve = 24;

TextStyle number_on(const Palette& c, Colour ground) {
    const Colour ink = contrast(c.ink, ground) > contrast(c.ground, ground) ? c.ink : c.ground;
    return {Face::mono, Fonts::kSmall, ink};
}

double lane_x(int lane) { return Page::kLeft + Page::kWidth * lane / kLanesOfWarp; }

void draw_unused(Page& page, const Area& area) {
    page.rect(area, page.colours().idle);
    page.hatch(area, page.colours().hatch, 5, true);
}

void draw_lanes(Page& page, const RequestFacts& facts, double y) {
    const Palette& c = page.colours();
    for (int lane = 0; lane < kLanesOfWarp; ++lane) {
        const Area area{lane_x(lane), y, Page::kWidth / kLanesOfWarp - 1, kLaneHeight};
        const bool takes_part = (facts.mask >> lane & 1) != 0;
        const Colour ground = takes_part ? colour_of_lane(c, lane) : c.idle;
        page.rect(area, ground, 2);
        page.text({area.middle_x(), area.middle_y()}, std::to_string(lane), number_on(c, ground), Anchor::middle);
    }
}

void draw_curves(Page& page, const RequestFacts& facts, const std::vector<RequestItem>& items, double top) {
    for (int lane = 0; lane < kLanesOfWarp; ++lane) {
        if ((facts.mask >> lane & 1) == 0) continue;
        const double from = (lane_x(lane) + lane_x(lane + 1) - 1) / 2,
                     to = Page::kLeft + static_cast<double>(lane_target(facts, items, lane));
        std::vector<Point> points;
        for (int i = 0; i <= kStepsOfCurve; ++i) {
            const double t = static_cast<double>(i) / kStepsOfCurve, eased = t * t * (3 - 2 * t);
            points.push_back({from + (to - from) * eased, top + kCurvesHeight * t});
        }
        page.line(std::move(points), {colour_of_lane(page.colours(), lane), 1.2});
    }
}

// Whether each element that is read has room for its number.
bool has_room_for_numbers(const Page& page, const RequestFacts& facts, const RequestItem& item) {
    const std::string first = std::to_string(facts.element_of(facts.touched.front().address)),
                      last = std::to_string(facts.element_of(facts.touched.back().address + kSectorBytes - 1));
    const double wide = std::max(page.width_of(first, page.mono()), page.width_of(last, page.mono()));
    return wide + 3 <= static_cast<double>(item.width) * static_cast<double>(facts.shape.element) / kSectorBytes;
}

void draw_sector(Page& page, const RequestFacts& facts, const RequestItem& item, double y, bool with_numbers) {
    const Palette& c = page.colours();
    const TouchedSector& sector = facts.touched[item.place];
    const auto size = static_cast<std::uint32_t>(facts.shape.element);
    for (std::uint32_t byte = 0; byte < kSectorBytes; byte += size) {
        const double x = Page::kLeft + static_cast<double>(byte_offset(item, byte)),
                     end = Page::kLeft + static_cast<double>(byte_offset(item, byte + size));
        const Area area{x, y, end - x - (end - x > 4 ? 1 : 0), kSectorHeight};
        const std::uint32_t users = sector.users[byte];
        if (users == 0) {
            draw_unused(page, area);
            continue;
        }
        const Colour ground = colour_of_lane(c, std::countr_zero(users));
        page.rect(area, ground);
        if (with_numbers)
            page.text({area.middle_x(), area.middle_y()}, std::to_string(facts.element_of(sector.address + byte)),
                      number_on(c, ground), Anchor::middle);
    }
}

// The byte that each sector begins at, as far as they keep their distance.
void draw_addresses(Page& page, const RequestFacts& facts, const std::vector<RequestItem>& items, double y) {
    double told = Page::kLeft - 100;
    for (const RequestItem& item : items) {
        const std::string text = (&item == &items.front() ? "byte " : "") + with_separators(facts.byte_of(item.address));
        const double x = Page::kLeft + static_cast<double>(item.x), wide = page.width_of(text, page.mono());
        if (item.kind == RequestItem::Kind::gap || x < told + 8 || x + wide > Page::kRight) continue;
        page.text({x, y}, text, page.mono());
        told = x + wide;
    }
}

}  // namespace

Figure request_figure(const Setting& setting, const RequestFacts& facts) {
    Page page(setting.fonts, setting.options,
              words_of(setting, request_sentence(facts),
                       fmt::format("Computed from the addresses: lane i reads a[{}], an element of {} byte{}.",
                                   index_text(facts.shape), facts.shape.element, facts.shape.element == 1 ? "" : "s")));
    const Palette& c = page.colours();
    const auto items = request_items(facts, static_cast<float>(Page::kWidth), {.widest = 200, .gap = 16, .space = 5});
    const double lanes = page.y + 20, curves = lanes + kLaneHeight, sectors = curves + kCurvesHeight, end = sectors + kSectorHeight;
    page.text({Page::kLeft, page.y + 8}, "Lanes of the warp", page.muted());
    draw_curves(page, facts, items, curves);
    draw_lanes(page, facts, lanes);
    const bool with_numbers = has_room_for_numbers(page, facts, items.front());
    for (const RequestItem& item : items) {
        const Area area{Page::kLeft + static_cast<double>(item.x), sectors, static_cast<double>(item.width), kSectorHeight};
        if (item.kind == RequestItem::Kind::touched) draw_sector(page, facts, item, sectors, with_numbers);
        if (item.kind == RequestItem::Kind::untouched) page.rect(area, mix(c.ground, c.idle, 0.5), 2);
        const int dots = item.kind != RequestItem::Kind::gap ? 0 : area.w >= 12 ? 3 : 1;
        for (int dot = 0; dot < dots; ++dot)
            page.rect({area.middle_x() + 4.5 * (dot - (dots - 1) / 2.0) - 1, area.middle_y() - 1, 2, 2}, c.muted, 1);
    }
    draw_addresses(page, facts, items, end + 12);
    page.y = end + 32;
    std::vector<Page::LegendEntry> entries{{[&page, &c](const Area& a) {
                                                for (int i = 0; i < 4; ++i)
                                                    page.rect({a.x + i * a.w / 4, a.y, a.w / 4, a.h},
                                                              colour_of_lane(c, i * 31 / 3));
                                            },
                                            "read, by lane"}};
    if (facts.useful_bytes < facts.moved_bytes())
        entries.push_back(
            {[&page](const Area& a) { draw_unused(page, {a.x + 3, a.y, a.h, a.h}); }, "moved with its sector, not used"});
    page.legend(entries);
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
