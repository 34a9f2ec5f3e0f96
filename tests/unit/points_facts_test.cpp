// The camera of the points view, what lies under the mouse, and whose thread it is.
#include "ui/picture/points_facts.h"

#include <gtest/gtest.h>

#include <numbers>

namespace warpwise::ui {
namespace {

constexpr float width = 400, height = 300;

gl::OrbitCamera from_the_front() {
    gl::OrbitCamera camera;
    camera.yaw = 0;
    camera.pitch = 0;
    camera.distance = 4;
    return camera;
}

TEST(OrbitCamera, TheTargetIsInTheMiddleAndZIsUp) {
    const gl::Projection view(from_the_front(), width, height);
    const auto middle = view.of({0, 0, 0}), above = view.of({0, 0, 1}), right = view.of({1, 0, 0});
    ASSERT_TRUE(middle && above && right);
    EXPECT_NEAR(middle->x, 200, 1e-3);
    EXPECT_NEAR(middle->y, 150, 1e-3);
    EXPECT_NEAR(middle->depth, 4, 1e-5);
    EXPECT_LT(above->y, middle->y);
    EXPECT_NEAR(above->x, middle->x, 1e-3);
    EXPECT_GT(right->x, middle->x);
    // The picture's upper edge lies 22.5 degrees above its middle.
    EXPECT_NEAR(view.of({0, 0, 4 * gl::OrbitCamera::kTangentOfHalfView})->y, 0, 1e-2);
    EXPECT_FALSE(view.of({0, -5, 0})) << "behind the eye";
}

TEST(OrbitCamera, DragsMoveWhatTheMouseHolds) {
    gl::OrbitCamera camera = from_the_front();
    camera.turn(40, 0, height);
    // What lies in front of the target follows the mouse to the right.
    EXPECT_GT(gl::Projection(camera, width, height).of({0, -1, 0})->x, 200);
    camera = from_the_front();
    camera.turn(0, 30, height);
    EXPECT_GT(gl::Projection(camera, width, height).of({0, -1, 0})->y, 150);
    camera.turn(0, 1e6f, height);
    EXPECT_LT(camera.pitch, std::numbers::pi_v<float> / 2) << "it does not fall over the pole";

    camera = from_the_front();
    camera.pan(25, -10, height);
    const auto moved = gl::Projection(camera, width, height).of({0, 0, 0});
    EXPECT_NEAR(moved->x, 225, 0.1);
    EXPECT_NEAR(moved->y, 140, 0.1);
    camera.zoom(2);
    EXPECT_FLOAT_EQ(camera.distance, 2);
    camera.zoom(0);
    EXPECT_FLOAT_EQ(camera.distance, 2);
}

TEST(ParticleAt, IsTheNearestWithinReach) {
    const std::vector<float> places{0, 0, 0, 1, 0.1f, 0, 0, 1, 0, -9, 0, 1};
    const gl::Projection view(from_the_front(), width, height);
    const float second = view.of({0.1f, 0, 0})->x;
    EXPECT_EQ(particle_at(places, view, 201, 150, 8), 0);
    EXPECT_EQ(particle_at(places, view, second, 151, 8), 1);
    EXPECT_FALSE(particle_at(places, view, 300, 150, 8));
    EXPECT_FALSE(particle_at({}, view, 200, 150, 8));
}

Lesson lesson_of_points(std::map<std::string, std::string> options) {
    Lesson lesson;
    ArraySpec places;
    places.id = "places";
    places.dtype = "f32";
    places.shape = {"n", "4"};
    ArraySpec flat = places;
    flat.id = "flat";
    flat.shape = {"n"};
    lesson.arrays = {places, flat};
    lesson.views.push_back({"points", std::move(options)});
    return lesson;
}

TEST(PointsSpec, FormulasAreEvaluated) {
    const Lesson lesson = lesson_of_points({{"array", "places"}, {"values", "places"}, {"high", "n / 4"}, {"pitch", "90"}});
    const auto spec = points_spec(lesson, lesson.views[0], {{"n", std::int64_t{20}}});
    ASSERT_TRUE(spec) << spec.error().text();
    EXPECT_EQ(spec->high, 5);
    EXPECT_LT(spec->camera.pitch, 1.55f);
    EXPECT_EQ(spec->vectors, "places");
}

TEST(PointsSpec, WhatDoesNotFitIsSaid) {
    for (const auto& [option, value] :
         {std::pair{"array", "flat"}, {"array", "nowhere"}, {"values", "flat"}, {"palette", "rainbow"}, {"distance", "far"}}) {
        std::map<std::string, std::string> options{{"array", "places"}};
        options[option] = value;
        const Lesson lesson = lesson_of_points(options);
        const auto spec = points_spec(lesson, lesson.views[0], {{"n", std::int64_t{20}}});
        ASSERT_FALSE(spec) << option;
        EXPECT_NE(spec.error().text().find(value), std::string::npos) << spec.error().text();
    }
}

ThreadFacts facts_of(const std::string& formula, std::uint64_t work, const RunRecord* record = nullptr) {
    FactsInput in;
    in.shape = {{2}, {64}};
    in.work = work;
    in.formula = formula;
    in.elements = work * 4;
    in.record = record;
    return find_facts(in);
}

TEST(ParticleThreads, BeforeARunTheFormulaTells) {
    const ThreadFacts facts = facts_of("blockIdx.x * blockDim.x + threadIdx.x", 100);
    EXPECT_EQ(thread_of_particle(facts, nullptr, 70), 70u);
    EXPECT_FALSE(thread_of_particle(facts, nullptr, 100)) << "past the data";
    EXPECT_EQ(particles_of_warp(facts, 70).size(), 32u);
    EXPECT_EQ(particles_of_warp(facts, 99).size(), 4u) << "96 to 99";
    const ThreadFacts backwards = facts_of("99 - blockIdx.x * blockDim.x - threadIdx.x", 100);
    EXPECT_EQ(thread_of_particle(backwards, nullptr, 0), 99u);
}

// Two particles a thread: thread t wrote the rows t and t + 50.
TEST(ParticleThreads, AfterARunWhatWasWrittenTells) {
    RunRecord record;
    WriteMap writes;
    writes.argument = 0;
    for (std::uint32_t element = 0; element < 400; ++element) writes.writer.push_back(element / 4 % 50 + 1);
    record.writes.push_back(writes);
    record.argument_names = {"next"};
    const ThreadFacts facts = facts_of("blockIdx.x * blockDim.x + threadIdx.x", 100, &record);
    EXPECT_EQ(thread_of_particle(facts, &record, 70), 20u);
    EXPECT_EQ(particle_of_thread(facts, 20), 20);
    EXPECT_EQ(particles_of_warp(facts, 20).size(), 32u);
}

TEST(AboutParticle, PutsTheNumbersIn) {
    PointsSpec spec;
    spec.about = "at {x}, speed {value}, n = {n}";
    const std::vector<float> places{1, 2, 3, 4}, vectors{3, 4, 0, 0};
    const auto values = values_of(places, vectors, 0);
    ASSERT_TRUE(values);
    EXPECT_EQ(about_particle(spec, {{"n", std::int64_t{9}}}, *values), "at 1, speed 5, n = 9");
    EXPECT_FALSE(values_of(places, vectors, 1));
}

}  // namespace
}  // namespace warpwise::ui
