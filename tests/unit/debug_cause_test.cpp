// What the cause card says of a line: from accesses that are made by hand, counted by the emulator's rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "ui/debug_states.h"
#include "ui/debugger/cause.h"

namespace warpwise::ui {
namespace {

using test::access_to;

Cause of_first(const DebugState& state) { return cause_of(state.next.front()); }

TEST(DebugCauseTest, AColumnOfATileIsInOneBank) {
    const Cause cause = of_first(test::tiled_transpose(32));
    EXPECT_EQ(cause.kind, CauseKind::bank_conflict);
    EXPECT_EQ(cause.title, "Line 13: 32 lanes, one bank: 32 wavefronts instead of 1");
    EXPECT_EQ(
        cause.why,
        "Consecutive lanes read words 32 apart. There are 32 banks, each one word wide, so all these words are in the same bank.");
    EXPECT_TRUE(cause.advice.starts_with("Pad each row of tile to 33 elements instead of 32")) << cause.advice;
    EXPECT_EQ(cause.factor, 32);
    EXPECT_EQ(bank_headline(test::tiled_transpose(32).next.front()).text,
              "32 different words in one bank: 32 wavefronts where 1 would do.");
}

TEST(DebugCauseTest, ARaceComesFirstAtItsLineAndNamesTheBarrierAsItsFix) {
    DebugState state = test::tiled_transpose(32);
    state.findings.push_back({.line = 13,
                              .severity = Severity::error,
                              .message = "thread (0, 0, 0) writes element 0 of 'tile'",
                              .hint = "Put a __syncthreads() between them."});
    const Cause race = causes_of(state).front();
    EXPECT_EQ(race.kind, CauseKind::race);
    EXPECT_EQ(race.title, "Line 13: a race between two threads of the block");
    EXPECT_EQ(race.why, "Thread (0, 0, 0) writes element 0 of 'tile'.");
    EXPECT_EQ(race.advice, "Put a __syncthreads() between them.");
    EXPECT_EQ(fix_name(race.kind), "barrier");
    state.findings.front().line = 40;  // elsewhere: what this line costs comes first
    EXPECT_EQ(causes_of(state).front().kind, CauseKind::bank_conflict);
    EXPECT_EQ(causes_of(state)[1].kind, CauseKind::race);
    state.findings.front().severity = Severity::warning;
    EXPECT_TRUE(std::ranges::none_of(causes_of(state), [](const Cause& cause) { return cause.kind == CauseKind::race; }));
}

// Also before it has happened, and at the line of the other access.
TEST(DebugCauseTest, ALineThatTakesPartInARaceIsNotPraised) {
    DebugState state = test::tiled_transpose(33);  // line 13, without a conflict
    const Fault race{.kind = FaultKind::data_race,
                     .line = 20,
                     .message = "thread (0, 0, 0) writes element 0 of 'tile'",
                     .hint = "Put a __syncthreads() between them.",
                     .other = FaultPlace{.line = 13}};
    const std::vector<Cause> causes = causes_of(state, {.race = &race});
    EXPECT_EQ(causes.front().title, "Line 13: a race with an access at line 20");
    EXPECT_EQ(causes.front().why, "Thread (0, 0, 0) writes element 0 of 'tile'.");
    EXPECT_TRUE(std::ranges::none_of(causes, [](const Cause& cause) { return cause.kind == CauseKind::calm; }));
    const Fault elsewhere{.kind = FaultKind::data_race, .line = 20, .message = "", .other = FaultPlace{.line = 18}};
    EXPECT_EQ(causes_of(state, {.race = &elsewhere}).front().kind, CauseKind::calm);
}

TEST(DebugCauseTest, ACauseNamesWhatTheHardwareCounts) {
    EXPECT_EQ(of_first(test::tiled_transpose(32)).counter, "shared_load_wavefronts");
    EXPECT_EQ(of_first(test::row_sums()).counter, "global_load_sectors");
    const DebugAccess store = access_to({.array = "out", .line = 3, .is_store = true}, [](int lane) { return 8 * lane; });
    EXPECT_EQ(cause_of(store).counter, "global_store_sectors");
    const DebugAccess atomic = access_to({.array = "n", .is_store = true, .is_atomic = true}, [](int) { return 0; });
    EXPECT_EQ(cause_of(atomic).counter, "");  // a reduction and an atomic are counted apart
}

TEST(DebugCauseTest, APaddedTileCostsNothing) {
    const Cause cause = of_first(test::tiled_transpose(33));
    EXPECT_EQ(cause.kind, CauseKind::calm);
    EXPECT_FALSE(cause.costs());
    EXPECT_EQ(cause.title, "Line 13: 32 lanes, no bank conflict: 1 wavefront");
    EXPECT_EQ(bank_headline(test::tiled_transpose(33).next.front()).text, "32 banks, one word in each: 1 wavefront.");
}

TEST(DebugCauseTest, TwoWordsApartTakesTwoWavefronts) {
    const DebugAccess access =
        access_to({.array = "s", .line = 3, .space = MemorySpace::shared, .start = 0}, [](int lane) { return 2 * lane; });
    const Cause cause = cause_of(access);
    EXPECT_EQ(cause.title, "Line 3: 32 lanes, 16 banks: 2 wavefronts instead of 1");
    EXPECT_EQ(bank_headline(access).text, "2 different words in each of 16 banks: 2 wavefronts where 1 would do.");
}

TEST(DebugCauseTest, OneWordForAllIsABroadcast) {
    const DebugAccess access =
        access_to({.array = "s", .line = 3, .space = MemorySpace::shared, .start = 0}, [](int) { return 9; });
    EXPECT_FALSE(cause_of(access).costs());
    EXPECT_EQ(bank_headline(access).text, "All 32 lanes read the same word: it is broadcast in 1 wavefront.");
}

TEST(DebugCauseTest, WideAccessesGoInGroups) {
    EXPECT_EQ(bank_headline(test::wide_shared(1).next.front()).text,
              "4 groups of lanes, no conflict in any of them: 4 wavefronts.");
    const Cause cause = of_first(test::wide_shared(2));
    EXPECT_EQ(cause.title, "Line 6: 32 lanes, 16 banks: 8 wavefronts instead of 4");
    EXPECT_EQ(cause.factor, 2);
}

TEST(DebugCauseTest, RowsPerThreadShareNoSector) {
    const Cause cause = of_first(test::row_sums());
    EXPECT_EQ(cause.kind, CauseKind::sectors);
    EXPECT_EQ(cause.title, "Line 9: 32 lanes read 32 sectors instead of 4");
    EXPECT_EQ(cause.why,
              "Consecutive lanes read addresses 128 bytes apart, so no two lanes share a sector: 1,024 bytes are fetched, of which "
              "128 are used.");
    EXPECT_TRUE(cause.advice.starts_with("The index grows by 32 from lane to lane; make it grow by 1.")) << cause.advice;
    EXPECT_EQ(cause.factor, 8);
    const Headline headline = memory_headline(test::row_sums().next.front());
    EXPECT_EQ(headline.text, "32 sectors, 12.5 % useful");
    EXPECT_TRUE(headline.costs);
}

TEST(DebugCauseTest, NeighbouringElementsCostNothing) {
    const DebugAccess access = access_to({.array = "a", .line = 2}, [](int lane) { return lane; });
    EXPECT_FALSE(cause_of(access).costs());
    EXPECT_EQ(cause_of(access).title, "Line 2: 32 lanes read 4 sectors and use every byte");
    EXPECT_FALSE(memory_headline(access).costs);
    EXPECT_EQ(memory_headline(access).text, "4 sectors, 100 % useful");
    // backwards, and one address for all, are as good
    EXPECT_FALSE(cause_of(access_to({.array = "a"}, [](int lane) { return 31 - lane; })).costs());
    EXPECT_FALSE(cause_of(access_to({.array = "a"}, [](int) { return 3; })).costs());
    EXPECT_FALSE(cause_of(access_to({.array = "a", .mask = 0xff00}, [](int lane) { return lane; })).costs());
}

TEST(DebugCauseTest, AStartWithinASectorTouchesOneMore) {
    const Cause cause = of_first(test::misaligned());
    EXPECT_EQ(cause.kind, CauseKind::misaligned);
    EXPECT_EQ(cause.title, "Line 4: 32 lanes read 5 sectors instead of 4");
    EXPECT_EQ(cause.why,
              "The lanes read 128 consecutive bytes that begin 4 bytes past a sector boundary, so they need one more sector.");
    EXPECT_NE(cause.advice.find("a multiple of 32 bytes (8 elements)"), std::string::npos) << cause.advice;
}

TEST(DebugCauseTest, OneMemberOfStructuresAsksForArraysOfMembers) {
    const Cause cause = cause_of(access_to({.array = "points", .line = 5, .element_bytes = 24}, [](int lane) { return lane; }, 8));
    EXPECT_EQ(cause.kind, CauseKind::sectors);
    EXPECT_NE(cause.why.find("no sector of 32 bytes serves more than 2 lanes"), std::string::npos) << cause.why;
    EXPECT_TRUE(cause.advice.starts_with("An element of points has 24 bytes, of which this line reads 4.")) << cause.advice;
}

TEST(DebugCauseTest, RowsOfANarrowBlockAreToldAsRows) {
    // blocks 8 threads wide on rows of 1,000 elements
    const Cause cause = cause_of(access_to({.array = "a", .line = 5}, [](int lane) { return lane / 8 * 1000 + 3 + lane % 8; }));
    EXPECT_EQ(cause.kind, CauseKind::sectors);
    EXPECT_TRUE(cause.why.starts_with("The lanes of the warp form rows of 8.")) << cause.why;
    EXPECT_EQ(cause.advice, "Make the block at least 32 threads wide, so that a warp is one row.");
}

TEST(DebugCauseTest, AddressesWithoutAnOrderHaveNoStride) {
    const Cause cause = cause_of(access_to({.array = "a", .line = 5}, [](int lane) { return lane * lane * 37 % 1009; }));
    EXPECT_EQ(cause.kind, CauseKind::sectors);
    EXPECT_NE(cause.why.find("with no fixed stride"), std::string::npos) << cause.why;
}

TEST(DebugCauseTest, AtomicsOnOneAddressGoOneAfterTheOther) {
    const Cause all = cause_of(access_to({.array = "sum", .line = 7, .is_store = true, .is_atomic = true}, [](int) { return 0; }));
    EXPECT_EQ(all.kind, CauseKind::serial_atomics);
    EXPECT_EQ(all.title, "Line 7: 32 lanes update one address: 32 passes instead of 1");
    const Cause some = of_first(test::histogram(MemorySpace::global));
    EXPECT_EQ(some.title, "Line 7: 12 of 32 lanes update the same address: 12 passes instead of 1");
    const Cause shared = of_first(test::histogram(MemorySpace::shared));
    EXPECT_EQ(shared.kind, CauseKind::serial_atomics);
    EXPECT_EQ(shared.title, "Line 7: 12 of 32 lanes update the same word: 12 wavefronts instead of 1");
    EXPECT_FALSE(cause_of(access_to({.array = "sum", .is_store = true, .is_atomic = true}, [](int lane) { return lane; })).costs());
}

TEST(DebugCauseTest, DifferentConstantsAreServedInTurn) {
    EXPECT_EQ(
        cause_of(access_to({.array = "table", .line = 3, .space = MemorySpace::constant}, [](int lane) { return lane % 8; })).title,
        "Line 3: 32 lanes read 8 different constants, one after the other");
    EXPECT_FALSE(cause_of(access_to({.array = "table", .space = MemorySpace::constant}, [](int) { return 2; })).costs());
}

TEST(DebugCauseTest, DivergenceSaysWhoRunsAndWhoWaits) {
    DebugState state = test::divergent_loop();
    const Cause cause = causes_of(state).front();
    EXPECT_EQ(cause.kind, CauseKind::divergence);
    EXPECT_EQ(cause.title, "Line 9: 8 of 32 lanes execute this side of the branch");
    EXPECT_NE(cause.why.find("the other 24 wait, 6 of them to execute line 12"), std::string::npos) << cause.why;
    EXPECT_EQ(cause.factor, 4);
    for (ReconvergenceLevel& level : state.stack) level.is_other_side = false;  // a loop that the others have left
    EXPECT_EQ(causes_of(state).front().title, "Line 9: 8 of 32 lanes execute this line");
}

TEST(DebugCauseTest, TheBarrierCountsTheWarpsThatStillRun) {
    const Cause cause = causes_of(test::reduction_at_barrier()).front();
    EXPECT_EQ(cause.kind, CauseKind::barrier);
    EXPECT_FALSE(cause.costs());
    EXPECT_EQ(cause.title, "Line 11: warp 1 waits at the barrier");
    EXPECT_EQ(cause.why, "3 of 7 warps of the block have arrived. The barrier opens when the other 4 arrive.");
}

TEST(DebugCauseTest, TheWorstComesFirst) {
    const std::vector<Cause> causes = causes_of(test::naive_transpose());
    ASSERT_EQ(causes.size(), 2u);
    EXPECT_EQ(causes[0].title, "Line 8: 32 lanes write 32 sectors instead of 4");
    EXPECT_EQ(causes[1].title, "Line 8: 32 lanes read 4 sectors and use every byte");
}

TEST(DebugCauseTest, ALineWithoutAnAccessIsCalm) {
    const std::vector<Cause> causes = causes_of(test::stop_at("f", 6));
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_EQ(causes[0].title, "Line 6: all 32 lanes execute it, with no memory access");
    DebugState ended = test::stop_at("f", 6);
    ended.frames.clear();
    EXPECT_EQ(causes_of(ended).front().kind, CauseKind::ended);
}

// Eight lanes hit and one misses: the miss is what is told, and nothing is praised.
TEST(DebugCauseTest, AFaultIsNotPraised) {
    DebugState state = test::stop_at("saxpy", 8);
    state.variables = {test::whole_number("i", [](int lane) { return 992 + lane; })};
    DebugAccess access = access_to({.array = "x", .line = 8, .mask = 0x1ff}, [](int lane) { return 992 + lane; });
    access.faulting = 0x100;
    state.next = {access};
    const DebugArray x{.name = "x", .address = 0x7000'0000, .bytes = 4000, .element_bytes = 4};
    const std::span<const DebugArray> arrays(&x, 1);
    std::vector<Cause> causes = causes_of(state, {.arrays = arrays});
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_EQ(causes[0].kind, CauseKind::fault);
    EXPECT_TRUE(causes[0].costs());
    EXPECT_EQ(causes[0].title, "Lane 8 will read element 1000 of x, which has 1,000 elements");
    EXPECT_TRUE(causes[0].why.starts_with("In lane 8, i = 1000. The last element of x is x[999].")) << causes[0].why;
    state.fault = Fault{.kind = FaultKind::out_of_bounds, .message = "thread 8 reads far out", .hint = "Compare with n."};
    causes = causes_of(state, {.arrays = arrays});
    EXPECT_EQ(causes[0].title, "Lane 8 reads element 1000 of x, which has 1,000 elements");
    EXPECT_EQ(causes[0].advice, "Compare with n.");
    state.next[0].faulting = 0x1c0;
    state.next[0].elements[6] = -1;
    state.next[0].elements[7] = 1001;
    EXPECT_EQ(causes_of(state, {.arrays = arrays})[0].title, "Lanes 6 to 8 read outside of x, which has 1,000 elements");
    EXPECT_EQ(causes_of(state)[0].title, "Thread 8 reads far out") << "of an array whose size is not known";
    state.next.clear();
    EXPECT_EQ(causes_of(state, {.arrays = arrays})[0].title, "Thread 8 reads far out");
}

// Both hold 100: only the subscript tells which of them is the index.
TEST(DebugCauseTest, TheVariableOfAFaultIsTheOneInTheSubscript) {
    DebugState state = test::stop_at("vector_add", 1);
    state.variables = {test::whole_number("n", [](int) { return 100; }),
                       test::whole_number("i", [](int lane) { return 96 + lane; })};
    DebugAccess access = access_to({.array = "a", .line = 1, .mask = 0x1f}, [](int lane) { return 96 + lane; });
    access.column = 8;
    access.faulting = 0x10;
    state.next = {access};
    const DebugArray a{.name = "a", .address = 0x7000'0000, .bytes = 400, .element_bytes = 4};
    const std::span<const DebugArray> arrays(&a, 1);
    const auto why = [&](std::string_view text) { return causes_of(state, {.arrays = arrays, .text = text}).front().why; };
    EXPECT_TRUE(why("c[i] = a[i] + 1;").starts_with("In lane 4, i = 100. The last element of a is a[99]."))
        << why("c[i] = a[i] + 1;");
    EXPECT_TRUE(why("").starts_with("The last element of a is a[99].")) << why("");
}

TEST(DebugCauseTest, AccessesThatCostNothingAreToldTogether) {
    DebugState state = test::stop_at("vector_add", 6);
    for (const char* const array : {"a", "b", "c"})
        state.next.push_back(access_to({.array = array, .line = 6, .is_store = array[0] == 'c'}, [](int lane) { return lane; }));
    state.done = {state.next.front()};
    state.next.erase(state.next.begin());
    const std::vector<Cause> causes = causes_of(state);
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_EQ(causes[0].title, "Line 6: 3 requests, 12 sectors, every byte used");
    EXPECT_EQ(causes[0].why, "Consecutive lanes use consecutive elements, so each request of 32 lanes needs only 4 sectors.");
}

TEST(DebugCauseTest, AWarpThatIsNotFullIsTold) {
    const std::vector<Cause> causes = causes_of(test::partial_warp());
    EXPECT_EQ(causes.back().title, "Warp 3 has 4 threads: 28 of its 32 lanes are empty");
}

}  // namespace
}  // namespace warpwise::ui
