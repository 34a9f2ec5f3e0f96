// Kernels in this process that write what OpenGL draws: the values that GL finds, what they cost in memory, and what is left
// when something goes wrong. Without a GPU that OpenGL draws with these tests are skipped.
#include <fmt/format.h>
#include <gtest/gtest.h>

#if defined(WARPWISE_HAS_CUDA) && defined(WARPWISE_HAS_WINDOW)

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/paths.h"
#include "cuda/driver/driver.h"
#include "cuda/driver/gl_context.h"
#include "device/gpu/cuda_loader.h"
#include "device/gpu/graphics_device.h"
#include "experiment/picture/graphics_animation.h"
#include "gl/array_picture.h"
#include "gl/draw_timer.h"
#include "gl/host.h"
#include "gl/make_host.h"
#include "gl/shared_buffer.h"

namespace warpwise {
namespace {

using gl::SharedBuffer;

constexpr const char* count_up = R"(__global__ void count_up(int* out, int n, int first) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = first + 3 * i;
})";

// GL's context and the device of it; empty with the reason.
struct Stage {
    std::unique_ptr<gl::Host> host;
    std::unique_ptr<GraphicsDevice> device;  // goes first
    std::string missing;

    static Stage make() {
        Stage stage;
        auto host = gl::make_host({gl::HostKind::egl, {64, 64}, "test"});
        if (!host) {
            stage.missing = host.error().text();
            return stage;
        }
        stage.host = std::move(*host);
        auto device = make_graphics_device();
        if (device)
            stage.device = std::move(*device);
        else
            stage.missing = stage.host->description() + ": " + device.error().text();
        return stage;
    }
    std::shared_ptr<Program> compiled(const std::string& text, const std::string& entry) const {
        auto program = device->compile({text, entry, "kernel.cu"});
        EXPECT_TRUE(program.has_value()) << text_of(program.error());
        return program ? *program : nullptr;
    }
};

class Graphics : public testing::Test {
  protected:
    void SetUp() override {
        stage_ = Stage::make();
        if (!stage_.device) GTEST_SKIP() << stage_.missing;
        program_ = stage_.compiled(count_up, "count_up");
        ASSERT_NE(program_, nullptr);
    }
    GraphicsDevice& device() { return *stage_.device; }

    static GraphicsArgument array(GraphicsBuffer& buffer) { return {.buffer = &buffer, .dtype = DType::i32, .scalar = {}}; }
    static GraphicsArgument number(std::int32_t value) {
        GraphicsArgument argument;
        std::memcpy(argument.scalar.data(), &value, sizeof value);
        return argument;
    }
    GraphicsDevice::Launch counting(GraphicsBuffer& buffer, std::int32_t n, std::int32_t first) {
        return {program_.get(),
                {.grid = {(static_cast<std::uint32_t>(n) + 255) / 256, 1, 1}, .block = {256, 1, 1}},
                {array(buffer), number(n), number(first)}};
    }
    static std::vector<std::int32_t> counted(std::int32_t n, std::int32_t first) {
        std::vector<std::int32_t> values(static_cast<std::size_t>(n));
        for (std::int32_t i = 0; i < n; ++i) values[static_cast<std::size_t>(i)] = first + 3 * i;
        return values;
    }
    static std::vector<std::int32_t> found_by_gl(const SharedBuffer& buffer) {
        std::vector<std::int32_t> values(buffer.size_bytes() / sizeof(std::int32_t));
        const auto read = buffer.read(std::as_writable_bytes(std::span(values)));
        EXPECT_TRUE(read) << read.error().text();
        return values;
    }

    Stage stage_;
    std::shared_ptr<Program> program_;
};

SharedBuffer make_buffer(std::size_t bytes, SharedBuffer::Storage storage = SharedBuffer::Storage::fixed) {
    auto buffer = SharedBuffer::make(bytes, storage);
    EXPECT_TRUE(buffer) << buffer.error().text();
    return std::move(*buffer);
}

TEST_F(Graphics, GlFindsWhatTheKernelWrote) {
    for (const std::int32_t n : {1, 1000, 512 * 512, 4096 * 4096}) {
        const SharedBuffer buffer = make_buffer(static_cast<std::size_t>(n) * 4);
        const auto shared = device().share(buffer.name(), buffer.size_bytes());
        ASSERT_TRUE(shared) << shared.error().text();
        EXPECT_TRUE((*shared)->shared_with_gl());
        const auto launch = counting(**shared, n, 7);
        const auto ran = device().run({&launch, 1});
        ASSERT_TRUE(ran) << ran.error().text();
        EXPECT_EQ(found_by_gl(buffer), counted(n, 7)) << n;
    }
}

TEST_F(Graphics, APictureOfSharedMemoryIsThatOfUploadedMemory) {
    constexpr std::int32_t edge = 512, n = edge * edge;
    gl::ArrayColours colours;
    for (std::size_t i = 0; i < colours.table.size(); ++i)
        colours.table[i] = 0xff000000u | static_cast<std::uint32_t>(i * 0x010203u);
    for (std::size_t i = 0; i < colours.thresholds.size(); ++i) colours.thresholds[i] = 3.0 * n / 256 * static_cast<double>(i + 1);
    const SharedBuffer shared_buffer = make_buffer(n * 4);
    SharedBuffer uploaded = make_buffer(n * 4, SharedBuffer::Storage::replaced);
    const auto shared = device().share(shared_buffer.name(), n * 4);
    ASSERT_TRUE(shared) << shared.error().text();
    gl::ArrayPicture picture;
    for (const std::int32_t first : {0, 1000, 200000}) {  // the second draw must see the second launch
        const auto launch = counting(**shared, n, first);
        ASSERT_TRUE(device().run({&launch, 1}));
        ASSERT_TRUE(picture.draw({shared_buffer.name(), DType::i32, n, edge, edge}, colours, gl::whole_part(edge, edge, edge)));
        const auto from_kernel = picture.read();
        const std::vector<std::int32_t> values = counted(n, first);
        ASSERT_TRUE(uploaded.upload(std::as_bytes(std::span(values))));
        ASSERT_TRUE(picture.draw({uploaded.name(), DType::i32, n, edge, edge}, colours, gl::whole_part(edge, edge, edge)));
        const auto from_upload = picture.read();
        ASSERT_EQ(from_kernel.size(), from_upload.size());
        const auto [kernel_pixel, upload_pixel] = std::ranges::mismatch(from_kernel, from_upload);
        ASSERT_EQ(kernel_pixel, from_kernel.end())
            << fmt::format("values from {}: pixel {} is {:08x} of shared memory, {:08x} of uploaded memory", first,
                           kernel_pixel - from_kernel.begin(), *kernel_pixel, *upload_pixel);
    }
}

TEST_F(Graphics, SeveralLaunchesOfARunFollowEachOther) {
    const SharedBuffer buffer = make_buffer(4096 * 4);
    const auto shared = device().share(buffer.name(), buffer.size_bytes());
    ASSERT_TRUE(shared);
    const std::vector<GraphicsDevice::Launch> launches{counting(**shared, 4096, 1), counting(**shared, 4096, 2),
                                                       counting(**shared, 2048, 3)};
    ASSERT_TRUE(device().run(launches));
    std::vector<std::int32_t> expected = counted(4096, 2);
    std::ranges::copy(counted(2048, 3), expected.begin());
    EXPECT_EQ(found_by_gl(buffer), expected);
}

TEST_F(Graphics, WritesAndReadsReachSharedAndOwnMemory) {
    const SharedBuffer buffer = make_buffer(1024);
    auto shared = device().share(buffer.name(), 1024), own = device().allocate(1024);
    ASSERT_TRUE(shared && own);
    std::vector<std::byte> pattern(1024);
    for (std::size_t i = 0; i < pattern.size(); ++i) pattern[i] = static_cast<std::byte>(i * 7);
    for (GraphicsBuffer* each : {shared->get(), own->get()}) {
        const std::vector<GraphicsPiece> pieces{{0, std::span(pattern).first(100)}, {100, std::span(pattern).subspan(100)}};
        ASSERT_TRUE(device().write(*each, pieces));
        std::vector<std::byte> back(1024);
        ASSERT_TRUE(device().read(back, *each));
        EXPECT_EQ(back, pattern) << (each->shared_with_gl() ? "shared" : "own");
        const GraphicsPiece beyond{1000, std::span(pattern).first(25)};
        EXPECT_FALSE(device().write(*each, {&beyond, 1}));
        back.resize(1025);
        EXPECT_FALSE(device().read(back, *each));
    }
    EXPECT_FALSE(device().lost());
}

TEST_F(Graphics, TimesAreTakenOfMappingAndKernel) {
    constexpr std::int32_t n = 1 << 22;
    const SharedBuffer buffer = make_buffer(std::size_t{n} * 4);
    const auto shared = device().share(buffer.name(), buffer.size_bytes());
    ASSERT_TRUE(shared);
    EXPECT_FALSE(device().times().kernel_ms);
    for (int i = 0; i < 10; ++i) {
        const auto launch = counting(**shared, n, i);
        ASSERT_TRUE(device().run({&launch, 1}));
    }
    std::vector<std::byte> back(64);
    ASSERT_TRUE(device().read(back, **shared));  // waits
    const GraphicsTimes times = device().times();
    ASSERT_TRUE(times.kernel_ms && times.map_ms && times.unmap_ms && times.copy_out_ms);
    EXPECT_GT(*times.kernel_ms, 0);
    EXPECT_LT(*times.kernel_ms, 100);
    EXPECT_GE(*times.map_ms, 0);
}

TEST_F(Graphics, WhatDoesNotFitIsRefusedAndTheDeviceGoesOn) {
    const SharedBuffer buffer = make_buffer(1000 * 4);
    const auto shared = device().share(buffer.name(), buffer.size_bytes());
    ASSERT_TRUE(shared);
    auto launch = counting(**shared, 1000, 1);
    launch.arguments.pop_back();
    EXPECT_FALSE(device().run({&launch, 1})) << "an argument is missing";
    launch = counting(**shared, 1000, 1);
    launch.arguments[1].dtype = DType::f64;
    EXPECT_FALSE(device().run({&launch, 1})) << "an argument is too long";
    launch = counting(**shared, 1000, 1);
    launch.shape.block = {2048, 1, 1};
    EXPECT_FALSE(device().run({&launch, 1})) << "the block is too large";
    {
        const SharedBuffer small = make_buffer(16);
        const auto lie = device().share(small.name(), 4000);
        if (lie) {
            launch = counting(**lie, 1000, 1);
            EXPECT_FALSE(device().run({&launch, 1})) << "GL's buffer is smaller than was said";
        }
    }
    EXPECT_FALSE(device().share(999999, 4000)) << "GL has no such buffer";
    EXPECT_FALSE(device().allocate(std::size_t{1} << 46)) << "no GPU has so much";
    EXPECT_FALSE(device().lost());
    launch = counting(**shared, 1000, 5);
    ASSERT_TRUE(device().run({&launch, 1}));
    EXPECT_EQ(found_by_gl(buffer), counted(1000, 5));
}

// The free memory of the GPU, as the context on this thread sees it.
std::size_t free_bytes(const Driver& driver) {
    gl::wait_until_drawn();
    std::size_t free = 0, all = 0;
    EXPECT_EQ(driver.cuMemGetInfo(&free, &all), CUDA_SUCCESS);
    return free;
}

TEST_F(Graphics, AThousandResizesLeakNothing) {
    const auto driver = Driver::open();
    ASSERT_TRUE(driver) << driver.error().text();
    gl::ArrayPicture picture;
    gl::ArrayColours colours;
    colours.thresholds.fill(1e9);
    const auto resize = [&](int i) {
        const std::int32_t edge = 256 + 16 * (i % 64), n = edge * edge;
        const SharedBuffer buffer = make_buffer(static_cast<std::size_t>(n) * 4);
        const auto shared = device().share(buffer.name(), buffer.size_bytes());
        ASSERT_TRUE(shared) << i << ": " << shared.error().text();
        const auto launch = counting(**shared, n, i);
        const auto ran = device().run({&launch, 1});
        ASSERT_TRUE(ran) << i << ": " << ran.error().text();
        ASSERT_TRUE(picture.draw({buffer.name(), DType::i32, static_cast<std::size_t>(n), edge, edge}, colours,
                                 gl::whole_part(edge, edge, edge)));
    };
    for (int i = 0; i < 128; ++i) resize(i);  // until GL's own pools have their size
    const std::size_t before = free_bytes(*driver);
    for (int i = 0; i < 1000 && !HasFatalFailure(); ++i) resize(i);
    const std::size_t after = free_bytes(*driver);
    // a thousand of these buffers that stayed would be 1.3 GB; other programs of the machine may take a little meanwhile
    EXPECT_LT(before > after ? before - after : 0, std::size_t{64} << 20) << "free before " << before << ", after " << after;
}

TEST_F(Graphics, TheCopyPathShowsWhatTheInteropPathShows) {
    const Course course = load_course(data_dir() / "lessons");
    const Lesson* lesson = course.find("mandelbrot");
    if (lesson == nullptr) GTEST_SKIP() << "the lessons are not in " << data_dir() << ": run this beside a package";
    ExperimentRequest request;
    request.lesson = lesson->id;
    request.parameters = lesson->defaults();
    const auto drawn = drawn_arrays(*lesson, request);
    ASSERT_TRUE(drawn) << drawn.error().text();
    const auto program = GraphicsAnimation::compile(*lesson, request, device());
    ASSERT_TRUE(program) << program.error().text();
    std::vector<std::vector<std::int32_t>> pictures;
    for (const PicturePath path : {PicturePath::interop, PicturePath::copy}) {
        SharedBuffer buffer = make_buffer(
            drawn->front().bytes, path == PicturePath::interop ? SharedBuffer::Storage::fixed : SharedBuffer::Storage::replaced);
        GraphicsAnimation::Targets targets{
            .path = path, .gl_buffers = {{"counts", buffer.name()}}, .shown = {"counts"}, .upload = {}};
        targets.upload = [&](const std::string&, std::span<const std::byte> bytes) { return buffer.upload(bytes); };
        auto animation = GraphicsAnimation::make(*lesson, request, device(), *program, targets);
        ASSERT_TRUE(animation) << animation.error().text();
        const auto ran = animation->run();
        ASSERT_TRUE(ran) << ran.error().text();
        pictures.push_back(found_by_gl(buffer));
        EXPECT_EQ(animation->times().upload_ms.has_value(), path == PicturePath::copy);
    }
    EXPECT_EQ(pictures[0], pictures[1]);
    EXPECT_GT(*std::ranges::max_element(pictures[0]), 1);
}

TEST_F(Graphics, AContextThatGoesWithABufferRegisteredIsAnErrorAndTheNextOneWorks) {
    // the context takes its buffers along: this one is not deleted
    auto* const buffer = new SharedBuffer(make_buffer(4096));
    auto shared = device().share(buffer->name(), 4096);
    ASSERT_TRUE(shared);
    const auto launch = counting(**shared, 1024, 1);
    ASSERT_TRUE(device().run({&launch, 1}));
    stage_.host.reset();
    const auto ran = device().run({&launch, 1});
    ASSERT_FALSE(ran);
    EXPECT_NE(ran.error().message.find("context"), std::string::npos) << ran.error().text();
    shared->reset();
    program_.reset();
    stage_.device.reset();

    const Stage next = Stage::make();
    ASSERT_TRUE(next.device) << next.missing;
    program_ = next.compiled(count_up, "count_up");
    const SharedBuffer fresh = make_buffer(4096);
    const auto again = next.device->share(fresh.name(), 4096);
    ASSERT_TRUE(again) << again.error().text();
    const auto second = counting(**again, 1024, 9);
    const auto good = next.device->run({&second, 1});
    ASSERT_TRUE(good) << good.error().text();
    EXPECT_EQ(found_by_gl(fresh), counted(1024, 9));
}

// In a process of its own: a fault ruins CUDA for all of it.
void run_a_fault() {
    Stage stage = Stage::make();
    const auto program = stage.compiled("__global__ void bad(int* out) { out[1ll << 40] = 1; }", "bad");
    const SharedBuffer buffer = make_buffer(4096);
    auto shared = stage.device->share(buffer.name(), 4096);
    GraphicsArgument argument;
    argument.buffer = shared->get();
    const GraphicsDevice::Launch launch{program.get(), {}, {argument}};
    std::vector<std::byte> back(4096);
    static_cast<void>(stage.device->run({&launch, 1}));  // the fault may be told here or with the next call
    const auto read = stage.device->read(back, **shared);
    const auto again = stage.device->run({&launch, 1});
    static_cast<void>(stage.device->times());
    const bool told =
        !read && !again && stage.device->lost() && again.error().text().find("Start Warpwise again") != std::string::npos;
    if (!told) std::fprintf(stderr, "%s\n", read ? "read() saw no fault" : read.error().text().c_str());
    shared->reset();
    stage.device.reset();
    bool drawn = false;
    {
        SharedBuffer other = make_buffer(4096);
        const std::vector<std::int32_t> sevens(1024, 7);
        std::vector<std::int32_t> found(1024);
        drawn = other.upload(std::as_bytes(std::span(sevens))).has_value() &&
                other.read(std::as_writable_bytes(std::span(found))).has_value() && found == sevens;
        if (!drawn) std::fputs("OpenGL is of no use any more\n", stderr);
    }
    std::_Exit(told && drawn ? 0 : 1);  // the driver never comes back from destroying the context (App::lost_gpu)
}

TEST_F(Graphics, AFaultLosesTheDeviceAndNotTheProcess) {
    program_.reset();
    stage_ = {};
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(run_a_fault(), testing::ExitedWithCode(0), "");
}

// These need no GPU: what is said about OpenGL.
TEST(GlRenderer, SoftwareAndNothingAreRefusedByName) {
    for (const char* software : {"llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Google SwiftShader"}) {
        const auto checked = check_gl_renderer(software);
        ASSERT_FALSE(checked);
        EXPECT_EQ(checked.error().kind, ErrorKind::device_missing);
        EXPECT_NE(checked.error().message.find("on the CPU"), std::string::npos);
        EXPECT_NE(checked.error().message.find(software), std::string::npos);
    }
    EXPECT_NE(check_gl_renderer("").error().message.find("no OpenGL context"), std::string::npos);
    EXPECT_TRUE(check_gl_renderer("NVIDIA H200/PCIe/SSE2"));
}

TEST(GlRenderer, TheCurrentContextIsAskedAndOnlyThat) {
    EXPECT_EQ(gl_renderer(), "");
    {
        const auto host = gl::make_host({gl::HostKind::egl, {64, 64}, "test"});
        if (!host) GTEST_SKIP() << host.error().text();
        const std::string renderer = gl_renderer();
        EXPECT_FALSE(renderer.empty());
        EXPECT_NE((*host)->description().find(renderer), std::string::npos) << renderer;
    }
    EXPECT_EQ(gl_renderer(), "") << "the context is gone";
}

}  // namespace
}  // namespace warpwise

#endif
