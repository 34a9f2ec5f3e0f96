#include "program/runtime/repeated_launches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace warpwise {
namespace {

using simt::MemoryUse;

// Kernels over two arrays that are much work.
class RepeatedLaunchesTest : public testing::Test {
  protected:
    struct Uses {
        MemoryUse in = MemoryUse::read, out = MemoryUse::written;
    };
    // Null: it was to be run, and `work` was done.
    template <typename F>
    const LaunchResult* launch(const std::string& key, Uses uses, F work) {
        const LaunchMemory memory{[this] { return parts(); }, [this](std::uint64_t name) { return replaced(name); }};
        const LaunchResult* earlier = launches.repeat(key, memory, textures);
        if (earlier != nullptr) return earlier;
        work();
        LaunchResult result;
        result.bytes_of_work = bytes_of_work;
        result.index = ran++;
        result.uses = {{1, uses.in}, {2, uses.out}};
        for (const auto& [name, use] : result.uses)
            if (use == MemoryUse::written || use == MemoryUse::both) replaced(name);
        launches.remember(key, memory, result);
        return nullptr;
    }
    std::span<std::byte> bytes_of(std::vector<int>& of) const { return std::as_writable_bytes(std::span(of).first(elements)); }
    std::vector<LaunchBytes> parts() {
        return {{1, bytes_of(in), is_set, versions[0]}, {2, bytes_of(out), true, versions[1]}, {3, bytes_of(other), true, 0}};
    }
    std::uint64_t replaced(std::uint64_t name) { return has_versions ? versions.at(name - 1) = ++last_version : 0; }
    void give_versions() {
        has_versions = true;
        for (std::uint64_t name : {1, 2}) replaced(name);
    }
    const LaunchResult* twice() {
        return launch("twice", {}, [this] {
            for (std::size_t i = 0; i < in.size(); ++i) out[i] = 2 * in[i];
        });
    }
    const LaunchResult* count() {
        return launch("count", {MemoryUse::none, MemoryUse::both}, [this] { ++out[0]; });
    }

    RepeatedLaunches launches;
    simt::TextureTable textures;
    static constexpr std::size_t kMany = 100'000;  // too many to be looked at before each launch
    std::vector<int> in = std::vector(kMany, 1), out = std::vector(kMany, 0), other = out;
    std::size_t elements = kMany;
    bool is_set = true, has_versions = false;
    std::uint64_t bytes_of_work = std::uint64_t{4} << 30;
    std::array<std::uint64_t, 2> versions{};
    std::uint64_t last_version = 0;
    int ran = 0;
};

TEST_F(RepeatedLaunchesTest, TheSecondOfTwoEqualOnesIsARepetition) {
    EXPECT_EQ(twice(), nullptr);
    const LaunchResult* earlier = twice();
    ASSERT_NE(earlier, nullptr);
    EXPECT_EQ(earlier->index, 0);
    EXPECT_EQ(out, std::vector(kMany, 2));
}

TEST_F(RepeatedLaunchesTest, MemoryIsAsTheEarlierLaunchLeftIt) {
    twice();
    std::ranges::fill(out, 0);
    EXPECT_EQ(twice(), nullptr) << "before the first one it was not looked at";
    std::ranges::fill(out, 0);
    ASSERT_NE(twice(), nullptr);
    EXPECT_EQ(out, std::vector(kMany, 2));
}

TEST_F(RepeatedLaunchesTest, WhatIsSmallIsLookedAtBeforeTheFirstOneToo) {
    elements = 100;
    twice();
    std::ranges::fill(out, 0);
    ASSERT_NE(twice(), nullptr);
    EXPECT_EQ(out[99], 2);
}

TEST_F(RepeatedLaunchesTest, WhatIsOnlyWrittenMayBeAsItWasLeftAndNoOther) {
    twice();
    out[3] = 7;  // which the kernel might have left as it is
    EXPECT_EQ(twice(), nullptr);
}

TEST_F(RepeatedLaunchesTest, OtherInputIsRun) {
    for (int i = 0; i < 3; ++i) twice();
    in[3] = 5;
    EXPECT_EQ(twice(), nullptr);
    EXPECT_EQ(out[3], 10);
}

TEST_F(RepeatedLaunchesTest, MemoryThatTheLaunchDoesNotTouchMayBeAnother) {
    twice();
    std::ranges::fill(other, 3);
    EXPECT_NE(twice(), nullptr);
    EXPECT_EQ(other[0], 3);
}

TEST_F(RepeatedLaunchesTest, ALaunchThatGoesOnIsRunEachTime) {
    for (const bool with_versions : {false, true}) {
        std::ranges::fill(out, 0);
        if (with_versions) give_versions();
        launches = {};
        for (int i = 1; i <= 6; ++i) {
            EXPECT_EQ(count(), nullptr);
            EXPECT_EQ(out[0], i);
        }
    }
}

TEST_F(RepeatedLaunchesTest, ARowOfLaunchesIsRepeatedWhenItBeginsAnew) {
    const auto row = [this] {
        std::ranges::fill(out, 0);
        if (has_versions) replaced(2);
        int repeated = 0;
        for (int i = 0; i < 5; ++i) repeated += count() != nullptr;
        EXPECT_EQ(out[0], 5);
        return repeated;
    };
    for (const bool with_versions : {false, true}) {
        if (with_versions) give_versions();
        launches = {};
        EXPECT_EQ(row(), 0);
        EXPECT_EQ(row(), 4);  // the very first launch was not compared
        EXPECT_EQ(row(), 5);
    }
}

TEST_F(RepeatedLaunchesTest, OtherArgumentsTexturesAndUnsetMemoryAreRun) {
    twice();
    EXPECT_EQ(launch("other", {}, [] {}), nullptr);
    is_set = false;
    EXPECT_EQ(twice(), nullptr);
    is_set = true;
    EXPECT_NE(twice(), nullptr);
    textures.add({});
    EXPECT_EQ(twice(), nullptr);
}

TEST_F(RepeatedLaunchesTest, ALaunchThatIsShorterThanTheComparisonIsRun) {
    bytes_of_work = 1;
    for (int i = 0; i < 4; ++i) EXPECT_EQ(twice(), nullptr);
}

TEST_F(RepeatedLaunchesTest, WithVersionsAShortLaunchIsARepetitionToo) {
    bytes_of_work = 1;
    give_versions();
    EXPECT_EQ(twice(), nullptr);
    EXPECT_NE(twice(), nullptr);
    replaced(1);  // perhaps by the same values, which are not compared
    EXPECT_EQ(twice(), nullptr);
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
    give_versions();
    twice();
    in[0] = 100;  // unseen: the version says that nothing has changed
    EXPECT_NE(twice(), nullptr);
    EXPECT_EQ(out, std::vector(kMany, 2));
    replaced(1);
    EXPECT_EQ(twice(), nullptr);
    EXPECT_EQ(out[0], 200);
}

TEST_F(RepeatedLaunchesTest, AnInputThatIsCopiedAnewAndIsTheSameIsARepetition) {
    give_versions();
    twice();
    replaced(1);
    EXPECT_NE(twice(), nullptr);
    in[0] = 5;
    replaced(1);
    EXPECT_EQ(twice(), nullptr);
    EXPECT_EQ(out[0], 10);
}

TEST_F(RepeatedLaunchesTest, TheKeyTellsKernelsShapesAndArgumentsApart) {
    const auto argument = [](int value) {
        simt::ArgumentBytes bytes(sizeof value);
        std::memcpy(bytes.data(), &value, sizeof value);
        return std::vector<simt::ArgumentBytes>{bytes};
    };
    const LaunchShape shape{{1, 1, 1}, {32, 1, 1}, 0};
    const std::string key = RepeatedLaunches::key_of("add", shape, false, argument(1));
    EXPECT_EQ(key, RepeatedLaunches::key_of("add", shape, false, argument(1)));
    EXPECT_NE(key, RepeatedLaunches::key_of("add", shape, false, argument(2)));
    EXPECT_NE(key, RepeatedLaunches::key_of("add", shape, true, argument(1))) << "a cooperative launch may do more";
    EXPECT_NE(key, RepeatedLaunches::key_of("sub", shape, false, argument(1)));
    EXPECT_NE(key, RepeatedLaunches::key_of("add", {{1, 1, 1}, {32, 1, 1}, 4}, false, argument(1)));
    EXPECT_NE(key, RepeatedLaunches::key_of("add", {{32, 1, 1}, {1, 1, 1}, 0}, false, argument(1)));
}

}  // namespace
}  // namespace warpwise
