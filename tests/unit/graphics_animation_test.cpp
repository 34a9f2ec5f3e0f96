// A lesson's kernel on memory that is shared with OpenGL, here with the emulator as the GPU: the states are those of Animation.
#include "experiment/picture/graphics_animation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "unit/fake_graphics_device.h"
#include "unit/small_lesson.h"

namespace warpwise {
namespace {
using test::plate;
using test::size_parameter;
using testing::HasSubstr;

// One array that a launch writes whole.
Lesson counts() {
    Lesson lesson;
    lesson.id = "counts";
    lesson.folder = WARPWISE_SOURCE_DIR "/lessons/counts";
    lesson.parameters = {size_parameter("width", 40), size_parameter("height", 24), size_parameter("most", 30)};
    lesson.arrays = {{"counts", "i32", {"height", "width"}, "zeros", true}};
    KernelSpec pixel;
    pixel.id = "pixel";
    pixel.source = "images/mandelbrot/1_thread_per_pixel.cu";
    pixel.entry = "mandelbrot";
    pixel.arguments = {"counts", "width", "height", "-2", "-1", "3 / width", "most"};
    pixel.grid_x = "ceil(width / 16)";
    pixel.grid_y = "ceil(height / 8)";
    pixel.block_x = "16";
    pixel.block_y = "8";
    pixel.reference = "mandelbrot";
    pixel.covers = "width * height";
    lesson.kernels.push_back(pixel);
    lesson.views.push_back({"image", {{"array", "counts"}, {"width", "width"}, {"height", "height"}}});
    return lesson;
}

ExperimentRequest request_of(const Lesson& lesson) {
    ExperimentRequest request;
    request.lesson = lesson.id;
    request.parameters = lesson.defaults();
    return request;
}

Animation plain(const Lesson& lesson, DeviceSet& devices) {
    return std::move(Animation::make(lesson, request_of(lesson), devices).value());
}

GraphicsAnimation made(const Lesson& lesson, FakeGraphicsDevice& device, GraphicsAnimation::Targets targets) {
    auto program = GraphicsAnimation::compile(lesson, request_of(lesson), device);
    EXPECT_TRUE(program) << program.error().text();
    auto animation = GraphicsAnimation::make(lesson, request_of(lesson), device, *program, std::move(targets));
    EXPECT_TRUE(animation) << animation.error().text();
    return std::move(*animation);
}

GraphicsAnimation::Targets shared(const std::vector<DrawnArray>& drawn, FakeGraphicsDevice& device) {
    GraphicsAnimation::Targets targets;
    for (const DrawnArray& array : drawn) targets.gl_buffers[array.id] = device.make_gl_buffer(array.bytes);
    return targets;
}

void expect_equal(std::span<const std::byte> found, const Array& expected) {
    ASSERT_EQ(found.size(), expected.size_bytes());
    EXPECT_EQ(std::memcmp(found.data(), expected.data(), found.size()), 0);
}

TEST(GraphicsAnimation, DrawsBothArraysThatChangePlaces) {
    const Lesson lesson = plate(33, 17);
    const auto drawn = drawn_arrays(lesson, request_of(lesson));
    ASSERT_TRUE(drawn) << drawn.error().text();
    ASSERT_EQ(drawn->size(), 2u);
    EXPECT_EQ((*drawn)[0].id, "now");
    EXPECT_EQ((*drawn)[1].id, "next");
    EXPECT_EQ((*drawn)[0].bytes, 33u * 17 * 4);
    EXPECT_EQ((*drawn)[0].count, 33u * 17);
    Lesson without = lesson;
    without.views.clear();
    EXPECT_FALSE(drawn_arrays(without, request_of(without)));
}

TEST(GraphicsAnimation, OnSharedBuffersTheNewestStateIsInTheBufferThatIsNamed) {
    const Lesson lesson = plate(33, 17);
    DeviceSet devices;
    FakeGraphicsDevice device;
    Animation expected = plain(lesson, devices);
    const auto drawn = drawn_arrays(lesson, request_of(lesson)).value();
    GraphicsAnimation animation = made(lesson, device, shared(drawn, device));
    expect_equal(device.gl_bytes(animation.gl_buffer("now")), expected.state());
    for (const std::uint64_t steps : {1u, 2u, 3u}) {
        ASSERT_TRUE(animation.run(steps));
        ASSERT_TRUE(expected.step(steps));
        expect_equal(device.gl_bytes(animation.gl_buffer("now")), expected.state());
        EXPECT_EQ(device.mappings(), 1u) << "all steps of a run go in one mapping";
    }
    EXPECT_EQ(animation.steps_done(), 6u);
    EXPECT_NE(animation.gl_buffer("now"), animation.gl_buffer("next"));
    EXPECT_EQ(animation.gl_buffer("other"), 0u);
    expect_equal(animation.read("now")->bytes(), expected.state());
    ASSERT_TRUE(animation.reset());
    ASSERT_TRUE(expected.reset());
    EXPECT_EQ(animation.steps_done(), 0u);
    expect_equal(device.gl_bytes(animation.gl_buffer("now")), expected.state());
}

TEST(GraphicsAnimation, TheCopyPathUploadsTheSameStates) {
    const Lesson lesson = plate(33, 17);
    DeviceSet devices;
    FakeGraphicsDevice device;
    Animation expected = plain(lesson, devices);
    std::vector<std::byte> uploaded;
    GraphicsAnimation::Targets targets{.path = PicturePath::copy, .gl_buffers = {}, .shown = {"now"}, .upload = {}};
    targets.upload = [&](const std::string& array, std::span<const std::byte> bytes) -> Result<void> {
        EXPECT_EQ(array, "now");
        uploaded.assign(bytes.begin(), bytes.end());
        return {};
    };
    GraphicsAnimation animation = made(lesson, device, targets);
    expect_equal(uploaded, expected.state());
    for (const std::uint64_t steps : {1u, 4u}) {
        ASSERT_TRUE(animation.run(steps));
        ASSERT_TRUE(expected.step(steps));
        expect_equal(uploaded, expected.state());
    }
    EXPECT_EQ(animation.gl_buffer("now"), 0u);
    EXPECT_TRUE(animation.times().upload_ms);
    EXPECT_EQ(device.shared_buffers(), 0u);
}

TEST(GraphicsAnimation, PaintsTheSameCellsAsAnAnimationOnTheHost) {
    const Lesson lesson = plate(33, 17);
    DeviceSet devices;
    FakeGraphicsDevice device;
    Animation expected = plain(lesson, devices);
    const auto drawn = drawn_arrays(lesson, request_of(lesson)).value();
    GraphicsAnimation animation = made(lesson, device, shared(drawn, device));
    struct Disc {
        std::int64_t x, y;
        double radius;
    };
    for (const Disc& disc :
         {Disc{5, 5, 2.5}, {0, 0, 4}, {32, 16, 3.2}, {10, 9, 0}, {-3, 8, 3}, {-9, 8, 3}, {16, 8, 1e9}, {3, 3, -1}}) {
        ASSERT_TRUE(animation.reset());
        ASSERT_TRUE(expected.reset());
        ASSERT_TRUE(animation.paint(disc.x, disc.y, disc.radius, 33, 1.5));
        if (disc.radius >= 0 && disc.radius < 1e6) expected.paint(disc.x, disc.y, disc.radius, 33, 1.5);
        if (disc.radius >= 1e6) expected.paint(disc.x, disc.y, 100, 33, 1.5);
        expect_equal(device.gl_bytes(animation.gl_buffer("now")), expected.state());
    }
}

TEST(GraphicsAnimation, CellsThatAreBitsAreDrawnAndStepped) {
    const auto lesson = load_lesson(WARPWISE_SOURCE_DIR "/lessons/36_life");
    ASSERT_TRUE(lesson);
    ExperimentRequest request;
    request.lesson = "life";
    request.kernel = "bits";
    request.parameters = {{"words", std::int64_t{3}}, {"height", std::int64_t{20}}};
    DeviceSet devices;
    FakeGraphicsDevice device;
    const auto drawn = drawn_arrays(*lesson, request);
    ASSERT_TRUE(drawn) << drawn.error().text();
    EXPECT_EQ(drawn->front().id, "now_bits");
    auto program = GraphicsAnimation::compile(*lesson, request, device);
    ASSERT_TRUE(program) << program.error().text();
    auto animation = GraphicsAnimation::make(*lesson, request, device, *program, shared(*drawn, device));
    ASSERT_TRUE(animation) << animation.error().text();
    request.device = DeviceKind::cpu_serial;
    auto expected = Animation::make(*lesson, request, devices);
    ASSERT_TRUE(expected);
    for (const double value : {1.0, 0.0}) {
        ASSERT_TRUE(animation->paint(33, 4, 3, 96, value));
        expected->paint(33, 4, 3, 96, value);
        expect_equal(device.gl_bytes(animation->gl_buffer("now_bits")), expected->state());
        ASSERT_TRUE(animation->run(3) && expected->step(3));
        expect_equal(device.gl_bytes(animation->gl_buffer("now_bits")), expected->state());
    }
}

TEST(GraphicsAnimation, NewParametersNeedNoNewAnimationWhileSizesStay) {
    const Lesson lesson = counts();
    FakeGraphicsDevice device;
    const auto drawn = drawn_arrays(lesson, request_of(lesson)).value();
    ASSERT_EQ(drawn.size(), 1u);
    GraphicsAnimation animation = made(lesson, device, shared(drawn, device));
    ASSERT_TRUE(animation.run());
    const auto most = [&] {
        const auto array = animation.read("counts").value();
        return *std::ranges::max_element(array.as<std::int32_t>());
    };
    EXPECT_EQ(most(), 30);
    EXPECT_TRUE(animation.set_parameters({{"most", std::int64_t{12}}}).value());
    ASSERT_TRUE(animation.run());
    EXPECT_EQ(most(), 12);
    EXPECT_FALSE(animation.set_parameters({{"width", std::int64_t{41}}}).value());
    ASSERT_TRUE(animation.run());
    EXPECT_EQ(most(), 12) << "a refused change changes nothing";
}

TEST(GraphicsAnimation, AnEditedKernelIsRefused) {
    const Lesson lesson = plate(33, 17);
    FakeGraphicsDevice device;
    ExperimentRequest request = request_of(lesson);
    request.edited_source = "__global__ void heat_step() {}";
    const auto program = GraphicsAnimation::compile(lesson, request, device);
    ASSERT_FALSE(program);
    EXPECT_THAT(program.error().text(), HasSubstr("separate process"));
    EXPECT_FALSE(GraphicsAnimation::make(lesson, request, device, nullptr, {}));
}

TEST(GraphicsAnimation, OneBufferForTwoArraysThatChangePlacesIsRefused) {
    const Lesson lesson = plate(33, 17);
    FakeGraphicsDevice device;
    auto drawn = drawn_arrays(lesson, request_of(lesson)).value();
    drawn.pop_back();
    const auto program = GraphicsAnimation::compile(lesson, request_of(lesson), device).value();
    const auto animation = GraphicsAnimation::make(lesson, request_of(lesson), device, program, shared(drawn, device));
    ASSERT_FALSE(animation);
    EXPECT_THAT(animation.error().message, HasSubstr("only one of the swapped arrays"));
}

TEST(GraphicsAnimation, ADeviceThatIsLostIsAnErrorAndTheStepsStay) {
    const Lesson lesson = plate(33, 17);
    FakeGraphicsDevice device;
    const auto drawn = drawn_arrays(lesson, request_of(lesson)).value();
    GraphicsAnimation animation = made(lesson, device, shared(drawn, device));
    ASSERT_TRUE(animation.run(3));
    const std::uint32_t newest = animation.gl_buffer("now");
    device.lose();
    EXPECT_FALSE(animation.run(1));
    EXPECT_FALSE(animation.paint(1, 1, 2, 33, 1));
    EXPECT_FALSE(animation.read("now"));
    EXPECT_EQ(animation.steps_done(), 3u);
    EXPECT_EQ(animation.gl_buffer("now"), newest);
}

}  // namespace
}  // namespace warpwise
