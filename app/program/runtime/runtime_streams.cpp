// What streams may still be doing with memory, and what the host has waited for.
#include <fmt/format.h>

#include <algorithm>

#include "program/runtime/runtime.h"

namespace warpwise {

void Runtime::synchronize() {
    order.host_waits_for_all();
    note_wait();
}

void Runtime::note_wait() {
    print_pending();
    flights.drop_done(order);
    heap.land_done(order);
}

void Runtime::tell_unordered(const Flight& flight, bool is_write, const std::string& what, const CodePlace& place) {
    const HeapBlock* block = heap.holding(flight.first);
    const std::string memory = block == nullptr || block->name.empty() ? std::string("memory") : fmt::format("'{}'", block->name);
    tell(
        "read_before_wait", place,
        fmt::format("{} {} {}, which {} in line {} may still be {}: it is work of another stream, and nothing orders the two", what,
                    is_write ? "writes" : "uses", memory, flight.what, flight.place.line, flight.is_write ? "writing" : "reading"),
        "Record an event in that stream after the work and call cudaStreamWaitEvent() in this stream before it, or give both to "
        "one stream.");
}

void Runtime::use(std::uint64_t first, std::uint64_t end, bool is_write, const std::string& what, const CodePlace& place) {
    if (first >= end) return;
    if (const Flight* flight = flights.conflict(order, working_stream, first, end, is_write))
        tell_unordered(*flight, is_write, what, place);
    flights.add({working, first, end, is_write, what, place});
}

}  // namespace warpwise
