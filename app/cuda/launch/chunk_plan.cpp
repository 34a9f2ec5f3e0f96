#include "cuda/launch/chunk_plan.h"

#include <algorithm>

namespace warpwise {
namespace {

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

std::int64_t chunk_length(std::int64_t length, std::int64_t chunks) {
    const std::int64_t equal = ceil_div(length, chunks);
    for (const std::int64_t edge : {256, 64, 16})
        if (const std::int64_t rounded = ceil_div(equal, edge) * edge; ceil_div(length, rounded) == ceil_div(length, equal))
            return rounded;
    return equal;
}

// What ended first comes first.
std::vector<StreamSpan*> by_end(std::vector<StreamSpan>& spans, std::string_view operation) {
    std::vector<StreamSpan*> chosen;
    for (StreamSpan& span : spans)
        if (span.operation == operation) chosen.push_back(&span);
    std::ranges::sort(chosen, {}, [](const StreamSpan* span) { return span->end_ms; });
    return chosen;
}

}  // namespace

std::vector<Chunk> plan_chunks(std::int64_t length, int chunks, std::uint32_t grid_x) {
    std::vector<Chunk> plan;
    if (length < 1) return plan;
    const std::int64_t size = chunk_length(length, std::clamp<std::int64_t>(chunks, 1, length));
    for (std::int64_t begin = 0; begin < length; begin += size) {
        const std::int64_t mine = std::min(size, length - begin);
        // the blocks' share: two factors below 2^31 each, which 128 bits hold
        const auto product = static_cast<unsigned __int128>(grid_x) * static_cast<unsigned __int128>(mine);
        const auto whole = static_cast<unsigned __int128>(length);
        plan.push_back({begin, mine, std::max<std::uint32_t>(1, static_cast<std::uint32_t>((product + whole - 1) / whole))});
    }
    return plan;
}

void let_copies_take_turns(std::vector<StreamSpan>& spans) {
    for (const char* direction : {"copy_in", "copy_out"}) {
        double free_at_ms = 0;
        for (StreamSpan* span : by_end(spans, direction)) {
            span->begin_ms = std::min(std::max(span->begin_ms, free_at_ms), span->end_ms);
            free_at_ms = span->end_ms;
        }
    }
}

double busy_ms(const std::vector<StreamSpan>& spans, std::string_view operation) {
    std::vector<std::pair<double, double>> times;
    for (const StreamSpan& span : spans)
        if (span.operation == operation) times.emplace_back(span.begin_ms, span.end_ms);
    std::ranges::sort(times);
    double busy = 0, until = 0;
    for (const auto& [begin_ms, end_ms] : times) {
        busy += std::max(0.0, end_ms - std::max(begin_ms, until));
        until = std::max(until, end_ms);
    }
    return busy;
}

}  // namespace warpwise
