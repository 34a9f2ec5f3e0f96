#include "device/cpu/routine_tools.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <map>

namespace warpwise {
namespace {

// Handing work to threads that are awake costs about two microseconds, in which one core moves about this much.
constexpr std::int64_t kSmallestShareBytes = 128 << 10;

// Threads that stay awake for a while after their work, and which range each had: it meets the same cache when it comes again.
// Making an arena anew for each call costs some ten microseconds and forgets both.
struct Team {
    explicit Team(int threads) : arena(threads) {}
    tbb::task_arena arena;
    tbb::affinity_partitioner partitioner;  // one loop at a time
};

Team& team_of(int threads) {
    thread_local std::map<int, Team> teams;  // of the caller
    return teams.try_emplace(threads, threads).first->second;
}

}  // namespace

void parallel_ranges(std::int64_t n, std::int64_t bytes_an_item, int threads, const void* context, RangeBody body) {
    if (n <= 0) return;
    // More threads than cores only take turns.
    const std::int64_t all = tbb::this_task_arena::max_concurrency();
    const std::int64_t cores = threads > 0 ? std::min<std::int64_t>(threads, all) : all;
    const std::int64_t smallest_share = std::max<std::int64_t>(1, kSmallestShareBytes / std::max<std::int64_t>(1, bytes_an_item));
    const std::int64_t shares = std::min(cores, n / smallest_share);
    if (shares <= 1) return body(context, 0, n);
    Team& team = team_of(static_cast<int>(shares));
    team.arena.execute([&] {
        // Up to four ranges per thread even out work that differs, and cores that others use.
        const std::int64_t grain = std::max(smallest_share, (n + shares * 4 - 1) / (shares * 4));
        tbb::parallel_for(
            tbb::blocked_range<std::int64_t>(0, n, static_cast<std::size_t>(grain)),
            [&](const tbb::blocked_range<std::int64_t>& range) { body(context, range.begin(), range.end()); }, team.partitioner);
    });
}

}  // namespace warpwise
