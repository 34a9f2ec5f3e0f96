// Where the debugger's engine stops on its way: conditions that read memory or have no value, data races, and steps that go on
// after they were interrupted.
#include <algorithm>
#include <numeric>

#include "sessions.h"

namespace warpwise::test {
namespace {

const char* const shared_text = R"(
__global__ void k(const int* in, int* out) {
    __shared__ int s[256];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int sum = s[255 - threadIdx.x];
    out[threadIdx.x] = sum;
}
)";

OpenSession open_shared() {
    std::vector<std::uint32_t> in(256);
    std::iota(in.begin(), in.end(), 0u);
    return open_session(shared_text, grid_of(1, 256), {words(in), words(std::vector<std::uint32_t>(256))});
}

TEST(SessionStops, AConditionReadsSharedMemoryDirectly) {
    OpenSession open = open_shared();
    const DebugState state =
        open.session->run({.go = DebugGo::to_breakpoint, .breakpoints = {{.line = 6, .condition = "s[threadIdx.x] == 255"}}}, {});
    EXPECT_EQ(state.reason, StopReason::breakpoint);
    EXPECT_EQ(state.warp, 7u);
    EXPECT_EQ(state.condition_problem, "");
    const DebugState back = open.session->run(
        {.go = DebugGo::back_to_breakpoint, .breakpoints = {{.line = 6, .condition = "s[threadIdx.x] == 100"}}}, {});
    EXPECT_EQ(back.warp, 3u);
}

TEST(SessionStops, AConditionWithoutAValueStopsOnce) {
    OpenSession open = open_shared();
    const DebugCommand command{.go = DebugGo::to_breakpoint,
                               .breakpoints = {{.line = 6, .condition = "s[threadIdx.x + 300] == 1"}}};
    const DebugState state = open.session->run(command, {});
    EXPECT_EQ(state.reason, StopReason::breakpoint);
    EXPECT_TRUE(state.condition_problem.contains("index 300 is outside 's', which has 256 elements")) << state.condition_problem;
    EXPECT_EQ(open.session->run(command, {}).reason, StopReason::end);
}

TEST(SessionStops, ItStopsBeforeTheAccessThatRacesOnce) {
    const char* const text = R"(
__global__ void k(int* a, int* out) {
    a[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = a[63 - threadIdx.x];
}
)";
    const auto array = words(std::vector<std::uint32_t>(64));
    OpenSession open = open_session(text, grid_of(1, 64), {array, array});
    const DebugCommand command{.go = DebugGo::to_breakpoint, .stop_at_race = true};
    const DebugState state = open.session->run(command, {});
    EXPECT_EQ(state.reason, StopReason::race);
    ASSERT_TRUE(state.race);
    EXPECT_EQ(state.race->kind, FaultKind::data_race);
    EXPECT_EQ(state.frames.at(0).line, static_cast<int>(state.race->line));
    EXPECT_TRUE(state.findings.empty()) << "the access has not been made";
    const std::uint64_t there = state.position;
    const DebugOverview overview = open.session->overview(1000, {});
    EXPECT_EQ(overview.race, state.race) << "the whole block tells it from the start";
    EXPECT_EQ(overview.race_position, there);
    EXPECT_EQ(overview.race_warp, state.warp);
    const DebugState end = open.session->run(command, {});
    EXPECT_EQ(end.reason, StopReason::end);
    EXPECT_FALSE(end.findings.empty());
    // Without the wish it is passed over; from the start it stops there again.
    OpenSession other = open_session(text, grid_of(1, 64), {array, array});
    EXPECT_EQ(other.session->run({.go = DebugGo::to_breakpoint}, {}).reason, StopReason::end);
    open.session->run({.go = DebugGo::back_to_start}, {});
    EXPECT_LT(open.session->position(), there);
}

TEST(SessionStops, AStepGoesOnWhereItWasInterrupted) {
    const char* const text = R"(
__device__ __noinline__ int work(int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i)
        sum += i;
    return sum;
}
__global__ void k(int* out, int n) {
    out[0] = work(n);
    out[1] = 1;
}
)";
    OpenSession open = open_session(text, grid_of(1, 1), {words(std::vector<std::uint32_t>(2)), number(1000)});
    open.run(DebugGo::stay);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(open.session->run({.go = DebugGo::over}, stop.get_token()).reason, StopReason::cancelled);
    open.run(DebugGo::to_line, 0, 5);  // within the call, where such a step may be interrupted
    const DebugState state = open.session->run({.go = DebugGo::over, .goes_on = true}, {});
    ASSERT_EQ(state.frames.size(), 1u);
    EXPECT_EQ(state.frames[0].line, 10);
}

TEST(SessionStops, ALaneSeesItsLocalMemory) {
    const char* const text = R"(
__global__ void k(int* out, int n) {
    int mine[100];
    for (int i = 0; i < n; ++i) mine[i] = 1000 * threadIdx.x + i;
    out[threadIdx.x] = mine[n - 1];
}
)";
    OpenSession open = open_session(text, grid_of(1, 32), {words(std::vector<std::uint32_t>(32)), number(90)});
    open.run(DebugGo::stay);
    const DebugState state = open.session->run({.go = DebugGo::to_line, .line = 5}, {});
    const auto mine = std::ranges::find(state.variables, "mine", &DebugValue::name);
    ASSERT_NE(mine, state.variables.end());
    ASSERT_EQ(mine->addresses.size(), 32u);
    EXPECT_TRUE(is_of_thread(mine->addresses[5]));
    ASSERT_LT(mine->type_index, state.types.size());
    EXPECT_EQ(state.types[mine->type_index].count, 100u);
    const auto element = [&](std::uint32_t thread, int place) {
        const auto bytes = open.session->read_in_thread(thread, mine->addresses[5] + 4 * static_cast<std::uint64_t>(place), 4);
        int value = -1;
        if (bytes.size() == 4) std::memcpy(&value, bytes.data(), 4);
        return value;
    };
    EXPECT_EQ(element(5, 80), 5080);
    EXPECT_EQ(element(31, 89), 31089);
    EXPECT_EQ(element(5, 95), -1) << "no thread has written there";
}

}  // namespace
}  // namespace warpwise::test
