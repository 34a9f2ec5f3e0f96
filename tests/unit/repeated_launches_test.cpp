#include "program/repeated_launches.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace warpwise {
namespace {

// A kernel of two arrays that takes a second: one is read, the other written.
class RepeatedLaunchesTest : public testing::Test {
  protected:
    // Null: it was to be run, and `work` was done.
    template <typename F>
    const LaunchResult* launch(const std::string& key, F work) {
        const LaunchResult* earlier = launches.repeat(key, [this] { return parts(); }, textures);
        if (earlier != nullptr) return earlier;
        work();
        if (version != 0) ++version;
        LaunchResult result;
        result.seconds = seconds;
        result.index = ran++;
        launches.remember(key, [this] { return parts(); }, result);
        return nullptr;
    }
    std::vector<LaunchBytes> parts() {
        return {{1, std::as_writable_bytes(std::span(in)), is_set, version},
                {2, std::as_writable_bytes(std::span(out)), true, version}};
    }
    const LaunchResult* twice() {
        return launch("twice", [this] {
            for (std::size_t i = 0; i < in.size(); ++i) out[i] = 2 * in[i];
        });
    }

    RepeatedLaunches launches;
    simt::TextureTable textures;
    std::array<int, 4> in{1, 2, 3, 4}, out{};
    bool is_set = true;
    double seconds = 1;
    std::uint64_t version = 0;
    int ran = 0;
};

TEST_F(RepeatedLaunchesTest, TheThirdOfThreeEqualOnesIsARepetition) {
    EXPECT_EQ(twice(), nullptr);
    EXPECT_EQ(twice(), nullptr);
    const LaunchResult* earlier = twice();
    ASSERT_NE(earlier, nullptr);
    EXPECT_EQ(earlier->index, 1);
}

TEST_F(RepeatedLaunchesTest, MemoryIsAsTheEarlierLaunchLeftIt) {
    twice();
    out.fill(0);
    twice();
    out.fill(0);
    ASSERT_NE(twice(), nullptr);
    EXPECT_EQ(out, (std::array{2, 4, 6, 8}));
}

TEST_F(RepeatedLaunchesTest, OtherInputIsRun) {
    for (int i = 0; i < 3; ++i) twice();
    in[3] = 5;
    EXPECT_EQ(twice(), nullptr);
    EXPECT_EQ(out[3], 10);
}

TEST_F(RepeatedLaunchesTest, ALaunchThatGoesOnIsRunEachTime) {
    for (int i = 1; i <= 6; ++i) {
        EXPECT_EQ(launch("count", [this] { ++out[0]; }), nullptr);
        EXPECT_EQ(out[0], i);
    }
}

TEST_F(RepeatedLaunchesTest, ARowOfLaunchesIsRepeatedWhenItBeginsAnew) {
    const auto row = [this] {
        out.fill(0);
        int repeated = 0;
        for (int i = 0; i < 5; ++i) repeated += launch("count", [this] { ++out[0]; }) != nullptr;
        EXPECT_EQ(out[0], 5);
        return repeated;
    };
    EXPECT_EQ(row(), 0);
    EXPECT_EQ(row(), 4);  // the very first launch was not compared
    EXPECT_EQ(row(), 5);
}

TEST_F(RepeatedLaunchesTest, OtherArgumentsTexturesAndUnsetMemoryAreRun) {
    for (int i = 0; i < 2; ++i) twice();
    EXPECT_EQ(launch("other", [] {}), nullptr);
    is_set = false;
    EXPECT_EQ(twice(), nullptr);
    is_set = true;
    EXPECT_NE(twice(), nullptr);
    textures.add({});
    EXPECT_EQ(twice(), nullptr);
}

TEST_F(RepeatedLaunchesTest, ALaunchThatIsShorterThanTheComparisonIsRun) {
    seconds = 1e-12;
    for (int i = 0; i < 4; ++i) EXPECT_EQ(twice(), nullptr);
}

TEST_F(RepeatedLaunchesTest, WhatIsLookedForInVainIsNotLookedForAnyMore) {
    for (int i = 0; i < 40; ++i) {
        in[0] = i;
        twice();
    }
    const int before = ran;
    for (int i = 0; i < 3; ++i) twice();
    EXPECT_EQ(ran, before + 3);
}

TEST_F(RepeatedLaunchesTest, MemoryOfAKnownVersionIsNotReadAgain) {
    version = 1;
    for (int i = 0; i < 3; ++i) twice();
    in[0] = 100;  // unseen: the version says that nothing has changed
    EXPECT_NE(twice(), nullptr);
    EXPECT_EQ(out, (std::array{2, 4, 6, 8}));
    ++version;
    EXPECT_EQ(twice(), nullptr);
    EXPECT_EQ(out[0], 200);
}

TEST_F(RepeatedLaunchesTest, TheKeyTellsKernelsShapesAndArgumentsApart) {
    const auto argument = [](int value) {
        simt::ArgumentBytes bytes(sizeof value);
        std::memcpy(bytes.data(), &value, sizeof value);
        return std::vector<simt::ArgumentBytes>{bytes};
    };
    const LaunchShape shape{{1, 1, 1}, {32, 1, 1}, 0};
    const std::string key = RepeatedLaunches::key_of("add", shape, argument(1));
    EXPECT_EQ(key, RepeatedLaunches::key_of("add", shape, argument(1)));
    EXPECT_NE(key, RepeatedLaunches::key_of("add", shape, argument(2)));
    EXPECT_NE(key, RepeatedLaunches::key_of("sub", shape, argument(1)));
    EXPECT_NE(key, RepeatedLaunches::key_of("add", {{1, 1, 1}, {32, 1, 1}, 4}, argument(1)));
    EXPECT_NE(key, RepeatedLaunches::key_of("add", {{32, 1, 1}, {1, 1, 1}, 0}, argument(1)));
}

}  // namespace
}  // namespace warpwise
