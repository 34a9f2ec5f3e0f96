// An animation is its kernel, step by step: the same state as that many calls of the CPU routine.
#include "experiment/picture/animation.h"

#include <gtest/gtest.h>

#include <cstring>

#include "device/cpu/routines.h"
#include "experiment/run/inputs.h"
#include "unit/small_lesson.h"

namespace warpwise {
namespace {
using test::plate;
using test::scalar;

// The plain loop: call, swap, call again.
Array stepped_by_hand(std::int64_t width, std::int64_t height, int steps) {
    Array now = Array::make(DType::f32, {height, width}).value(), next = Array::make(DType::f32, {height, width}).value();
    EXPECT_TRUE(fill_array(now, "uniform", 1, 0));
    for (int i = 0; i < steps; ++i) {
        std::vector<KernelArgument> arguments(2);
        arguments[0].array = &now;
        arguments[1].array = &next;
        for (const double value : {static_cast<double>(width), static_cast<double>(height), 0.2})
            arguments.push_back(scalar(value));
        find_routine("heat_step")->serial({arguments, {}, 1});
        std::swap(now, next);
    }
    return now;
}

bool same_elements(const Array& a, const Array& b) {
    return a.size_bytes() == b.size_bytes() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

ExperimentRequest running_on(DeviceKind device) {
    ExperimentRequest request;
    request.device = device;
    return request;
}

TEST(Animation, ManyStepsAreAsManyCallsOfTheRoutine) {
    DeviceSet devices;
    const Lesson lesson = plate(70, 33);
    const Array start = stepped_by_hand(70, 33, 0), expected = stepped_by_hand(70, 33, 25);
    ASSERT_FALSE(same_elements(start, expected));
    for (const DeviceKind device :
         {DeviceKind::cpu_serial, DeviceKind::cpu_vector, DeviceKind::cpu_threads, DeviceKind::emulated}) {
        auto animation = Animation::make(lesson, running_on(device), devices);
        ASSERT_TRUE(animation) << animation.error().text();
        EXPECT_TRUE(same_elements(animation->state(), start)) << name_of(device);
        ASSERT_TRUE(animation->step(24));
        ASSERT_TRUE(animation->step());
        EXPECT_EQ(animation->steps_done(), 25u);
        EXPECT_TRUE(same_elements(animation->state(), expected)) << name_of(device);
        EXPECT_EQ(animation->state().name, "now");
        ASSERT_TRUE(animation->reset());
        EXPECT_EQ(animation->steps_done(), 0u);
        EXPECT_TRUE(same_elements(animation->state(), start)) << name_of(device);
    }
}

TEST(Animation, PaintFillsADiscAndStaysInside) {
    DeviceSet devices;
    const Lesson lesson = plate(20, 10);
    auto animation = Animation::make(lesson, running_on(DeviceKind::cpu_serial), devices);
    ASSERT_TRUE(animation) << animation.error().text();
    animation->paint(0, 0, 2, 20, 5);
    animation->paint(100, -100, 3, 20, 7);
    int painted = 0;
    for (std::size_t i = 0; i < animation->state().size(); ++i) {
        EXPECT_NE(animation->state().value(i), 7);
        painted += animation->state().value(i) == 5;
    }
    EXPECT_EQ(painted, 6);  // a quarter of the disc: three, two and one cells
}

TEST(Animation, WhatCannotMoveSaysWhy) {
    DeviceSet devices;
    Lesson lesson = plate(20, 10);
    lesson.views[0].options["swap"] = "now; later";
    auto unknown = Animation::make(lesson, running_on(DeviceKind::cpu_serial), devices);
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().message.find("later"), std::string::npos);
    lesson.views[0].options["swap"] = "now";
    EXPECT_FALSE(Animation::make(lesson, running_on(DeviceKind::cpu_serial), devices));
    lesson.views.clear();
    EXPECT_FALSE(declared_animation(lesson));
    EXPECT_FALSE(Animation::make(lesson, running_on(DeviceKind::cpu_serial), devices));
}

TEST(Animation, AFaultLeavesTheStateOfBefore) {
    DeviceSet devices;
    const Lesson lesson = plate(40, 8);
    ExperimentRequest request = running_on(DeviceKind::emulated);
    request.edited_source =
        "__global__ void heat_step(const float* now, float* next, int width, int height, float rate) { next[width * height] = 1; }";
    auto animation = Animation::make(lesson, request, devices);
    ASSERT_TRUE(animation) << animation.error().text();
    const Array before = animation->state();
    const auto stepped = animation->step();
    ASSERT_FALSE(stepped);
    EXPECT_EQ(animation->steps_done(), 0u);
    EXPECT_TRUE(same_elements(animation->state(), before));
}

TEST(Animation, KernelsWithOtherArraysHaveAPairOfTheirOwn) {
    const auto lesson = load_lesson(WARPWISE_SOURCE_DIR "/lessons/36_life");
    ASSERT_TRUE(lesson);
    DeviceSet devices;
    for (const DeviceKind device : {DeviceKind::cpu_vector, DeviceKind::emulated}) {
        ExperimentRequest bytes, bits;
        bytes.device = bits.device = device;
        bytes.kernel = "bytes";
        bits.kernel = "bits";
        bytes.parameters = bits.parameters = {{"words", std::int64_t{3}}, {"height", std::int64_t{40}}};
        auto cells = Animation::make(*lesson, bytes, devices), words = Animation::make(*lesson, bits, devices);
        ASSERT_TRUE(cells) << cells.error().text();
        ASSERT_TRUE(words) << words.error().text();
        // A cell turned on in both: (40, 2) is bit 8 of the second word in row 2.
        cells->paint(40, 2, 0, 96, 1);
        words->paint(40, 2, 0, 96, 1);
        EXPECT_TRUE((words->state().as<std::uint32_t>()[7] >> 8) & 1);
        ASSERT_TRUE(cells->step(10) && words->step(10));
        for (std::size_t i = 0; i < cells->state().size(); ++i)
            ASSERT_EQ(cells->state().value(i), (words->state().as<std::uint32_t>()[i / 32] >> (i % 32)) & 1) << i;
    }
}

TEST(Animation, GoesOnFromAStateThatFits) {
    const Lesson lesson = plate(20, 10);
    DeviceSet devices;
    ExperimentRequest request;
    request.device = DeviceKind::cpu_serial;
    auto first = Animation::make(lesson, request, devices), second = Animation::make(lesson, request, devices);
    ASSERT_TRUE(first && second && first->step(3));
    ASSERT_TRUE(second->load({&first->state(), 1}));
    EXPECT_EQ(second->steps_done(), 0u);
    ASSERT_TRUE(first->step(2) && second->step(2));
    EXPECT_EQ(std::memcmp(first->state().data(), second->state().data(), first->state().size_bytes()), 0);
    for (const Array& other : {Array::make(DType::f32, {10, 21}).value(), Array::make(DType::i32, {10, 20}).value()})
        EXPECT_FALSE(second->load({&other, 1}));
    EXPECT_FALSE(second->load(std::vector<Array>{first->state(), first->state()})) << "one more than the view shows";
}

}  // namespace
}  // namespace warpwise
