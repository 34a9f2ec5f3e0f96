#include "ui/threads/request_layout.h"

#include <algorithm>
#include <cmath>

namespace warpwise::ui {
namespace {

constexpr std::uint64_t kMostBetween = 3;    // untouched sectors that are drawn one by one
constexpr std::uint64_t kMostOneByOne = 12;  // sectors, when untouched ones are

}  // namespace

bool draws_every_sector(const RequestFacts& facts) {
    std::uint64_t all = facts.touched.size(), longest = 0;
    for (std::size_t i = 0; i < facts.touched.size(); ++i) {
        longest = std::max(longest, facts.gap_before(i));
        all += facts.gap_before(i);
    }
    return longest <= kMostBetween && all <= kMostOneByOne;
}

std::vector<RequestItem> request_items(const RequestFacts& facts, float width, const RequestSizes& sizes) {
    using enum RequestItem::Kind;
    std::vector<RequestItem> items;
    const bool one_by_one = draws_every_sector(facts);
    for (std::size_t i = 0; i < facts.touched.size(); ++i) {
        const std::uint64_t address = facts.touched[i].address, between = facts.gap_before(i);
        const std::uint64_t first = address - between * kSectorBytes;
        for (std::uint64_t sector = first; one_by_one && sector < address; sector += kSectorBytes)
            items.push_back({.kind = untouched, .address = sector});
        if (!one_by_one && between > 0) items.push_back({.kind = gap, .address = first, .skipped = between});
        items.push_back({.kind = touched, .address = address, .place = i});
    }
    const auto gaps = static_cast<float>(std::ranges::count(items, gap, &RequestItem::kind));
    const auto sectors = static_cast<float>(items.size()) - gaps;
    // marks between many sectors are narrower than the sectors, whatever the width
    const float mark = std::min(sizes.gap, width / (4 * std::max(1.0f, gaps)));
    const float space = std::min(sizes.space, width / (8 * (sectors + gaps)));
    const float free = width - gaps * mark - (sectors + gaps - 1) * space;
    const float sector = std::min(sizes.widest, free / sectors);
    float x = (free - sector * sectors) / 2;
    for (RequestItem& item : items) {
        item.x = x;
        item.width = item.kind == gap ? mark : sector;
        x += item.width + space;
    }
    return items;
}

float byte_offset(const RequestItem& item, std::uint32_t byte) {
    return item.x + item.width * static_cast<float>(std::min(byte, kSectorBytes)) / kSectorBytes;
}

float lane_target(const RequestFacts& facts, const std::vector<RequestItem>& items, int lane) {
    const std::uint64_t begin = facts.addresses[static_cast<std::size_t>(lane)];
    const std::uint64_t sector = begin / kSectorBytes * kSectorBytes;
    const auto item = std::ranges::find_if(
        items, [&](const RequestItem& one) { return one.kind == RequestItem::Kind::touched && one.address == sector; });
    if (item == items.end()) return 0;
    const auto first = static_cast<std::uint32_t>(begin - sector);
    return (byte_offset(*item, first) + byte_offset(*item, first + static_cast<std::uint32_t>(facts.shape.element))) / 2;
}

}  // namespace warpwise::ui
