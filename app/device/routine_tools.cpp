#include "device/routine_tools.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>

namespace warpwise {
namespace {
// Waking threads costs some microseconds, in which one core moves about this much.
constexpr std::int64_t smallest_share_bytes = 512 << 10;
}  // namespace

void parallel_ranges(std::int64_t n, std::int64_t bytes_an_item, int threads, const void* context, RangeBody body) {
    if (n <= 0) return;
    // More threads than cores only take turns.
    const std::int64_t all = tbb::this_task_arena::max_concurrency();
    const std::int64_t cores = threads > 0 ? std::min<std::int64_t>(threads, all) : all;
    const std::int64_t smallest_share = std::max<std::int64_t>(1, smallest_share_bytes / std::max<std::int64_t>(1, bytes_an_item));
    const std::int64_t shares = std::min(cores, n / smallest_share);
    if (shares <= 1) return body(context, 0, n);
    tbb::task_arena arena(static_cast<int>(shares));
    arena.execute([&] {
        // Four ranges a thread even out cores that others use; static, so that a range meets the same cache again.
        const std::int64_t grain = std::max(smallest_share / 4, (n + shares * 4 - 1) / (shares * 4));
        tbb::parallel_for(
            tbb::blocked_range<std::int64_t>(0, n, static_cast<std::size_t>(grain)),
            [&](const tbb::blocked_range<std::int64_t>& range) { body(context, range.begin(), range.end()); },
            tbb::simple_partitioner());
    });
}

}  // namespace warpwise
