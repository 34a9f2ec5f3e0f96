// Reads of cube maps against the table of the CUDA programming guide (its appendix on texture fetching).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "texture_launch.h"

namespace warpwise::simt {
namespace {

// The guide's table: by the largest coordinate m the face, and s and t on it.
float on_the_cube(float x, float y, float z, int width, int layer) {
    float m = 0, s = 0, t = 0;
    int face = 0;
    if (std::abs(x) > std::abs(y) && std::abs(x) > std::abs(z)) {
        if (x >= 0) face = 0, m = x, s = -z, t = -y;
        if (x < 0) face = 1, m = -x, s = z, t = -y;
    } else if (std::abs(y) > std::abs(z)) {
        if (y >= 0) face = 2, m = y, s = x, t = z;
        if (y < 0) face = 3, m = -y, s = x, t = -z;
    } else {
        if (z >= 0) face = 4, m = z, s = x, t = -y;
        if (z < 0) face = 5, m = -z, s = -x, t = -y;
    }
    const int column = std::min(static_cast<int>((s / m + 1) / 2 * static_cast<float>(width)), width - 1);
    const int row = std::min(static_cast<int>((t / m + 1) / 2 * static_cast<float>(width)), width - 1);
    return static_cast<float>(((layer * 6 + face) * width + row) * width + column);
}

TEST(CubeMaps, FollowTheGuide) {
    constexpr int width = 4, layers = 2, directions = 256;
    Launch launch(R"(
__global__ void k(cudaTextureObject_t cube, cudaTextureObject_t layered, const float* d, float* out) {
    int i = threadIdx.x;
    float x = d[3 * i], y = d[3 * i + 1], z = d[3 * i + 2];
    out[2 * i] = texCubemap<float>(cube, x, y, z);
    out[2 * i + 1] = texCubemapLayered<float>(layered, x, y, z, i % 2);
})");
    std::vector<float> texels(std::size_t{6} * width * width * layers);
    for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<float>(i);
    Texture cube;
    cube.is_cube = true;
    cube.width = cube.height = width;
    cube.depth = 6;
    Texture layered = cube;
    layered.is_layered = true;
    layered.depth = 6 * layers;
    launch.object(launch.texture<float>(cube, {texels.begin(), texels.begin() + 6 * width * width}));
    launch.object(launch.texture<float>(layered, texels));
    std::mt19937 random(5);
    std::uniform_real_distribution<float> between(-3, 3);
    std::vector<float> places(3 * directions);
    for (float& each : places) each = between(random);
    launch.argument(launch.array(places));
    const std::uint64_t out = launch.array(std::vector<float>(2 * directions));
    launch.argument(out);
    const ExecuteOutcome outcome = launch.run(directions);
    ASSERT_FALSE(outcome.fault) << text_of(*outcome.fault);
    const auto seen = launch.read<float>(out, 2 * directions);
    for (int i = 0; i < directions; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const float x = places[3 * at], y = places[3 * at + 1], z = places[3 * at + 2];
        EXPECT_EQ(seen[2 * at], on_the_cube(x, y, z, width, 0)) << x << ' ' << y << ' ' << z;
        EXPECT_EQ(seen[2 * at + 1], on_the_cube(x, y, z, width, i % 2)) << x << ' ' << y << ' ' << z;
    }
}

// Linear filtering stays on its face, whose edge texels continue.
TEST(CubeMaps, EachFaceIsFilteredByItself) {
    Launch launch(R"(
__global__ void k(cudaTextureObject_t cube, float* out) {
    out[0] = texCubemap<float>(cube, 1.f, 0.f, 0.f);          // the middle of the first face
    out[1] = texCubemap<float>(cube, 1.f, 0.5f, 0.5f);        // the middle of its first texel
    out[2] = texCubemap<float>(cube, 1.f, 0.96875f, 0.96875f);  // beyond it
    out[3] = texCubemap<float>(cube, 0.f, -2.f, 0.f);
})");
    Texture cube;
    cube.is_cube = true;
    cube.width = cube.height = 2;
    cube.depth = 6;
    cube.filter = TextureFilter::linear;
    std::vector<float> texels(24);
    for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<float>(i);
    launch.object(launch.texture<float>(cube, texels));
    const std::uint64_t out = launch.array(std::vector<float>(4));
    launch.argument(out);
    ASSERT_FALSE(launch.run(1).fault);
    EXPECT_THAT(launch.read<float>(out, 4), testing::ElementsAre(1.5f, 0, 0, 13.5f));
}

TEST(CubeMaps, TheWrongFunctionNamesTheRightOne) {
    Launch launch("__global__ void k(cudaTextureObject_t t, float* out) { out[0] = tex2DLayered<float>(t, 0, 0, 0); }");
    Texture cube;
    cube.is_cube = true;
    cube.depth = 6;
    launch.object(launch.texture<float>(cube, {1, 2, 3, 4, 5, 6}));
    launch.argument(launch.array(std::vector<float>(1)));
    const ExecuteOutcome outcome = launch.run(1);
    ASSERT_TRUE(outcome.fault);
    EXPECT_THAT(outcome.fault->message, testing::HasSubstr("tex2DLayered with 't', which is a cube map"));
    EXPECT_EQ(outcome.fault->hint, "Call texCubemap instead.");
}

}  // namespace
}  // namespace warpwise::simt
