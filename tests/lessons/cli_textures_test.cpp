// Textures and surfaces as arguments of `warpwise kernel`: through the program, the emulator's process and back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/npy.h"
#include "lessons/command_line_fixture.h"

namespace warpwise {
namespace {

using test::Called;
using ::testing::HasSubstr;

class CommandLineTextures : public test::CommandLineTest {
  protected:
    Called kernel(const std::string& text, const std::string& arguments) const {
        return call("kernel " + write("k.cu", text) + " --entry k " + arguments);
    }
};

constexpr const char* kCopy = R"(
__global__ void k(cudaTextureObject_t from, cudaSurfaceObject_t to) {
    int x = threadIdx.x, y = blockIdx.x;
    surf2Dwrite(tex2D<float>(from, (x + 0.5f) / 4, (y + 1) / 2.0f), to, x * sizeof(float), y);
}
)";

TEST_F(CommandLineTextures, ATextureIsReadAndASurfaceSaved) {
    const std::string saved = (dir / "out.npy").string();
    const Called called = kernel(kCopy,
                                 "--grid 2 --block 4 --arg texture:f32[2x4]:iota,linear,wrap,normalized "
                                 "--arg surface:f32[2,4]:zeros --save 1=" +
                                     saved + " --json");
    ASSERT_EQ(called.status, 0) << called.err << called.out;
    const auto out = read_npy(saved);
    ASSERT_TRUE(out) << out.error().text();
    EXPECT_EQ(out->shape(), (std::vector<std::int64_t>{2, 4}));
    // halfway between the two rows, and halfway between the last and, wrapped, the first
    EXPECT_THAT(out->as<float>(), testing::ElementsAre(2, 3, 4, 5, 2, 3, 4, 5));
    const auto record = called.as_json();
    EXPECT_EQ(record["arrays"].size(), 2u);
    EXPECT_EQ(record["arrays"][1]["name"], "to");
    EXPECT_FALSE(record["counters"].contains("global_store_requests") && record["counters"]["global_store_requests"] != 0);
}

TEST_F(CommandLineTextures, ChannelsLayersAndFilesMakeTextures) {
    const std::string text = R"(
__global__ void k(cudaTextureObject_t colours, cudaTextureObject_t layers, float* out) {
    float4 c = tex2D<float4>(colours, 1, 0);
    out[0] = c.x * 255; out[1] = c.w * 255;
    out[2] = tex1DLayered<float>(layers, 2.5f, 1);
}
)";
    auto layers = Array::make(DType::f32, {2, 3});
    ASSERT_TRUE(layers);
    for (std::size_t i = 0; i < 6; ++i) layers->as<float>()[i] = static_cast<float>(10 * i);
    const std::string file = (dir / "layers.npy").string(), saved = (dir / "out.npy").string();
    ASSERT_TRUE(write_npy(file, *layers));
    const Called called =
        kernel(text, "--grid 1 --block 1 --arg texture:u8[3,2,4]:iota,channels,normalized-float --arg texture:" + file +
                         ",layered --arg f32[3] --save 2=" + saved);
    ASSERT_EQ(called.status, 0) << called.err << called.out;
    const auto out = read_npy(saved);
    ASSERT_TRUE(out);
    EXPECT_THAT(out->as<float>(), testing::ElementsAre(4, 7, 50));
}

TEST_F(CommandLineTextures, MistakesSayWhatToWrite) {
    const std::string launch = "--grid 1 --block 1 ", surface = " --arg surface:f32[1,4]";
    const auto expect = [&](const std::string& arguments, int status, const std::string& words) {
        const Called called = kernel(kCopy, launch + arguments + surface);
        EXPECT_EQ(called.status, status) << arguments << called.out;
        EXPECT_THAT(called.err + called.out, HasSubstr(words)) << arguments;
    };
    expect("--arg f32[4,4]", 2, "write texture: or surface: in front of it");
    expect("--arg texture:f32[4,4]:linea", 2, "linea");
    expect("--arg texture:f32[4,4]:iota,linea", 2, "there is no word 'linea'");
    expect("--arg texture:f64[4,4]", 2, "a texel is u8, i8, u32, i32, f16 or f32");
    expect("--arg texture:u8[4,4]:iota,linear", 2, "linear filtering needs");
    expect("--arg texture:f32[4,4,3]:iota,channels", 2, "1, 2 or 4 channels");
    expect("--arg texture:f32[2,2,2,2]", 2, "its array has 4 extents; there must be 1 to 3");
    expect("--arg texture:f32[0,4]", 2, "no texels");
    expect("--arg texture:", 2, "neither an array nor a .npy file");
    expect("--arg texture:f32[4,4,4]", 1, "which is three-dimensional");
    expect("--arg u64:0", 1, "texture object 0, which was never created");
    const Called pointer = kernel("__global__ void k(float* a) { a[0] = 1; }", launch + "--arg texture:f32[4]");
    EXPECT_EQ(pointer.status, 2);
    EXPECT_THAT(pointer.err, HasSubstr("is a pointer: give an array"));
}

}  // namespace
}  // namespace warpwise
