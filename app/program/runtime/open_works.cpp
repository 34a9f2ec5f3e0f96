#include "program/runtime/open_works.h"

#include <algorithm>
#include <ranges>

namespace warpwise {

OpenWorks::Begun OpenWorks::begin(const StreamOrder& order, StreamOrder::Work work, bool is_launch, int line) {
    drop_done(order);
    Begun begun{count_++, {}};
    for (const Open& each : open_ | std::views::reverse) {
        if (each.work.stream == work.stream || order.is_before(each.work, work.stream)) continue;
        begun.beside.push_back(each.number);
        if (begun.beside.size() == kMostBeside) break;
    }
    if (is_launch) ++launches_;
    open_.push_back({work, begun.number, is_launch, line});
    if (open_.size() > kMost) open_.pop_front();
    return begun;
}

void OpenWorks::drop_done(const StreamOrder& order) {
    std::erase_if(open_, [&](const Open& each) { return order.is_done(each.work); });
}

bool OpenWorks::has_launch() const { return std::ranges::any_of(open_, &Open::is_launch); }

std::size_t OpenWorks::done_launches() const {
    return launches_ - static_cast<std::size_t>(std::ranges::count_if(open_, &Open::is_launch));
}

int OpenWorks::line_of_launch() const {
    const auto last = std::ranges::find_if(open_ | std::views::reverse, &Open::is_launch);
    return last == open_.rend() ? 0 : last->line;
}

}  // namespace warpwise
