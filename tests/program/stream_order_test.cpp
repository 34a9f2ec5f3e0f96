// What orders what: the rules of the CUDA C++ Programming Guide (streams, the legacy default stream, events) and of the reference's
// "Stream synchronization behavior", as a table.
#include "program/runtime/stream_order.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "program/runtime/flights.h"

namespace warpwise {
namespace {

// Streams: "0" is the legacy default stream, "a", "b" and "c" are blocking, "n" and "m" do not block. A step is
//   work S N     the stream is given work, which is called N
//   record E S   cudaEventRecord
//   wait S E     cudaStreamWaitEvent
//   sync S, sync E, sync     the host waits for a stream, an event, everything
//   destroy S    cudaStreamDestroy
class Script {
  public:
    Script() {
        for (const char* name : {"a", "b", "c"}) streams_[name] = order.add(true);
        for (const char* name : {"n", "m"}) streams_[name] = order.add(false);
        streams_["0"] = StreamOrder::kLegacy;
    }
    void run(const std::string& text) {
        std::istringstream steps(text);
        for (std::string step; std::getline(steps, step, ';');) {
            std::istringstream words(step);
            std::string what, first, second;
            words >> what >> first >> second;
            if (what == "work") works_[second] = order.begin(streams_.at(first));
            if (what == "record") events_[first] = order.record(streams_.at(second));
            if (what == "wait") order.wait(streams_.at(first), events_[second]);
            if (what == "destroy") order.remove(streams_.at(first));
            if (what != "sync") continue;
            if (first.empty()) {
                order.host_waits_for_all();
            } else if (const auto event = events_.find(first); event != events_.end()) {
                order.host_waits_for(event->second);
            } else {
                order.host_waits_for(streams_.at(first));
            }
        }
    }
    // Whether the later of two works, the last of its stream, comes after the other.
    bool is_ordered(const std::string& earlier, const std::string& later) const {
        return order.is_before(works_.at(earlier), works_.at(later).stream);
    }
    bool is_done(const std::string& work) const { return order.is_done(works_.at(work)); }

    StreamOrder order;

  private:
    std::map<std::string, StreamOrder::Stream> streams_;
    std::map<std::string, StreamOrder::Moment> events_;
    std::map<std::string, StreamOrder::Work> works_;
};

struct Row {
    const char* rule;
    const char* steps;
    bool is_ordered;  // the work "two" after the work "one"
};

const Row kRows[] = {
    {"work of one stream comes in its order", "work a one; work a two", true},
    {"two streams are not ordered", "work a one; work b two", false},
    {"two that do not block are not ordered", "work n one; work m two", false},
    {"the legacy stream comes after earlier work of blocking streams", "work a one; work 0 two", true},
    {"... and before later work of theirs", "work 0 one; work a two", true},
    {"... and so orders two of them, when it has work between theirs", "work a one; work 0 x; work b two", true},
    {"the legacy stream does not wait for a stream that does not block", "work n one; work 0 two", false},
    {"... nor does such a stream wait for it", "work 0 one; work n two", false},
    {"... and it does not order one with a blocking stream", "work n one; work 0 x; work a two", false},
    {"an event orders what came before it", "work a one; record e a; wait b e; work b two", true},
    {"... and not what comes after it", "record e a; work a one; wait b e; work b two", false},
    {"... nor work that was given before the wait", "work a one; record e a; work b two; wait c e", false},
    {"an event that was never recorded orders nothing", "work a one; wait b e; work b two", false},
    {"an event that is recorded again stands for the later time", "record e a; work a one; record e a; wait b e; work b two", true},
    {"a wait is for the event as it is at that time", "record e a; wait b e; work a one; record e a; work b two", false},
    {"events order streams that do not block, too", "work n one; record e n; wait m e; work m two", true},
    {"order is passed on from stream to stream", "work a one; record e a; wait b e; work b x; record f b; wait c f; work c two",
     true},
    {"... by a wait without work, too", "work a one; record e a; wait b e; record f b; wait c f; work c two", true},
    {"an event in the legacy stream comes after blocking streams", "work a one; record e 0; wait n e; work n two", true},
    {"an event in a blocking stream comes after the legacy stream", "work 0 one; record e a; wait n e; work n two", true},
    {"an event in a stream that does not block does not", "work 0 one; record e n; wait m e; work m two", false},
    {"the legacy stream that waits for an event passes it on", "work n one; record e n; wait 0 e; work a two", true},
    {"what the host has waited for comes before all that it asks for later", "work a one; sync a; work b two", true},
    {"... by an event", "work a one; record e a; sync e; work b two", true},
    {"... by the device", "work a one; sync; work n two", true},
    {"a wait for another stream orders nothing", "work a one; sync b; work c two", false},
    {"a wait for an event leaves later work of its stream", "record e a; work a one; sync e; work b two", false},
    {"a wait for a stream is one for what it came after", "work a one; record e a; wait b e; work b x; sync b; work c two", true},
    {"a wait for the legacy stream is one for blocking streams", "work a one; sync 0; work n two", true},
    {"... and not for the others", "work n one; sync 0; work a two", false},
    {"a stream that was destroyed is still not ordered", "work a one; destroy a; work b two", false},
    {"... until the device is waited for", "work a one; destroy a; sync; work b two", true},
};

class WhatOrdersWhat : public testing::TestWithParam<Row> {};

TEST_P(WhatOrdersWhat, AsCudaSays) {
    Script script;
    script.run(GetParam().steps);
    EXPECT_EQ(script.is_ordered("one", "two"), GetParam().is_ordered) << GetParam().rule << ": " << GetParam().steps;
}

INSTANTIATE_TEST_SUITE_P(All, WhatOrdersWhat, testing::ValuesIn(kRows),
                         [](const auto& test) { return "Rule" + std::to_string(test.index + 1); });

TEST(StreamOrder, KnowsWhatTheHostHasWaitedFor) {
    Script script;
    script.run("work a one; record e a; work a two; work n three; sync e");
    EXPECT_TRUE(script.is_done("one"));
    EXPECT_FALSE(script.is_done("two"));
    EXPECT_FALSE(script.is_done("three"));
    script.run("sync a");
    EXPECT_TRUE(script.is_done("two"));
    EXPECT_FALSE(script.is_done("three"));
    script.run("sync");
    EXPECT_TRUE(script.is_done("three"));
}

TEST(StreamOrder, ForgetsStreamsThatWereDestroyedAndWaitedFor) {
    StreamOrder order;
    for (int i = 0; i < 10'000; ++i) {
        const auto stream = order.add(i % 2 == 0);
        order.begin(stream);
        order.begin(StreamOrder::kLegacy);
        order.host_waits_for(stream);
        order.remove(stream);
    }
    EXPECT_LE(order.size(), 2u);
}

Flight flight(StreamOrder::Work work, std::uint64_t first, std::uint64_t end, bool is_write) {
    return {work, ByteRows::range(first, end), is_write, "cudaMemcpyAsync", {}};
}

TEST(Flights, ConflictOnlyWhereRangesOverlapAndOneWrites) {
    StreamOrder order;
    const auto a = order.add(true), b = order.add(true);
    Flights flights;
    flights.add(flight(order.begin(a), 100, 200, true));
    flights.add(flight(order.begin(a), 300, 400, false));
    order.begin(b);
    EXPECT_NE(flights.conflict(order, b, ByteRows::range(199, 250), false), nullptr);
    EXPECT_EQ(flights.conflict(order, b, ByteRows::range(200, 250), true), nullptr);
    EXPECT_EQ(flights.conflict(order, b, ByteRows::range(300, 400), false), nullptr) << "both read";
    EXPECT_NE(flights.conflict(order, b, ByteRows::range(300, 400), true), nullptr);
    EXPECT_EQ(flights.conflict(order, a, ByteRows::range(100, 200), true), nullptr) << "one stream";
    EXPECT_EQ(flights.unordered(order, b).size(), 2u);
    order.host_waits_for(a);
    flights.drop_done(order);
    EXPECT_EQ(flights.size(), 0u);
}

TEST(Flights, AreBoundedInAProgramThatNeverWaits) {
    StreamOrder order;
    const auto a = order.add(true);
    Flights flights;
    for (std::uint64_t i = 0; i < 100'000; ++i) {
        flights.add(flight(order.begin(a), 100, 200, true));  // again and again the same range
        flights.add(flight(order.begin(a), i * 1000, i * 1000 + 8, false));
    }
    EXPECT_LE(flights.size(), Flights::kMost);
}

}  // namespace
}  // namespace warpwise
