// The particles' routine and fills: every form agrees, what physics keeps is kept, and the same seed gives the same galaxies.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "device/cpu/routines.h"
#include "experiment/picture/animation.h"
#include "experiment/run/inputs.h"
#include "unit/small_lesson.h"

namespace warpwise {
namespace {
using test::scalar;

struct Cloud {
    Array now, next, velocity;
};

Cloud galaxies(std::int64_t n, std::uint64_t seed = 1) {
    Cloud cloud{Array::make(DType::f32, {n, 4}).value(), Array::make(DType::f32, {n, 4}).value(),
                Array::make(DType::f32, {n, 4}).value()};
    EXPECT_TRUE(fill_array(cloud.now, "galaxies", seed, 0));
    EXPECT_TRUE(fill_array(cloud.velocity, "galaxies_velocity", seed, 2));
    return cloud;
}

Cloud stepped(RoutineFunction routine, Cloud cloud, double dt, double softening, int threads = 0) {
    std::vector<KernelArgument> arguments(3);
    arguments[0].array = &cloud.now;
    arguments[1].array = &cloud.next;
    arguments[2].array = &cloud.velocity;
    for (const double value : {static_cast<double>(cloud.now.shape()[0]), dt, softening}) arguments.push_back(scalar(value));
    routine({arguments, {}, threads});
    return cloud;
}

// Sum of mass times the first three of a row, for `axis`.
double moment(const Cloud& cloud, const Array& rows, std::size_t axis) {
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); i += 4) sum += cloud.now.value(i + 3) * rows.value(i + axis);
    return sum;
}

void expect_near(const Array& a, const Array& b, double tolerance) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a.value(i), b.value(i), tolerance) << "element " << i;
}

// 16 lanes and a rest, fewer than the lanes, and enough for two threads.
TEST(Particles, EveryFormOfTheRoutineAgrees) {
    const Routine& routine = *find_routine("particles_step");
    for (const std::int64_t n : {1, 7, 16, 100, 1030}) {
        const Cloud start = galaxies(n), serial = stepped(routine.serial, start, 0.02, 0.05);
        for (const Cloud& other : {stepped(routine.vector, start, 0.02, 0.05), stepped(routine.threads, start, 0.02, 0.05, 2)}) {
            expect_near(serial.next, other.next, 2e-6);
            expect_near(serial.velocity, other.velocity, 2e-5);
        }
    }
}

TEST(Particles, TwoOfThemPullEachOtherByTheLaw) {
    Cloud cloud = galaxies(2);
    const float places[8] = {0, 0, 0, 2, 3, 0, 0, 8};
    std::memcpy(cloud.now.data(), places, sizeof places);
    std::memset(cloud.velocity.data(), 0, cloud.velocity.size_bytes());
    for (const RoutineFunction form : {find_routine("particles_step")->serial, find_routine("particles_step")->vector}) {
        const Cloud after = stepped(form, cloud, 0.5, 1e-3);
        EXPECT_NEAR(after.velocity.value(0), 0.5 * 8 / 9, 1e-5);
        EXPECT_NEAR(after.velocity.value(4), -0.5 * 2 / 9, 1e-5);
        EXPECT_NEAR(after.next.value(0), 0.25 * 8 / 9, 1e-5);
        EXPECT_EQ(after.next.value(3), 2);
    }
}

TEST(Particles, MomentumIsKept) {
    Cloud cloud = galaxies(600);
    const double before[3] = {moment(cloud, cloud.velocity, 0), moment(cloud, cloud.velocity, 1), moment(cloud, cloud.velocity, 2)};
    for (int i = 0; i < 20; ++i) {
        cloud = stepped(find_routine("particles_step")->vector, cloud, 0.01, 0.05);
        std::swap(cloud.now, cloud.next);
    }
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(moment(cloud, cloud.velocity, axis), before[axis], 1e-4);
}

// Two discs: two heavy centres, masses that add up, a centre of mass near the origin, and no two seeds alike.
TEST(Galaxies, AreTwoDiscsOfTheSameMassForEverySize) {
    for (const std::int64_t n : {4, 1000, 4096}) {
        const Cloud cloud = galaxies(n);
        double mass = 0;
        int heavy = 0;
        for (std::size_t i = 3; i < cloud.now.size(); i += 4) {
            mass += cloud.now.value(i);
            heavy += cloud.now.value(i) > 0.3;
        }
        EXPECT_NEAR(mass, 1.5, 1e-3) << n;
        EXPECT_EQ(heavy, 2) << n;
    }
    const Cloud cloud = galaxies(4096);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(moment(cloud, cloud.now, axis), 0, 0.02);
        EXPECT_NEAR(moment(cloud, cloud.velocity, axis), 0, 0.02);
    }
}

TEST(Galaxies, TheSeedDecidesAndTheArgumentsPlaceDoesNot) {
    Array a = Array::make(DType::f32, {64, 4}).value(), b = Array::make(DType::f32, {64, 4}).value();
    ASSERT_TRUE(fill_array(a, "galaxies", 5, 0));
    ASSERT_TRUE(fill_array(b, "galaxies", 5, 3));
    EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size_bytes()), 0);
    ASSERT_TRUE(fill_array(b, "galaxies", 6, 0));
    EXPECT_NE(std::memcmp(a.data(), b.data(), a.size_bytes()), 0);
}

TEST(Galaxies, NeedRowsOfFourFloats) {
    Array flat = Array::make(DType::f32, {64}).value(), bytes = Array::make(DType::u8, {16, 4}).value();
    EXPECT_FALSE(fill_array(flat, "galaxies", 1, 0));
    EXPECT_FALSE(fill_array(bytes, "galaxies_velocity", 1, 0));
}

// The places change places, the velocities are updated where they stand; the view gets both.
TEST(Particles, AnAnimationStepsBothArraysAndShowsThem) {
    DeviceSet devices;
    auto lesson = load_lesson(WARPWISE_SOURCE_DIR "/lessons/37_particles");
    ASSERT_TRUE(lesson) << text_of(lesson.error());
    ExperimentRequest request;
    request.kernel = "tiled";
    request.parameters["n"] = std::int64_t{100};
    Cloud expected = galaxies(100);
    for (int i = 0; i < 3; ++i) {
        expected = stepped(find_routine("particles_step")->serial, expected, 0.005, 0.05);
        std::swap(expected.now, expected.next);
    }
    for (const DeviceKind device : {DeviceKind::cpu_serial, DeviceKind::emulated}) {
        request.device = device;
        auto animation = Animation::make(*lesson, request, devices);
        ASSERT_TRUE(animation) << animation.error().text();
        ASSERT_TRUE(animation->step(3));
        const std::vector<Array> shown = animation->shown();
        ASSERT_EQ(shown.size(), 2u);
        EXPECT_EQ(shown[0].name, "now");
        EXPECT_EQ(shown[1].name, "velocity");
        expect_near(shown[0], expected.now, 2e-5);
        expect_near(shown[1], expected.velocity, 2e-4);
    }
}

TEST(Particles, AnAnimationGoesOnFromPlacesAndVelocities) {
    DeviceSet devices;
    const auto lesson = load_lesson(WARPWISE_SOURCE_DIR "/lessons/37_particles");
    ASSERT_TRUE(lesson);
    ExperimentRequest request;
    request.device = DeviceKind::cpu_serial;
    request.parameters = {{"n", std::int64_t{100}}, {"dt", 0.05}};
    auto first = Animation::make(*lesson, request, devices), second = Animation::make(*lesson, request, devices);
    ASSERT_TRUE(first && second && first->step(3));
    const std::vector<Array> shown = first->shown();
    ASSERT_EQ(shown.size(), 2u);
    ASSERT_TRUE(second->load(shown));
    ASSERT_TRUE(first->step(2) && second->step(2));
    for (std::size_t i = 0; i < shown.size(); ++i)
        EXPECT_EQ(std::memcmp(first->shown()[i].data(), second->shown()[i].data(), shown[i].size_bytes()), 0) << shown[i].name;
    EXPECT_FALSE(second->load(std::vector<Array>{shown[0], Array::make(DType::f32, {99, 4}).value()}));
}

}  // namespace
}  // namespace warpwise
