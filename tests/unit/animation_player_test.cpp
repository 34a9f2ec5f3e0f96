// The player gives the pictures of the animation it plays, in their order, and stops when it is told to.
#include "experiment/picture/animation_player.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <functional>
#include <thread>

namespace warpwise {
namespace {

using namespace std::chrono_literals;

Lesson heat() {
    auto lesson = load_lesson(WARPWISE_SOURCE_DIR "/lessons/35_heat");
    EXPECT_TRUE(lesson);
    return lesson ? *lesson : Lesson();
}

ExperimentRequest on(DeviceKind device) {
    ExperimentRequest request;
    request.device = device;
    request.kernel = "two_arrays";
    request.parameters = {{"width", std::int64_t{70}}, {"height", std::int64_t{33}}};
    return request;
}

// The next picture; nothing when none comes in ten seconds.
std::optional<AnimationPlayer::Picture> next_picture(AnimationPlayer& player) {
    for (int i = 0; i < 10'000; ++i) {
        if (auto picture = player.poll()) return picture;
        std::this_thread::sleep_for(1ms);
    }
    return std::nullopt;
}

std::optional<AnimationPlayer::Picture> picture_where(AnimationPlayer& player,
                                                      const std::function<bool(const AnimationPlayer::Picture&)>& wanted) {
    while (auto picture = next_picture(player))
        if (wanted(*picture)) return picture;
    return std::nullopt;
}

Array stepped(const Lesson& lesson, std::uint64_t steps) {
    DeviceSet devices;
    auto animation = Animation::make(lesson, on(DeviceKind::cpu_serial), devices);
    EXPECT_TRUE(animation && animation->step(steps));
    return animation->state();
}

bool same(const Array& a, const Array& b) {
    return a.size_bytes() == b.size_bytes() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

class Player : public ::testing::Test {
  protected:
    Lesson lesson = heat();
    DeviceSet devices;
};

TEST_F(Player, PlaysTheStepsOfTheSerialRoutine) {
    for (const DeviceKind device : {DeviceKind::cpu_threads, DeviceKind::emulated}) {
        AnimationPlayer player(devices);
        player.start(lesson, on(device));
        const auto first = next_picture(player);
        ASSERT_TRUE(first) << name_of(device);
        EXPECT_EQ(first->steps, 0u);
        player.set_steps_per_frame(3);
        player.play();
        for (std::uint64_t frame = 1; frame <= 4; ++frame) {
            const auto picture = next_picture(player);
            ASSERT_TRUE(picture);
            EXPECT_EQ(picture->frames, frame);
            EXPECT_EQ(picture->steps, 3 * frame);
            EXPECT_TRUE(same(picture->state(), stepped(lesson, 3 * frame))) << name_of(device) << ", frame " << frame;
        }
    }
}

TEST_F(Player, WaitsUntilItsPictureIsTaken) {
    AnimationPlayer player(devices);
    player.start(lesson, on(DeviceKind::cpu_serial));
    ASSERT_TRUE(next_picture(player));
    player.play();
    std::this_thread::sleep_for(50ms);
    const auto picture = next_picture(player);
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->frames, 1u);
}

TEST_F(Player, PausesStepsAndResets) {
    AnimationPlayer player(devices);
    player.start(lesson, on(DeviceKind::cpu_serial));
    ASSERT_TRUE(next_picture(player));
    player.play();
    ASSERT_TRUE(picture_where(player, [](const auto& p) { return p.frames >= 3; }));
    player.pause();
    EXPECT_FALSE(player.playing());
    std::this_thread::sleep_for(50ms);
    player.poll();  // the one that was under way
    std::this_thread::sleep_for(50ms);
    EXPECT_FALSE(player.poll());

    player.reset();
    const auto start = picture_where(player, [](const auto& p) { return p.steps == 0; });
    ASSERT_TRUE(start);
    EXPECT_TRUE(same(start->state(), stepped(lesson, 0)));
    player.step();
    const auto one = next_picture(player);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->steps, 1u);
    EXPECT_TRUE(same(one->state(), stepped(lesson, 1)));
    EXPECT_FALSE(player.playing());
}

TEST_F(Player, PaintsWhilePaused) {
    AnimationPlayer player(devices);
    player.start(lesson, on(DeviceKind::cpu_serial));
    ASSERT_TRUE(next_picture(player));
    player.paint({.x = 1, .y = 1, .width = 70, .radius = 1, .value = 9});
    const auto painted = next_picture(player);
    ASSERT_TRUE(painted);
    EXPECT_EQ(painted->steps, 0u);
    EXPECT_EQ(painted->state().value(71), 9);
    EXPECT_NE(painted->state().value(75), 9);
}

TEST_F(Player, StartsAnewAndStopsInTheMiddleOfAStep) {
    AnimationPlayer player(devices);
    ExperimentRequest endless = on(DeviceKind::emulated);
    endless.edited_source =
        "__global__ void heat_step(float* now, float* next, int width, int height, float rate) {"
        " for (int i = 1; i != 0; i += 2) next[0] += 1; }";
    player.start(lesson, endless);
    ASSERT_TRUE(next_picture(player));
    player.play();
    std::this_thread::sleep_for(50ms);
    player.start(lesson, on(DeviceKind::cpu_serial));
    const auto picture = next_picture(player);
    ASSERT_TRUE(picture) << "the endless step went on";
    EXPECT_TRUE(same(picture->state(), stepped(lesson, 0)));
    player.start(lesson, endless);
    ASSERT_TRUE(next_picture(player));
    player.play();  // the player goes while it steps: the test ends only when it stops
    std::this_thread::sleep_for(20ms);
}

TEST_F(Player, AFaultEndsItWithItsReason) {
    AnimationPlayer player(devices);
    ExperimentRequest beyond = on(DeviceKind::emulated);
    beyond.edited_source =
        "__global__ void heat_step(float* now, float* next, int width, int height, float rate) { next[width * height] = 1; }";
    player.start(lesson, beyond);
    ASSERT_TRUE(next_picture(player));
    player.play();
    for (int i = 0; i < 10'000 && !player.error(); ++i) {
        player.poll();
        std::this_thread::sleep_for(1ms);
    }
    ASSERT_TRUE(player.error());
    EXPECT_FALSE(player.playing());
}

}  // namespace
}  // namespace warpwise
