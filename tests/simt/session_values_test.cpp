// What the debugger's engine tells of memory: what the lanes of a line read and write, where a fault cuts a line off, who wrote an
// element last, and stops at watched elements.
#include <map>
#include <numeric>

#include "sessions.h"

namespace warpwise::test {
namespace {

const char* const add_text = R"(
__global__ void k(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
)";

OpenSession open_add(std::uint32_t threads = 64, int n = 64, std::size_t of_a = 64, const simt::SessionOptions& options = {}) {
    std::vector<float> a(of_a), b(64, 5.0f);
    std::iota(a.begin(), a.end(), 0.5f);
    return open_session(add_text, grid_of(1, threads), {floats(a), floats(b), floats(std::vector<float>(64)), number(n)}, options);
}

std::vector<std::string> texts(const std::optional<DebugValue>& value, std::initializer_list<int> lanes) {
    std::vector<std::string> all;
    for (const int lane : lanes) all.push_back(value ? text_of(*value, lane) : "none");
    return all;
}
using Texts = std::vector<std::string>;

TEST(SessionValues, ALineTellsWhatItReadsAndWhatItWritesBeforeItRuns) {
    OpenSession open = open_add();
    open.run(DebugGo::stay);
    const DebugState state = open.session->run({.go = DebugGo::to_line, .line = 5}, {});
    ASSERT_EQ(state.next.size(), 3u);
    EXPECT_TRUE(state.done.empty());
    std::map<std::string, const DebugAccess*> of;
    for (const DebugAccess& access : state.next) of[access.array] = &access;
    EXPECT_EQ(texts(of.at("a")->before, {0, 7, 31}), (Texts{"0.5", "7.5", "31.5"}));
    EXPECT_FALSE(of.at("a")->after) << "a read";
    EXPECT_EQ(texts(of.at("b")->before, {0, 7, 31}), (Texts{"5", "5", "5"}));
    EXPECT_EQ(texts(of.at("c")->before, {0, 7, 31}), (Texts{"0", "0", "0"}));
    EXPECT_EQ(texts(of.at("c")->after, {0, 7, 31}), (Texts{"5.5", "12.5", "36.5"}));
    EXPECT_EQ(of.at("c")->changes(), 0xffffffffu);
    EXPECT_EQ(of.at("c")->places.at(7), "c[7]");
    EXPECT_EQ(open.array(2, 1)[0], 0u) << "it has not run";
}

class SessionValuesInOrder : public ::testing::TestWithParam<simt::BlockOrder> {};

// In turns of one instruction, a warp that has left a statement begins the next one with its next turn.
TEST_P(SessionValuesInOrder, WithinALineWhatItHasDoneIsToldApart) {
    OpenSession open = open_add(64, 64, 64, {.order = GetParam()});
    open.run(DebugGo::stay);
    DebugState state = open.session->run({.go = DebugGo::to_line, .line = 5}, {});
    const std::uint64_t step = state.line_step;
    std::vector<std::size_t> done;
    std::vector<std::uint64_t> positions;
    while (state.frames.at(0).line == 5 && state.done.size() + state.next.size() == 3) {
        EXPECT_TRUE(state.last.empty());
        EXPECT_EQ(state.line_step, step);
        done.push_back(state.done.size());
        positions.push_back(state.position);
        state = open.session->run({.go = DebugGo::instruction}, {});
    }
    EXPECT_EQ(state.line_step, step + 1);
    EXPECT_TRUE(state.done.empty()) << "the line is left";
    EXPECT_TRUE(state.next.empty());
    EXPECT_GT(done.size(), 3u);
    EXPECT_TRUE(std::ranges::is_sorted(done));
    EXPECT_EQ(done.back(), 3u) << "behind the write is the jump to the end of the if";
    ASSERT_EQ(state.last.size(), 3u);
    EXPECT_EQ(texts(state.last.back().after, {7}), Texts{"12.5"});
    // The same where the moment is come to from elsewhere.
    for (std::size_t i = 0; i < done.size(); ++i) {
        open.run(DebugGo::to_end);
        state = open.session->run({.go = DebugGo::to_position, .position = positions[i]}, {});
        EXPECT_EQ(state.done.size(), done[i]) << i;
        if (!state.done.empty()) EXPECT_FALSE(texts(state.done[0].before, {7})[0].empty());
    }
}

INSTANTIATE_TEST_SUITE_P(All, SessionValuesInOrder,
                         ::testing::Values(simt::BlockOrder::sequential, simt::BlockOrder::round_robin,
                                           simt::BlockOrder::by_request, simt::BlockOrder::reversed),
                         [](const auto& one) { return std::to_string(static_cast<int>(one.param)); });

TEST(SessionValues, AWarpBetweenTwoLinesIsToldWithTheLineThatItIsAboutToExecute) {
    const char* const text = R"(
__global__ void k(const float* a, float* b, float* c) {
    int i = threadIdx.x;
    b[i] = a[i];
    c[i] = 2 * a[i];
    b[i] = c[i];
}
)";
    OpenSession open =
        open_session(text, grid_of(1, 64),
                     {floats(std::vector<float>(64, 1.0f)), floats(std::vector<float>(64)), floats(std::vector<float>(64))});
    DebugState state = open.session->run({.go = DebugGo::stay}, {});
    int left = 0;
    for (int before = 0; !state.frames.empty() && left < 4; before = state.frames.empty() ? 0 : state.frames[0].line) {
        for (const std::uint32_t warp : {0u, 1u}) {
            state = open.session->run({.go = DebugGo::stay, .warp = warp}, {});
            for (const auto* const part : {&state.done, &state.next})
                for (const DebugAccess& access : *part) EXPECT_EQ(access.line, state.frames.at(0).line) << state.position;
        }
        state = open.session->run({.go = DebugGo::instruction}, {});
        if (state.frames.empty() || state.frames[0].line == before || before == 0) continue;
        ++left;
        EXPECT_TRUE(state.done.empty()) << state.position;
        if (before > 3) EXPECT_FALSE(state.last.empty()) << "of line " << before;
        for (const DebugAccess& access : state.last) EXPECT_EQ(access.line, before);
    }
    EXPECT_GE(left, 3);
}

TEST(SessionValues, AValueIsToldByTheTypeOfItsArray) {
    const char* const text = R"(
struct Body { float x, y; int id; };
__global__ void k(float4* v, unsigned char* bytes, short* shorts, const float* wide, Body* bodies, int* count, int* out) {
    __shared__ int tile[4][33];
    int i = threadIdx.x;
    v[i].y = 2.0f;
    float4 all = v[i];
    bytes[i] = 200 + (int)all.y;
    shorts[i] = (short)(-i);
    float4 four = reinterpret_cast<const float4*>(wide)[i];
    bodies[i].id = i + (int)four.x;
    tile[i % 4][i] = 7 * i;
    atomicAdd(&count[i / 16], 2);
    out[i] = (int)(four.w + all.x);
}
)";
    const std::vector<std::uint32_t> zeros(128);
    std::vector<float> wide(128);
    std::iota(wide.begin(), wide.end(), 0.0f);
    OpenSession open = open_session(
        text, grid_of(1, 32), {words(zeros), words(zeros), words(zeros), floats(wide), words(zeros), words(zeros), words(zeros)});
    open.run(DebugGo::stay);
    const auto at = [&](int line) { return open.session->run({.go = DebugGo::to_line, .line = line}, {}); };
    DebugState state = at(6);
    EXPECT_EQ(texts(state.next.at(0).after, {3}), Texts{"2"});
    EXPECT_EQ(state.next.at(0).places.at(3), "v[3].y");
    state = at(8);
    EXPECT_EQ(texts(state.next.back().after, {3}),
              (state.next.back().after->kind == ValueKind::character ? Texts{"'\\xca'"} : Texts{"202"}));
    state = at(9);
    EXPECT_EQ(texts(state.next.back().after, {3}), Texts{"-3"});
    state = at(10);
    ASSERT_FALSE(state.next.empty());
    EXPECT_EQ(texts(state.next.at(0).before, {3}), Texts{"{12, 13, 14, 15}"});
    state = at(11);
    EXPECT_EQ(texts(state.next.back().after, {3}), Texts{"15"});
    EXPECT_EQ(state.next.back().places.at(3), "bodies[3].id");
    state = at(12);
    EXPECT_EQ(texts(state.next.back().before, {3}), Texts{""}) << "no thread has written it";
    EXPECT_EQ(texts(state.next.back().after, {3}), Texts{"21"});
    EXPECT_EQ(state.next.back().places.at(3), "tile[3][3]");
    state = at(13);
    EXPECT_EQ(texts(state.next.back().before, {0, 20}), (Texts{"0", "0"}));
    EXPECT_EQ(texts(state.next.back().after, {0, 20}), (Texts{"32", "32"}));
    EXPECT_TRUE(state.next.back().is_atomic);
}

TEST(SessionValues, AtAFaultTheGuiltyLanesAreNamedAndWhatFollowsIsNotReached) {
    const char* const text = R"(
__global__ void k(const float* x, float* y, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        y[i] = a * x[i] + y[i];
}
)";
    std::vector<float> x(40);
    std::iota(x.begin(), x.end(), 1.0f);
    OpenSession open = open_session(text, grid_of(1, 64), {floats(x), floats(std::vector<float>(64)), number(2), number(40)});
    DebugState state = open.session->run({.go = DebugGo::to_end}, {});
    ASSERT_EQ(state.reason, StopReason::fault);
    EXPECT_EQ(state.warp, 1u);
    ASSERT_EQ(state.next.size(), 1u);
    const DebugAccess& access = state.next[0];
    EXPECT_EQ(access.array, "x");
    EXPECT_EQ(access.mask, 0x1ffu) << "the lane that misses belongs to those that hit";
    EXPECT_EQ(access.faulting, 0x100u);
    EXPECT_EQ(access.elements[8], 40);
    EXPECT_EQ(texts(access.before, {0, 7, 8}), (Texts{"33", "40", ""}));
    EXPECT_EQ(access.sectors, 0u) << "nothing is counted of what did not happen";
    ASSERT_EQ(state.not_reached.size(), 2u);
    EXPECT_FALSE(state.not_reached[0].is_store);
    EXPECT_TRUE(state.not_reached[1].is_store);
    EXPECT_EQ(state.not_reached[1].mask, 0u);
    EXPECT_TRUE(std::ranges::all_of(state.last, [&](const DebugAccess& one) { return one.position < state.position; }));
    // The same as foreseen from the line's start.
    open.run(DebugGo::back_line, 1);
    state = open.session->run({.go = DebugGo::to_line, .warp = 1, .line = 5}, {});
    ASSERT_FALSE(state.next.empty());
    EXPECT_EQ(state.next.back().faulting, 0x100u);
    // A step over the line ends in the fault, and what it did not do is not told as done.
    state = open.session->run({.go = DebugGo::line, .warp = 1}, {});
    EXPECT_EQ(state.reason, StopReason::fault);
    for (const DebugAccess& one : state.last) EXPECT_EQ(one.faulting, 0u);
    for (const DebugAccess& one : state.last) EXPECT_LT(one.position, state.position);
}

TEST(SessionValues, ExpressionsReadMemoryAndSayWhyTheyHaveNoValue) {
    OpenSession open = open_add(40, 33);
    open.run(DebugGo::stay, 1);
    open.run(DebugGo::to_line, 1, 5);
    const DebugState state =
        open.session->run({.go = DebugGo::stay, .warp = 1, .expressions = {"a[i] * 2", "c[i - 64]", "i +", "nosuch"}}, {});
    ASSERT_EQ(state.evaluated.size(), 4u);
    EXPECT_EQ(state.evaluated[0].texts.at(0), "65");
    EXPECT_EQ(state.evaluated[0].problem, "");
    EXPECT_EQ(state.evaluated[0].texts.at(20), "") << "the block has no such thread";
    EXPECT_EQ(state.evaluated[1].texts.at(0), "");
    EXPECT_NE(state.evaluated[1].problem, "");
    EXPECT_NE(state.evaluated[2].problem, "");
    EXPECT_NE(state.evaluated[3].problem.find("nosuch"), std::string::npos);
}

TEST(SessionValues, AnExpressionTellsWhereItHasChanged) {
    OpenSession open = open_add();
    const std::vector<std::string> pins{"c[threadIdx.x]"};
    open.session->run({.go = DebugGo::stay, .expressions = pins}, {});
    DebugState state = open.session->run({.go = DebugGo::to_line, .line = 5, .expressions = pins}, {});
    EXPECT_EQ(state.evaluated.at(0).changed, 0u);
    state = open.session->run({.go = DebugGo::line, .expressions = pins}, {});
    EXPECT_EQ(state.evaluated.at(0).changed, 0xffffffffu);
    EXPECT_EQ(state.evaluated.at(0).texts.at(7), "12.5");
}

TEST(SessionValues, TheLastWriteOfAnElementIsFoundWithoutMoving) {
    OpenSession open = open_add();
    const DebugBytes element{.address = open.addresses[2] + 4 * 39, .bytes = 4};
    open.run(DebugGo::stay);
    DebugState state = open.session->run({.go = DebugGo::to_line, .line = 5, .last_write = element}, {});
    EXPECT_FALSE(state.written) << "no thread of the block yet";
    open.run(DebugGo::to_end);
    const std::uint64_t digest = open.session->digest();
    state = open.session->run({.go = DebugGo::stay, .last_write = element}, {});
    EXPECT_EQ(open.session->digest(), digest);
    ASSERT_TRUE(state.written);
    EXPECT_EQ(state.written->warp, 1u);
    EXPECT_EQ(state.written->lane, 7);
    EXPECT_EQ(state.written->access.line, 5);
    EXPECT_EQ(texts(state.written->access.before, {7}), Texts{"0"});
    EXPECT_EQ(texts(state.written->access.after, {7}), Texts{"44.5"});
    state = open.session->run({.go = DebugGo::to_position, .warp = 1, .position = state.written->access.position}, {});
    EXPECT_EQ(open.array(2, 64)[39], 0u) << "the moment before";
    EXPECT_EQ(state.frames.at(0).line, 5);
}

// ---- data breakpoints

struct Watched {
    const char* name;
    const char* text;
    std::uint32_t threads;
    std::size_t element;  // of `out`, the only argument, 64 words
    bool any_write;
    std::vector<DebugBreakpoint> breakpoints;
    // The stops: the warp that wrote and the element's value afterwards; of a breakpoint's stop its line, negative.
    std::vector<std::pair<std::uint32_t, int>> stops;
};
const Watched watched_elements[] = {
    {"AStoreOfOneWarp",
     R"(
__global__ void k(int* out) {
    out[threadIdx.x] = threadIdx.x + 1;
})",
     64,
     40,
     false,
     {},
     {{1, 41}}},
    {"OnlyChanges",
     R"(
__global__ void k(int* out) {
    for (int i = 0; i < 9; ++i)
        out[threadIdx.x] = i / 3;
})",
     32,
     5,
     false,
     {},
     {{0, 1}, {0, 2}}},
    {"EveryWrite",
     R"(
__global__ void k(int* out) {
    for (int i = 0; i < 4; ++i)
        out[threadIdx.x] = i / 2;
})",
     32,
     5,
     true,
     {},
     {{0, 0}, {0, 0}, {0, 1}, {0, 1}}},
    {"AtomicsOfTwoWarps",
     R"(
__global__ void k(int* out) {
    atomicAdd(&out[3], 1);
})",
     64,
     3,
     false,
     {},
     {{0, 32}, {1, 64}}},
    {"AVectorStoreThatCoversIt",
     R"(
__global__ void k(int* out) {
    reinterpret_cast<int4*>(out)[threadIdx.x] = make_int4(1, 2, 3, 4);
})",
     8,
     6,
     false,
     {},
     {{0, 3}}},
    {"ACopyOfAStructure",
     R"(
struct Many { int v[8]; };
__global__ void k(int* out) {
    Many many;
    for (int i = 0; i < 8; ++i) many.v[i] = 10 + i + threadIdx.x;
    reinterpret_cast<Many*>(out)[threadIdx.x] = many;
})",
     2,
     9,
     false,
     {},
     {{0, 12}}},
    {"WithABreakpointBetween",
     R"(
__global__ void k(int* out) {
    out[0] = 1;
    int x = out[1];
    out[0] = x + 2;
})",
     1,
     0,
     false,
     {{.line = 5, .condition = "", .warp = {}}},
     {{0, 1}, {0, -5}, {0, 2}}},
    {"Never",
     R"(
__global__ void k(int* out) {
    out[1] = 1;
})",
     32,
     0,
     false,
     {},
     {}},
};

class DataBreakpoint : public testing::TestWithParam<Watched> {};

TEST_P(DataBreakpoint, StopsAfterEachWriteForwardsAndBack) {
    const Watched& test = GetParam();
    simt::SessionOptions options;
    options.checkpoint_steps = 7;  // so that writes and checkpoints meet
    OpenSession open = open_session(test.text, grid_of(1, test.threads), {words(std::vector<std::uint32_t>(64))}, options);
    DebugCommand command{.go = DebugGo::to_breakpoint, .breakpoints = test.breakpoints};
    command.watched = {{.address = 1, .bytes = 4},  // of no array
                       {.address = open.addresses[0] + 4 * test.element, .bytes = 4, .any_write = test.any_write}};
    struct Stop {
        std::uint64_t position = 0;
        std::uint32_t warp = 0;
        int what = 0;
        bool operator==(const Stop&) const = default;
    };
    std::vector<Stop> forwards, back;
    const auto take = [&](const DebugState& state, std::vector<Stop>& stops) -> bool {
        const int value = static_cast<int>(open.array(0, 64)[test.element]);
        if (state.reason == StopReason::breakpoint) {
            stops.push_back({state.position, state.warp, -state.breakpoint});
        } else if (state.reason == StopReason::data) {
            EXPECT_EQ(state.data_changed, 1u);
            stops.push_back({state.position, state.warp, value});
            if (state.last.empty()) return ADD_FAILURE() << "the write is not told", false;
            EXPECT_EQ(state.last.back().position + 1, state.position);
            EXPECT_TRUE(state.last.back().is_store);
            EXPECT_TRUE(state.last.back().after);
        } else {
            return false;
        }
        return stops.size() < 20;
    };
    open.run(DebugGo::stay);
    while (take(open.session->run(command, {}), forwards)) {
    }
    std::vector<std::pair<std::uint32_t, int>> found;
    for (const Stop& stop : forwards) found.emplace_back(stop.warp, stop.what);
    EXPECT_EQ(found, test.stops);
    command.go = DebugGo::back_to_breakpoint;
    while (take(open.session->run(command, {}), back)) {
    }
    std::ranges::reverse(back);
    EXPECT_EQ(back, forwards);
}

INSTANTIATE_TEST_SUITE_P(All, DataBreakpoint, testing::ValuesIn(watched_elements),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace warpwise::test
