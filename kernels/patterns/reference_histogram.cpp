// The CPU's answer to kernels/patterns/histogram: counts[v] += how often byte v occurs in the first n elements.
#include <array>
#include <mutex>

#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise::routines {
namespace {

constexpr std::size_t kBins = 256;
using Bins = std::array<std::uint32_t, kBins>;

// Eight sets of bins take turns: a count that was just written is not read again before its store is done, even if all bytes are
// equal.
Bins count_in_turns(const std::uint8_t* a, std::int64_t n) {
    constexpr int sets = 8;
    Bins bins[sets] = {};
    std::int64_t i = 0;
    for (; i + sets <= n; i += sets) {
        std::uint64_t eight;
        __builtin_memcpy(&eight, a + i, sizeof eight);
        for (int set = 0; set < sets; ++set) ++bins[set][(eight >> (8 * set)) & 0xff];
    }
    for (; i < n; ++i) ++bins[0][a[i]];
    Bins total = {};
    for (const Bins& set : bins)
        for (std::size_t b = 0; b < kBins; ++b) total[b] += set[b];
    return total;
}

void add_to_counts(const RoutineCall& call, const Bins& bins) {
    const auto counts = call.array<std::int32_t>(1);
    for (std::size_t b = 0; b < kBins && b < counts.size(); ++b)
        counts[b] = wrapping_add(counts[b], static_cast<std::int32_t>(bins[b]));
}

}  // namespace

void histogram_serial(const RoutineCall& call) {
    const std::uint8_t* a = call.array<std::uint8_t>(0).data();
    const auto n = call.scalar<std::int64_t>(2);
    Bins bins = {};
    for (std::int64_t i = 0; i < n; ++i) ++bins[a[i]];
    add_to_counts(call, bins);
}

void histogram_vector(const RoutineCall& call) {
    add_to_counts(call, count_in_turns(call.array<std::uint8_t>(0).data(), call.scalar<std::int64_t>(2)));
}

void histogram_threads(const RoutineCall& call) {
    const std::uint8_t* a = call.array<std::uint8_t>(0).data();
    std::mutex mutex;
    // Counting a byte costs about as much as moving four.
    parallel_for_ranges(call.scalar<std::int64_t>(2), 4, call.threads, [&](std::int64_t first, std::int64_t last) {
        const Bins bins = count_in_turns(a + first, last - first);
        const std::lock_guard lock(mutex);
        add_to_counts(call, bins);
    });
}

}  // namespace warpwise::routines
