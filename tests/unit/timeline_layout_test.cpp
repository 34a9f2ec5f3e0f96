// The timeline's window over time and what it says of overlap.
#include "ui/timing/timeline_layout.h"

#include <gtest/gtest.h>

namespace warpwise::ui {
namespace {

// Two chunks on two streams: the second copy in runs beside the first kernel.
const std::vector<StreamSpan> overlapped{{"copy_in", 0, 0, 0, 2}, {"kernel", 0, 0, 2, 4}, {"copy_out", 0, 0, 4, 5},
                                         {"copy_in", 3, 1, 2, 4}, {"kernel", 3, 1, 4, 6}, {"copy_out", 3, 1, 6, 7}};

TEST(Timeline, TheWholeGoesFromTheFirstBeginToTheLastEnd) {
    EXPECT_EQ(whole_of(overlapped), (TimeWindow{0, 7}));
    EXPECT_EQ(whole_of({}), (TimeWindow{0, 1}));
    const std::vector<StreamSpan> instant{{"kernel", 0, 0, 1, 1}};
    EXPECT_GT(whole_of(instant).length(), 0);
}

TEST(Timeline, ZoomKeepsTheMomentUnderTheMouse) {
    const TimeWindow whole{0, 10}, near = zoomed(whole, whole, 4, 0.5);
    EXPECT_DOUBLE_EQ(near.length(), 5);
    EXPECT_DOUBLE_EQ((4 - near.begin_ms) / near.length(), 0.4);
    EXPECT_EQ(zoomed(near, whole, 4, 100), whole);                     // never beyond the whole
    EXPECT_NEAR(zoomed(whole, whole, 4, 1e-9).length(), 0.01, 1e-12);  // nor nearer than a thousandth
}

TEST(Timeline, PanStopsAtTheEnds) {
    const TimeWindow whole{0, 10};
    EXPECT_EQ(panned({2, 4}, whole, 3), (TimeWindow{5, 7}));
    EXPECT_EQ(panned({2, 4}, whole, -30), (TimeWindow{0, 2}));
    EXPECT_EQ(panned({2, 4}, whole, 30), (TimeWindow{8, 10}));
}

TEST(Timeline, OverlapIsWhatTheWorkExceedsTheLength) {
    const Overlap overlap = overlap_of(overlapped);
    EXPECT_EQ(overlap.chunks, 2u);
    EXPECT_EQ(overlap.streams, 2u);
    EXPECT_EQ(overlap.work_ms, 10);
    EXPECT_EQ(overlap.length_ms, 7);
    EXPECT_TRUE(overlap.is_seen());
    EXPECT_EQ(overlap_text(overlap),
              "2 chunks on 2 streams: 7 ms from first to last; the operations, some at the same time, add up to 10 ms");
    EXPECT_EQ(streams_of(overlapped), (std::vector<int>{0, 3}));
}

TEST(Timeline, OneAfterTheOtherIsNoOverlap) {
    const std::vector<StreamSpan> serial{{"copy_in", 0, 0, 0, 1}, {"kernel", 0, 0, 1, 3}, {"copy_out", 0, 0, 3, 4}};
    EXPECT_FALSE(overlap_of(serial).is_seen());
    EXPECT_EQ(overlap_text(overlap_of(serial)), "1 chunk on 1 stream: 4 ms, one operation after the other");
    EXPECT_EQ(operation_label("copy_in"), "copy in");
}

}  // namespace
}  // namespace warpwise::ui
