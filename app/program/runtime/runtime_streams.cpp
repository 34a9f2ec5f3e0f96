// What streams may still be doing with memory, and what the host has waited for.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "program/runtime/host_faults.h"
#include "program/runtime/runtime.h"

namespace warpwise {

void Runtime::synchronize(int gpu) {
    order.host_waits_for_gpu(gpu);
    note_wait();
}

void Runtime::note_wait() {
    print_pending();
    flights.drop_done(order);
    open_works.drop_done(order);
    heap.land_done(order);
}

void Runtime::tell_wait(const char* call, const CodePlace& place) {
    report_->event({{"event", "wait"}, {"call", call}, {"file", place.file}, {"line", place.line}});
}

void Runtime::tell_unordered(const Flight& flight, bool is_write, const std::string& what, const CodePlace& place) {
    tell("read_before_wait", place,
         fmt::format("{} {} {}, which {} in line {} may still be {}: it is work of another stream, and nothing orders the two",
                     what, is_write ? "writes" : "uses", name_at(flight.rows.first), flight.what, flight.place.line,
                     flight.is_write ? "writing" : "reading"),
         "Record an event in that stream after the work and call cudaStreamWaitEvent() in this stream before it, or give both to "
         "one stream.");
}

void Runtime::use(const ByteRows& rows, bool is_write, const std::string& what, const CodePlace& place) {
    if (rows.is_empty()) return;
    if (const Flight* flight = flights.conflict(order, working_stream, rows, is_write))
        tell_unordered(*flight, is_write, what, place);
    flights.add({working, rows, is_write, what, place});
}

// Pages of device memory that a copy of another stream may still be writing: not for this kernel. Those that a copy reads are not
// to be written. Memory that a row shares a page with stays as it is, as do rows past the first of very many.
void Runtime::watch(WatchedPages& pages, std::size_t number, const Flight& flight) {
    constexpr std::uint64_t kMostRows = 256;
    const HeapBlock* block = heap.holding(flight.rows.first);
    if (block == nullptr || block->is_registered) return;
    for (std::uint64_t i = 0; i < std::min(flight.rows.count(), kMostRows); ++i) {
        const std::uint64_t first = flight.rows.row_at(i) - block->address,
                            end = std::min<std::uint64_t>(first + flight.rows.width, block->bytes);
        pages.add(number, block->host + first, block->host + (end == block->bytes ? block->mapped_bytes : end), !flight.is_write);
    }
}

}  // namespace warpwise
