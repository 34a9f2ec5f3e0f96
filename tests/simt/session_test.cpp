// The debugger's engine: it goes on and back exactly, and tells where it stands.
#include "sessions.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <numeric>

namespace warpwise::test {
namespace {

const char* const loop_text = R"(
__global__ void k(unsigned* out, int n) {
    unsigned sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += i * threadIdx.x;
        out[threadIdx.x] = sum;
    }
}
)";

const char* const barrier_text = R"(
__device__ unsigned twice(unsigned x) {
    return 2 * x;
}
__global__ void k(unsigned* out) {
    __shared__ unsigned tile[64];
    unsigned t = threadIdx.x;
    tile[t] = twice(t);
    __syncthreads();
    if (t % 2 == 0)
        out[t] = tile[63 - t];
    else
        atomicAdd(&out[0], 1u);
}
)";

std::vector<int> lines_of(OpenSession& open, DebugGo go, std::uint32_t warp = 0) {
    std::vector<int> lines;
    for (DebugState state = open.run(DebugGo::stay, warp); !state.frames.empty() && lines.size() < 1000; state = open.run(go, warp))
        lines.push_back(state.frames[0].line);
    return lines;
}

TEST(Session, StepsThroughTheLinesOfALoop) {
    OpenSession open = open_session(loop_text, grid_of(1, 32), {words(std::vector<std::uint32_t>(32)), number(2)});
    EXPECT_EQ(lines_of(open, DebugGo::line), (std::vector<int>{3, 4, 5, 6, 4, 5, 6, 4, 8}));
    EXPECT_EQ(open.array(0, 2), (std::vector<std::uint32_t>{0, 1}));
}

TEST(Session, ALoopOnOneLineIsAStepAnIteration) {
    const char* const text = R"(
__global__ void k(unsigned* out, int n) {
    for (int i = 0; i < n; ++i) out[threadIdx.x] += i;
}
)";
    OpenSession open = open_session(text, grid_of(1, 32), {words(std::vector<std::uint32_t>(32)), number(3)});
    EXPECT_EQ(lines_of(open, DebugGo::line), (std::vector<int>{3, 3, 3, 3, 4}));
}

TEST(Session, StepsIntoAndOverAndOutOfACall) {
    const auto make = [] { return open_session(barrier_text, grid_of(1, 64), {words(std::vector<std::uint32_t>(64))}); };
    OpenSession into = make(), over = make(), out = make();
    EXPECT_EQ(lines_of(into, DebugGo::line), (std::vector<int>{7, 8, 3, 9, 10, 11, 13, 14}));
    EXPECT_EQ(lines_of(over, DebugGo::over), (std::vector<int>{7, 8, 9, 10, 11, 13, 14}));
    out.run(DebugGo::stay);
    out.run(DebugGo::line);
    EXPECT_EQ(out.run(DebugGo::line).frames[0].line, 3);
    EXPECT_EQ(out.run(DebugGo::out).frames[0].line, 9);
}

TEST(Session, StepsBackOverTheSameLines) {
    OpenSession open = open_session(barrier_text, grid_of(1, 64), {words(std::vector<std::uint32_t>(64))});
    std::vector<int> forwards;
    std::vector<std::uint64_t> digests;
    for (DebugState state = open.run(DebugGo::stay, 1); !state.frames.empty(); state = open.run(DebugGo::line, 1)) {
        forwards.push_back(state.frames[0].line);
        digests.push_back(open.session->digest());
    }
    ASSERT_GT(forwards.size(), 5u);
    for (std::size_t i = forwards.size(); i-- > 0;) {
        const DebugState state = open.run(DebugGo::back_line, 1);
        ASSERT_FALSE(state.frames.empty()) << i;
        EXPECT_EQ(state.frames[0].line, forwards[i]) << i;
        EXPECT_EQ(open.session->digest(), digests[i]) << i;
    }
    EXPECT_EQ(open.run(DebugGo::back_line, 1).reason, StopReason::start);
}

TEST(Session, TheAccessesOfAStatement) {
    OpenSession open = open_session(barrier_text, grid_of(1, 64), {words(std::vector<std::uint32_t>(64))});
    open.run(DebugGo::stay);
    open.run(DebugGo::to_line, 0, 9);
    EXPECT_EQ(open.run(DebugGo::line).last.size(), 0u);
    DebugState state = open.run(DebugGo::line);
    ASSERT_EQ(state.frames[0].line, 11);
    state = open.run(DebugGo::line);
    ASSERT_EQ(state.last.size(), 2u);
    EXPECT_EQ(state.last[0].space, MemorySpace::shared);
    EXPECT_EQ(state.last[0].array, "tile");
    EXPECT_EQ(state.last[0].mask, 0x55555555u);
    EXPECT_EQ(state.last[0].elements[2], 61);
    EXPECT_EQ(state.last[0].wavefronts, 1u);
    EXPECT_EQ(state.last[1].array, "out");
    EXPECT_TRUE(state.last[1].is_store);
    EXPECT_EQ(state.last[1].sectors, 4u);
    EXPECT_EQ(state.last[1].useful_bytes, 64u);
}

TEST(Session, LooksAheadWithoutMoving) {
    OpenSession open = open_session(barrier_text, grid_of(1, 64), {words(std::vector<std::uint32_t>(64))});
    open.run(DebugGo::stay);
    open.run(DebugGo::to_line, 0, 11);
    const std::uint64_t before = open.session->digest();
    const DebugState state = open.session->run({.go = DebugGo::stay}, {});
    ASSERT_EQ(state.next.size(), 2u);
    EXPECT_EQ(state.next[1].array, "out");
    EXPECT_EQ(open.session->digest(), before);
}

TEST(Session, StopsWhereAllWarpsWaitAtABarrier) {
    OpenSession open = open_session(barrier_text, grid_of(1, 64), {words(std::vector<std::uint32_t>(64))});
    const DebugState state = open.run(DebugGo::to_barrier);
    EXPECT_EQ(state.reason, StopReason::barrier);
    const std::uint64_t before = open.session->digest();
    open.run(DebugGo::to_end);
    EXPECT_EQ(open.array(0, 4), (std::vector<std::uint32_t>{126 + 32, 0, 122, 0}));
    open.session->run({.go = DebugGo::to_position, .position = state.position}, {});
    EXPECT_EQ(open.session->digest(), before);
    EXPECT_EQ(open.array(0, 4), (std::vector<std::uint32_t>(4)));
}

TEST(Session, GoesBackToTheLastWriteOfAnElement) {
    OpenSession open = open_session(loop_text, grid_of(1, 64), {words(std::vector<std::uint32_t>(64)), number(1000)});
    open.run(DebugGo::to_end);
    EXPECT_EQ(open.array(0, 64)[33], 33u * 499'500);
    const DebugState state =
        open.session->run({.go = DebugGo::back_to_write, .address = open.addresses[0] + 4 * 33, .look_ahead = false}, {});
    EXPECT_EQ(state.reason, StopReason::access);
    EXPECT_EQ(state.warp, 1u);
    EXPECT_EQ(state.frames[0].line, 6);
    EXPECT_EQ(open.array(0, 64)[33], 33u * (499'500 - 999)) << "just before it";
}

TEST(Session, StopsAtABreakpointOfAnyWarpAndGoesBackToIt) {
    OpenSession open = open_session(barrier_text, grid_of(1, 64), {words(std::vector<std::uint32_t>(64))});
    const std::vector<DebugBreakpoint> breakpoints{{.line = 13, .condition = "", .warp = 1}};
    DebugState state = open.session->run({.go = DebugGo::to_breakpoint, .breakpoints = breakpoints}, {});
    EXPECT_EQ(state.reason, StopReason::breakpoint);
    EXPECT_EQ(state.warp, 1u);
    EXPECT_EQ(state.breakpoint, 13);
    const std::uint64_t there = state.position;
    EXPECT_EQ(open.session->run({.go = DebugGo::to_breakpoint, .breakpoints = breakpoints}, {}).reason, StopReason::end);
    state = open.session->run({.go = DebugGo::back_to_breakpoint, .breakpoints = breakpoints}, {});
    EXPECT_EQ(state.reason, StopReason::breakpoint);
    EXPECT_EQ(state.position, there);
}

TEST(Session, StandsJustBeforeAFault) {
    const char* const text = R"(
__global__ void k(unsigned* out, int n) {
    unsigned t = threadIdx.x;
    out[t + n] = t;
}
)";
    OpenSession open = open_session(text, grid_of(1, 64), {words(std::vector<std::uint32_t>(64)), number(1)});
    DebugState state = open.run(DebugGo::to_end);
    EXPECT_EQ(state.reason, StopReason::fault);
    ASSERT_TRUE(state.fault);
    EXPECT_EQ(state.fault->kind, FaultKind::out_of_bounds);
    EXPECT_EQ(state.fault->thread->x, 63u);
    EXPECT_EQ(open.array(0, 64)[33], 0u) << "the instruction that faults has not run";
    state = open.run(DebugGo::back_line, 1);
    EXPECT_FALSE(state.fault);
    EXPECT_EQ(open.run(DebugGo::to_end).reason, StopReason::fault);
}

TEST(Session, AnEndlessLoopIsToldAndCanBeSteppedBack) {
    const char* const text = R"(
__global__ void k(volatile unsigned* flag, unsigned* out) {
    unsigned spins = 0;
    while (*flag == 0)
        ++spins;
    out[threadIdx.x] = spins;
}
)";
    OpenSession open = open_session(text, grid_of(1, 64), {words({0}), words(std::vector<std::uint32_t>(64))});
    const DebugState state = open.run(DebugGo::to_end);
    EXPECT_EQ(state.reason, StopReason::budget);
    ASSERT_TRUE(state.fault);
    EXPECT_EQ(state.fault->kind, FaultKind::step_budget) << state.fault->message;
    const std::uint64_t end = state.position;
    EXPECT_LT(open.run(DebugGo::back_line).position, end);
    const DebugState again = open.run(DebugGo::to_end);
    EXPECT_EQ(again.position, end);
    EXPECT_EQ(again.reason, StopReason::budget);
}

TEST(Session, OverviewOfABlock) {
    OpenSession open = open_session(barrier_text, grid_of(1, 64), {words(std::vector<std::uint32_t>(64))});
    open.run(DebugGo::stay);
    open.run(DebugGo::line);
    const std::uint64_t before = open.session->digest();
    const DebugOverview overview = open.session->overview(1'000'000, {});
    EXPECT_EQ(open.session->digest(), before) << "it does not move";
    EXPECT_TRUE(overview.complete);
    std::map<int, LineCounts> lines;
    for (const LineCounts& line : overview.lines) lines[line.line] = line;
    EXPECT_EQ(lines[8].visits, 2u);
    EXPECT_EQ(lines[3].visits, 2u);
    EXPECT_EQ(lines[11].visits, 2u);
    EXPECT_EQ(lines[10].divergent_branches, 2u);
    EXPECT_EQ(lines[11].requests, 2u);
    EXPECT_EQ(lines[11].sectors, 8u);
    EXPECT_EQ(lines[11].useful_bytes, 128u);
    EXPECT_EQ(lines[11].wavefronts, 2u);
    std::uint64_t waits = 0, covered = 0;
    for (const TimelineSpan& span : overview.timeline) {
        if (span.kind == TimelineSpan::Kind::barrier) waits += span.end - span.begin;
        covered = std::max(covered, span.end);
    }
    EXPECT_GT(waits, 0u);
    EXPECT_EQ(covered, overview.length);
}

TEST(Session, TheAccessesOfAllWarpsAreThoseThatSteppingEachOfThemShows) {
    OpenSession open = open_session(barrier_text, grid_of(1, 64), {words(std::vector<std::uint32_t>(64))});
    open.run(DebugGo::stay);
    open.run(DebugGo::line);
    const std::uint64_t before = open.session->digest();
    const DebugBlockAccesses all = open.session->accesses({}, {});
    EXPECT_EQ(open.session->digest(), before) << "it does not move";
    EXPECT_TRUE(all.complete);
    EXPECT_FALSE(all.fault);
    EXPECT_FALSE(all.accesses.empty());
    EXPECT_TRUE(std::ranges::is_sorted(all.accesses, {}, [](const DebugBlockAccess& one) { return one.access.position; }));
    for (const std::uint32_t warp : {0u, 1u}) {
        std::vector<DebugAccess> stepped;
        DebugCommand command{.go = DebugGo::back_to_start, .warp = warp, .look_ahead = false, .values = false};
        for (DebugState state = open.session->run(command, {}); !state.frames.empty(); state = open.session->run(command, {})) {
            if (command.go == DebugGo::line) std::ranges::copy(state.last, std::back_inserter(stepped));
            if (state.reason == StopReason::end) break;
            command.go = DebugGo::line;
        }
        std::size_t at = 0;
        for (const DebugBlockAccess& one : all.accesses) {
            if (one.warp != warp || at >= stepped.size()) continue;
            EXPECT_EQ(one.access.position, stepped[at].position);
            EXPECT_EQ(one.access.line, stepped[at].line);
            EXPECT_EQ(one.access.array, stepped[at].array);
            EXPECT_EQ(one.access.mask, stepped[at].mask);
            EXPECT_EQ(one.access.elements, stepped[at].elements);
            ++at;
        }
        EXPECT_GT(at, 0u);
        EXPECT_EQ(at, stepped.size());
        const DebugBlockAccesses alone = open.session->accesses({.warp = warp}, {});
        EXPECT_TRUE(alone.complete);
        ASSERT_EQ(alone.accesses.size(), stepped.size());
        for (std::size_t i = 0; i < stepped.size(); ++i) {
            EXPECT_EQ(alone.accesses[i].warp, warp);
            EXPECT_EQ(alone.accesses[i].access.position, stepped[i].position);
        }
        const DebugBlockAccesses first = open.session->accesses({.warp = warp, .most = 1}, {});
        EXPECT_FALSE(first.complete);
        ASSERT_EQ(first.accesses.size(), 1u);
        EXPECT_EQ(first.accesses[0].access.position, stepped[0].position);
    }
}

TEST(Session, TheAccessesOfABlockThatFaultsEndBeforeTheFault) {
    const char* const text = R"(
__global__ void k(unsigned* out) {
    out[threadIdx.x] = 1;
    out[threadIdx.x + 1000000] = 2;
}
)";
    OpenSession open = open_session(text, grid_of(1, 32), {words(std::vector<std::uint32_t>(32))});
    const DebugBlockAccesses all = open.session->accesses({}, {});
    EXPECT_FALSE(all.complete);
    ASSERT_TRUE(all.fault);
    EXPECT_EQ(all.fault->kind, FaultKind::out_of_bounds);
    ASSERT_EQ(all.accesses.size(), 1u);
    EXPECT_EQ(all.accesses[0].access.line, 3);
}

TEST(Session, ABlockInTheMiddleOfAMillionThreadsIsEnteredAtOnce) {
    const char* const text = R"(
__global__ void k(unsigned* out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
}
)";
    std::vector<std::uint32_t> start(1 << 20);
    simt::SessionOptions options{.block = {3000, 0, 0}};
    OpenSession alone = open_session(text, grid_of(4096, 256), {words(start)}, options);
    alone.run(DebugGo::to_end);
    EXPECT_EQ(alone.array(0, 1 << 20)[3000 * 256 + 5], 3000u * 256 + 5);
    EXPECT_EQ(alone.array(0, 1 << 20)[2999 * 256 + 5], 0u);
    options.before = BlocksBefore::all_run;
    OpenSession after = open_session(text, grid_of(4096, 256), {words(start)}, options);
    EXPECT_EQ(after.array(0, 1 << 20)[2999 * 256 + 5], 2999u * 256 + 5);
    EXPECT_EQ(after.array(0, 1 << 20)[3000 * 256 + 5], 0u);
}

TEST(Session, EveryBlockIsFoundInEveryOrder) {
    const char* const text = "__global__ void k(unsigned* out) { out[blockIdx.x] = blockIdx.x + 1; }";
    for (const simt::BlockOrder order : {simt::BlockOrder::sequential, simt::BlockOrder::round_robin, simt::BlockOrder::by_request,
                                         simt::BlockOrder::reversed, simt::BlockOrder::random}) {
        for (std::uint32_t block = 0; block < 12; ++block) {
            OpenSession open = open_session(text, grid_of(12, 1), {words(std::vector<std::uint32_t>(12))},
                                            {.block = {block, 0, 0}, .order = order, .seed = 7});
            open.run(DebugGo::to_end);
            std::vector<std::uint32_t> expected(12);
            expected[block] = block + 1;
            EXPECT_EQ(open.array(0, 12), expected);
        }
    }
}

// Forwards and back by the thousand: always the same states.
TEST(Session, AHundredThousandStepsThereAndBackLandOnTheSameState) {
    OpenSession open = open_session(loop_text, grid_of(1, 256), {words(std::vector<std::uint32_t>(256)), number(2000)},
                                    {.checkpoint_steps = 10'000});
    std::map<std::uint64_t, std::uint64_t> seen;
    DebugState state = open.run(DebugGo::stay);
    const auto at = [&](std::uint64_t position) {
        state = open.session->run({.go = DebugGo::to_position, .position = position, .look_ahead = false}, {});
        return open.session->digest();
    };
    for (std::uint64_t position = 0; position <= 100'000; position += 4'999) seen[position] = at(position);
    EXPECT_EQ(state.position, 99'980u);
    for (auto moment = seen.rbegin(); moment != seen.rend(); ++moment)
        EXPECT_EQ(at(moment->first), moment->second) << moment->first;
    std::uint64_t jump = 1;
    for (int i = 0; i < 40; ++i) {
        jump = jump * 48271 % 2147483647;
        auto moment = seen.begin();
        std::advance(moment, static_cast<std::ptrdiff_t>(jump % seen.size()));
        EXPECT_EQ(at(moment->first), moment->second) << moment->first;
    }
}

// Runs of more than 10 million warp instructions that are hard to take back, each in its own way.
struct LongRun {
    const char* name;
    const char* text;  // of a kernel `k(unsigned* out, int n)`
    std::uint32_t threads, words;
    simt::BlockOrder order = simt::BlockOrder::round_robin;
};
const LongRun long_runs[] = {
    {"long_turns", loop_text, 256, 256, simt::BlockOrder::sequential},
    {"short_turns", loop_text, 256, 256},
    {"barriers", R"(
__global__ void k(unsigned* out, int n) {
    __shared__ unsigned tile[4][1024];
    unsigned t = threadIdx.x, sum = t;
    for (int i = 0; i < n; ++i) {
        tile[i % 4][t] = sum + i;
        __syncthreads();
        sum += tile[i % 4][(t + 33) % 1024];
        out[t] = sum;
    }
}
)",
     1024, 1024},
    {"scattered_writes", R"(
__global__ void k(unsigned* out, int n) {
    unsigned state = threadIdx.x + 1;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < 16; ++j) state = state * 1664525u + 1013904223u;
        atomicAdd(&out[state >> 12], 1u);
    }
}
)",
     256, 1 << 20},
    {"calls_and_local_memory", R"(
__device__ __noinline__ unsigned mix(unsigned* words, unsigned i) {
    words[i % 256] = words[(i * 7 + 3) % 256] * 2654435761u + i;
    return i == 0 ? words[0] : (i % 16 != 0 ? mix(words, i - 1) : words[i % 256]);
}
__global__ void k(unsigned* out, int n) {
    unsigned words[256] = {}, sum = 0;
    for (int i = 0; i < n; ++i) sum += mix(words, i);
    out[threadIdx.x] = sum;
}
)",
     512, 512},
};

// Every fifth instruction is an atomic of 32 lanes on words far apart: minutes, and more to undo than its checkpoints may keep.
const LongRun scattered_atomics{"scattered_atomics", R"(
__global__ void k(unsigned* out, int n) {
    unsigned state = threadIdx.x + 1;
    for (int i = 0; i < n; ++i) {
        state = state * 1664525u + 1013904223u;
        atomicAdd(&out[state >> 12], 1u);
    }
}
)",
                                256, 1 << 20};

// Of this process since it began.
long peak_resident_mb() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    return use.ru_maxrss >> 10;
}

double processor_ms() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

class LongSession : public testing::TestWithParam<LongRun> {};

// One step back at many places: by the line and by the instruction, of any warp. What it costs is counted in instructions that are
// run again; the times among the properties are for docs/measurements.md.
TEST_P(LongSession, StepsBackAnywhere) {
    const LongRun& run = GetParam();
    OpenSession open = open_session(run.text, grid_of(1, run.threads),
                                    {words(std::vector<std::uint32_t>(run.words)), number(100'000'000)}, {.order = run.order});
    [[maybe_unused]] const long before_mb = peak_resident_mb();
    const double start_ms = processor_ms();
    DebugState state = open.session->run({.go = DebugGo::to_position, .position = 10'000'000, .look_ahead = false}, {});
    ASSERT_EQ(state.position, 10'000'000u);
    RecordProperty("there_ms", processor_ms() - start_ms);
    RecordProperty("checkpoints", static_cast<int>(state.checkpoints));
    RecordProperty("checkpoint_mb", static_cast<int>(state.checkpoint_bytes >> 20));
    EXPECT_LT(state.checkpoint_bytes, std::uint64_t{600} << 20);
    const std::uint64_t between = simt::SessionOptions{}.checkpoint_steps;
    std::vector<double> processor, clock;
    std::vector<std::uint64_t> executed;
    std::uint64_t random = 1;
    for (std::uint64_t position = 9'990'000; position > 100'000; position -= 330'007) {
        random = random * 48271 % 2147483647;
        const auto warp = static_cast<std::uint32_t>(random % (run.threads / 32));
        open.session->run({.go = DebugGo::to_position, .warp = warp, .position = position, .look_ahead = false}, {});
        for (const DebugGo go : {DebugGo::back_line, DebugGo::back_instruction}) {
            const double processor_then = processor_ms();
            const auto then = std::chrono::steady_clock::now();
            const std::uint64_t executed_then = open.session->executed();
            const DebugState back = open.session->run({.go = go, .warp = warp}, {});
            executed.push_back(open.session->executed() - executed_then);
            processor.push_back(processor_ms() - processor_then);
            clock.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - then).count());
            EXPECT_LT(back.position, position);
        }
    }
    const auto median = [](std::vector<double>& times) {
        std::ranges::sort(times);
        return times[times.size() / 2];
    };
    std::ranges::sort(executed);
    RecordProperty("executed_median", std::to_string(executed[executed.size() / 2]));
    RecordProperty("executed_worst", std::to_string(executed.back()));
    EXPECT_LE(executed[executed.size() / 2], 2 * between) << "from the last checkpoint to here, and again to the place found";
    EXPECT_LE(executed.back(), 6 * between);
    RecordProperty("processor_median_ms", median(processor));
    RecordProperty("processor_worst_ms", processor.back());
    RecordProperty("clock_median_ms", median(clock));
    RecordProperty("clock_worst_ms", clock.back());
    RecordProperty("peak_resident_mb", static_cast<int>(peak_resident_mb()));
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
    // where tests before it in the same process took more, nothing can be said
    if (before_mb < 1024) EXPECT_LT(peak_resident_mb(), 1024);
#endif
}
INSTANTIATE_TEST_SUITE_P(All, LongSession, testing::ValuesIn(long_runs),
                         [](const auto& one) { return std::string(one.param.name); });
// For docs/measurements.md.
INSTANTIATE_TEST_SUITE_P(DISABLED_Slow, LongSession, testing::Values(scattered_atomics),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Session, AStopLeavesItWhereItIs) {
    OpenSession open = open_session(loop_text, grid_of(1, 256), {words(std::vector<std::uint32_t>(256)), number(110'000)});
    std::stop_source stop;
    stop.request_stop();
    const DebugState state = open.session->run({.go = DebugGo::to_end}, stop.get_token());
    EXPECT_EQ(state.reason, StopReason::cancelled);
    EXPECT_EQ(open.run(DebugGo::line).reason, StopReason::step);
}

}  // namespace
}  // namespace warpwise::test
