// The orders in which warps take turns: what each does, and that under every one of them a launch gives the same result and a
// session goes on and back exactly.
#include "sessions.h"

#include <algorithm>
#include <map>

#include "simt/emulator.h"

namespace warpwise::test {
namespace {

using simt::BlockOrder;
constexpr BlockOrder every_order[] = {BlockOrder::sequential, BlockOrder::round_robin, BlockOrder::by_request, BlockOrder::reversed,
                                      BlockOrder::random};

const char* const straight_text = R"(
__global__ void add(const int* a, const int* b, int* c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i];
}
)";

OpenSession open_add(BlockOrder order) {
    std::vector<std::uint32_t> a(128), b(128);
    for (std::uint32_t i = 0; i < 128; ++i) a[i] = i, b[i] = 5;
    return open_session(straight_text, grid_of(1, 128), {words(a), words(b), words(std::vector<std::uint32_t>(128))},
                        {.order = order});
}

// The warp that runs each instruction of the block.
std::vector<std::uint32_t> turns_of(const DebugOverview& overview) {
    std::vector<std::uint32_t> warps(overview.length, ~0u);
    for (const TimelineSpan& span : overview.timeline) {
        if (span.kind == TimelineSpan::Kind::exited || span.kind == TimelineSpan::Kind::barrier) continue;
        for (std::uint64_t at = span.begin; at < span.end; ++at) warps[at] = span.warp;
    }
    return warps;
}

TEST(Schedules, RoundRobinRunsOneInstructionOfEachWarp) {
    OpenSession open = open_add(BlockOrder::round_robin);
    const std::vector<std::uint32_t> warps = turns_of(open.session->overview(1000, {}));
    ASSERT_GE(warps.size(), 16u);
    for (std::size_t at = 0; at < warps.size(); ++at) EXPECT_EQ(warps[at], at % 4) << at;
}

TEST(Schedules, ByRequestSwitchesBehindEachRequest) {
    OpenSession open = open_add(BlockOrder::by_request);
    const DebugOverview overview = open.session->overview(1000, {});
    const std::vector<std::uint32_t> warps = turns_of(overview);
    int requests = 0;
    for (const TimelineSpan& span : overview.timeline) {
        if (span.access == TimelineSpan::Access::none) continue;
        ++requests;
        EXPECT_EQ(span.end - span.begin, 1u);
        if (span.end < warps.size()) EXPECT_EQ(warps[span.end], (span.warp + 1) % 4) << "behind the request at " << span.begin;
    }
    EXPECT_EQ(requests, 4 * 3);
    EXPECT_EQ(warps[0], 0u);
    EXPECT_EQ(warps[1], 0u) << "what is no request does not end a turn";
}

TEST(Schedules, SequentialRunsOneWarpAfterAnother) {
    for (const BlockOrder order : {BlockOrder::sequential, BlockOrder::reversed}) {
        OpenSession open = open_add(order);
        std::vector<std::uint32_t> warps = turns_of(open.session->overview(1000, {}));
        if (order == BlockOrder::reversed) std::ranges::reverse(warps);
        EXPECT_TRUE(std::ranges::is_sorted(warps));
        EXPECT_EQ(warps.back(), 3u);
    }
}

TEST(Schedules, TheTimelineTellsLinesAndAccesses) {
    OpenSession open = open_add(BlockOrder::round_robin);
    const DebugOverview overview = open.session->overview(1000, {});
    std::vector<std::string> told;
    for (const TimelineSpan& span : overview.timeline) {
        if (span.warp != 2 || span.access == TimelineSpan::Access::none) continue;
        ASSERT_GT(span.array, 0u);
        EXPECT_EQ(span.line, 4u);
        EXPECT_EQ(span.kind, TimelineSpan::Kind::memory);
        told.push_back((span.access == TimelineSpan::Access::write ? "write " : "read ") + overview.arrays.at(span.array - 1));
    }
    EXPECT_EQ(told, (std::vector<std::string>{"read a", "read b", "write c"}));
}

// A barrier, a loop of another length in each warp, calls, shared memory: no race.
const char* const busy_text = R"(
__device__ __noinline__ int twice(int x) { return 2 * x; }
__global__ void busy(const int* in, int* out, int n) {
    __shared__ int tile[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int sum = in[i];
    for (int k = 0; k < 3 + t / 32; ++k) sum += in[(i + k) % n];
    tile[t] = twice(sum);
    __syncthreads();
    if (t % 3 == 0)
        out[i] = tile[127 - t];
    else
        out[i] = tile[(t + 33) % 128] + 1;
}
)";

std::vector<std::uint32_t> counting(std::uint32_t n) {
    std::vector<std::uint32_t> values(n);
    for (std::uint32_t i = 0; i < n; ++i) values[i] = i * 7919 % 1000;
    return values;
}

TEST(Schedules, ASessionEndsAsTheOrdinaryRunUnderEveryOrder) {
    Array in = array_of(DType::i32, counting(256)), out = zeros(DType::i32, 256);
    const auto ordinary = run(busy_text, "busy", shape_of(2, 128), {argument(in), argument(out), scalar(256)});
    ASSERT_FALSE(ordinary.fault) << fault_text(ordinary);
    for (const BlockOrder order : every_order) {
        SCOPED_TRACE(static_cast<int>(order));
        for (const std::uint32_t block : {0u, 1u}) {
            OpenSession open = open_session(busy_text, grid_of(2, 128),
                                            {words(counting(256)), words(std::vector<std::uint32_t>(256)), number(256)},
                                            {.block = {block, 0, 0}, .order = order, .seed = 3});
            const DebugState state = open.run(DebugGo::to_end);
            EXPECT_EQ(state.reason, StopReason::end);
            EXPECT_TRUE(state.findings.empty());
            const auto words_out = open.array(1, 256);
            for (std::uint32_t i = 128 * block; i < 128 * (block + 1); ++i)
                EXPECT_EQ(static_cast<int>(words_out[i]), out.as<int>()[i]) << i;
        }
    }
}

// Every position of a block, there and back, by single steps and by jumps over checkpoints.
TEST(Schedules, AnyPositionIsTheSameStateUnderEveryOrder) {
    for (const BlockOrder order : every_order) {
        SCOPED_TRACE(static_cast<int>(order));
        OpenSession open =
            open_session(busy_text, grid_of(2, 128), {words(counting(256)), words(std::vector<std::uint32_t>(256)), number(256)},
                         {.order = order, .seed = 3, .checkpoint_steps = 50});
        const std::uint64_t length = open.session->overview(1'000'000, {}).length;
        ASSERT_GT(length, 300u);
        const auto digest_at = [&](std::uint64_t position) {
            const DebugState state = open.session->run({.go = DebugGo::to_position, .position = position, .look_ahead = false}, {});
            EXPECT_EQ(state.position, position);
            return open.session->digest();
        };
        std::map<std::uint64_t, std::uint64_t> seen;
        for (std::uint64_t position = 0; position < length; position += 7) seen[position] = digest_at(position);
        for (auto moment = seen.rbegin(); moment != seen.rend(); ++moment)
            ASSERT_EQ(digest_at(moment->first), moment->second) << moment->first;
        for (const std::uint64_t position : {std::uint64_t{203}, std::uint64_t{14}, length / 14 * 7, std::uint64_t{77}})
            ASSERT_EQ(digest_at(position / 7 * 7), seen.at(position / 7 * 7)) << position;
    }
}

// A session pauses to see whether a checkpoint is due, and wherever one asks it to; that begins no statement which is not there
// without the pause.
TEST(Schedules, PausesBeginNoStatements) {
    for (const BlockOrder order : every_order) {
        SCOPED_TRACE(static_cast<int>(order));
        const auto lines_with = [&](std::uint64_t checkpoint_steps) {
            OpenSession open = open_session(busy_text, grid_of(2, 128),
                                            {words(counting(256)), words(std::vector<std::uint32_t>(256)), number(256)},
                                            {.order = order, .seed = 3, .checkpoint_steps = checkpoint_steps});
            std::vector<std::pair<std::uint64_t, int>> lines;
            for (DebugState state = open.run(DebugGo::stay, 2); !state.frames.empty(); state = open.run(DebugGo::line, 2))
                lines.emplace_back(state.position, state.frames[0].line);
            return lines;
        };
        EXPECT_EQ(lines_with(3), lines_with(100'000));
    }
}

TEST(Schedules, StepsBackOverTheSameLinesUnderEveryOrder) {
    for (const BlockOrder order : every_order) {
        for (const std::uint32_t warp : {0u, 2u}) {
            SCOPED_TRACE(testing::Message() << "order " << static_cast<int>(order) << ", warp " << warp);
            OpenSession open = open_session(busy_text, grid_of(2, 128),
                                            {words(counting(256)), words(std::vector<std::uint32_t>(256)), number(256)},
                                            {.order = order, .seed = 3, .checkpoint_steps = 40});
            std::vector<int> lines;
            std::vector<std::uint64_t> digests;
            for (DebugState state = open.run(DebugGo::stay, warp); !state.frames.empty(); state = open.run(DebugGo::line, warp)) {
                lines.push_back(state.frames[0].line);
                digests.push_back(open.session->digest());
            }
            ASSERT_GT(lines.size(), 8u);
            for (std::size_t i = lines.size(); i-- > 0;) {
                const DebugState state = open.run(DebugGo::back_line, warp);
                ASSERT_FALSE(state.frames.empty()) << i;
                EXPECT_EQ(state.frames[0].line, lines[i]) << i;
                EXPECT_EQ(open.session->digest(), digests[i]) << i;
            }
            EXPECT_EQ(open.run(DebugGo::back_line, warp).reason, StopReason::start);
        }
    }
}

// The fault of a kernel without a race is one of one thread: it is the same under every order, and so is how one goes back from it.
TEST(Schedules, AFaultIsToldAtItsInstructionUnderEveryOrder) {
    const char* const text = R"(
__global__ void k(unsigned* out, int n) {
    unsigned t = threadIdx.x;
    if (t <= n)
        out[t] = t;
}
)";
    for (const BlockOrder order : every_order) {
        SCOPED_TRACE(static_cast<int>(order));
        OpenSession open = open_session(text, grid_of(1, 128), {words(std::vector<std::uint32_t>(100)), number(100)},
                                        {.order = order, .checkpoint_steps = 10});
        DebugState state = open.run(DebugGo::to_end);
        ASSERT_EQ(state.reason, StopReason::fault);
        ASSERT_TRUE(state.fault);
        EXPECT_EQ(state.fault->thread->x, 100u);
        EXPECT_EQ(state.fault->line, 5);
        EXPECT_EQ(state.warp, 3u);
        EXPECT_EQ(state.frames.at(0).line, 5);
        EXPECT_EQ(open.array(0, 100)[99], 0u) << "the instruction that faults has not run";
        const std::uint64_t end = state.position, digest = open.session->digest();
        state = open.run(DebugGo::back_line, 3);
        EXPECT_FALSE(state.fault);
        EXPECT_LT(state.position, end);
        EXPECT_EQ(state.frames.at(0).line, 5) << "to the beginning of the line that faults";
        EXPECT_EQ(open.run(DebugGo::back_line, 3).frames.at(0).line, 4);
        state = open.run(DebugGo::to_end);
        EXPECT_EQ(state.reason, StopReason::fault);
        EXPECT_EQ(state.position, end);
        EXPECT_EQ(open.session->digest(), digest);
        const DebugOverview overview = open.session->overview(1'000'000, {});
        ASSERT_TRUE(overview.fault);
        EXPECT_EQ(overview.length, end);
    }
}

TEST(Schedules, AnEndlessLoopIsFoundUnderEveryOrder) {
    const char* const text = R"(
__global__ void k(volatile unsigned* flag, unsigned* out) {
    unsigned spins = 0;
    while (*flag == 0)
        ++spins;
    out[threadIdx.x] = spins;
}
)";
    for (const BlockOrder order : every_order) {
        SCOPED_TRACE(static_cast<int>(order));
        OpenSession open =
            open_session(text, grid_of(1, 64), {words({0}), words(std::vector<std::uint32_t>(64))}, {.order = order});
        const DebugState state = open.run(DebugGo::to_end);
        EXPECT_EQ(state.reason, StopReason::budget);
        ASSERT_TRUE(state.fault);
        EXPECT_EQ(state.fault->kind, FaultKind::step_budget) << state.fault->message;
    }
}

// What a schedule is for: an update that is lost between a read and a write, which no order of whole warps shows.
TEST(Schedules, RoundRobinLosesAnUpdateThatIsNotAtomic) {
    const char* const text = "__global__ void count(int* a) { if (threadIdx.x % 32 == 0) a[0] += 1; }";
    const auto count = [&](Schedule schedule) {
        Array a = zeros(DType::i32, 1);
        LaunchOptions options;
        options.schedule = schedule;
        options.threads = 1;
        options.trace = Trace::none;
        run(text, "count", shape_of(1, 128), {argument(a)}, options);
        return a.as<int>()[0];
    };
    EXPECT_EQ(count(Schedule::sequential), 4);
    EXPECT_EQ(count(Schedule::reversed), 4);
    EXPECT_EQ(count(Schedule::round_robin), 1);
    EXPECT_EQ(count(Schedule::by_request), 1);
}

TEST(Schedules, AnOrdinaryRunCountsTheSameUnderEveryOrder) {
    const auto counted = [&](Schedule schedule, Trace trace) {
        Array in = array_of(DType::i32, counting(256)), out = zeros(DType::i32, 256);
        LaunchOptions options;
        options.schedule = schedule;
        options.threads = 1;
        options.trace = trace;
        options.line_counts = trace == Trace::full;
        LaunchOutcome outcome = run(busy_text, "busy", shape_of(2, 128), {argument(in), argument(out), scalar(256)}, options);
        EXPECT_FALSE(outcome.fault) << fault_text(outcome);
        return outcome;
    };
    for (const Trace trace : {Trace::counters, Trace::full}) {
        const LaunchOutcome first = counted(Schedule::sequential, trace);
        EXPECT_GT(first.warp_instructions, 500u);
        for (const Schedule schedule : every_schedule) {
            SCOPED_TRACE(static_cast<int>(schedule));
            const LaunchOutcome outcome = counted(schedule, trace);
            EXPECT_EQ(outcome.warp_instructions, first.warp_instructions);
            EXPECT_EQ(outcome.lane_instructions, first.lane_instructions);
            EXPECT_EQ(outcome.most_by_one_warp, first.most_by_one_warp);
            EXPECT_EQ(outcome.counters, first.counters);
            EXPECT_EQ(outcome.lines, first.lines);
        }
    }
}

}  // namespace
}  // namespace warpwise::test
