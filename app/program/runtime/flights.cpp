#include "program/runtime/flights.h"

#include <algorithm>

namespace warpwise {

void Flights::add(Flight flight) {
    if (flight.rows.is_empty()) return;
    // Later work of the same stream on the same bytes: what comes after it comes after the earlier, too.
    std::erase_if(flights_, [&](const Flight& each) {
        return each.work.stream == flight.work.stream && flight.rows.covers(each.rows) && (flight.is_write || !each.is_write);
    });
    flights_.push_back(std::move(flight));
    if (flights_.size() > kMost) flights_.pop_front();
}

void Flights::forget(std::uint64_t first, std::uint64_t end) {
    std::erase_if(flights_, [&](const Flight& each) { return each.rows.first < end && first < each.rows.end(); });
}

void Flights::drop_done(const StreamOrder& order) {
    std::erase_if(flights_, [&](const Flight& each) { return order.is_done(each.work); });
}

std::vector<const Flight*> Flights::unordered(const StreamOrder& order, StreamOrder::Stream stream) const {
    std::vector<const Flight*> out;
    for (const Flight& each : flights_)
        if (!order.is_before(each.work, stream)) out.push_back(&each);
    return out;
}

const Flight* Flights::conflict(const StreamOrder& order, StreamOrder::Stream stream, const ByteRows& rows, bool is_write) const {
    const auto found = std::ranges::find_if(flights_, [&](const Flight& each) {
        return (is_write || each.is_write) && !order.is_before(each.work, stream) && each.rows.overlaps(rows);
    });
    return found == flights_.end() ? nullptr : &*found;
}

}  // namespace warpwise
