// Reads of textures against the formulas of the CUDA programming guide (its appendix on texture fetching), written here as the
// guide has them: a signal that the address mode continues beyond its ends, and weights of eight bits.
#include "simt/code/texture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include "texture_launch.h"

namespace warpwise::simt {
namespace {

using testing::HasSubstr;

// ---- the guide's formulas ----

double continued(const std::vector<double>& texels, long i, TextureAddress mode, double border) {
    const long n = static_cast<long>(texels.size());
    switch (mode) {
        case TextureAddress::wrap:
            while (i < 0) i += n;
            while (i >= n) i -= n;
            break;
        case TextureAddress::mirror:
            while (i < 0 || i >= n) i = i < 0 ? -1 - i : 2 * n - 1 - i;
            break;
        case TextureAddress::clamp: i = std::max(0L, std::min(i, n - 1)); break;
        case TextureAddress::border:
            if (i < 0 || i >= n) return border;
    }
    return texels[static_cast<std::size_t>(i)];
}

// One dimension after the other: what is given is the signal of the innermost texels along each outer one.
struct Signal {
    Texture as;
    std::array<std::size_t, 3> n{1, 1, 1};  // width, height, depth
    std::vector<float> texels;

    double axis(int d, const std::array<float, 3>& place, const std::array<long, 3>& at) const {
        if (d < 0) return value(at);
        const auto dim = static_cast<std::size_t>(d);
        const double size = static_cast<double>(n[dim]);
        const double x = as.normalized_coordinates ? double{place[dim]} * size : double{place[dim]};
        const auto with = [&](long i) {
            auto next = at;
            next[dim] = i;
            return axis(d - 1, place, next);
        };
        if (as.filter == TextureFilter::point) return with(static_cast<long>(std::floor(x)));
        const double i = std::floor(x - 0.5);
        const double alpha = std::nearbyint((x - 0.5 - i) * 256) / 256;
        return (1 - alpha) * with(static_cast<long>(i)) + alpha * with(static_cast<long>(i) + 1);
    }
    // By folding each index on its own: any of them outside is the border.
    double value(std::array<long, 3> at) const {
        std::array<std::size_t, 3> inside{};
        for (int d = 0; d < as.dimensions; ++d) {
            const auto dim = static_cast<std::size_t>(d);
            std::vector<double> indices(n[dim]);
            for (std::size_t i = 0; i < n[dim]; ++i) indices[i] = static_cast<double>(i);
            TextureAddress mode = as.address_modes[dim];
            const bool repeats = mode == TextureAddress::wrap || mode == TextureAddress::mirror;
            if (repeats && !as.normalized_coordinates) mode = TextureAddress::clamp;
            const double folded = continued(indices, at[dim], mode, -1);
            if (folded < 0) return double{as.border[0]};
            inside[dim] = static_cast<std::size_t>(folded);
        }
        return double{texels[(inside[2] * n[1] + inside[1]) * n[0] + inside[0]]};
    }
    float at(const std::array<float, 3>& place) const { return static_cast<float>(axis(as.dimensions - 1, place, {0, 0, 0})); }
};

struct Setting {
    int dimensions;
    TextureAddress mode;
    TextureFilter filter;
    bool normalized;
};

std::string name_of_setting(const Setting& s) {
    constexpr const char* modes[] = {"wrap", "clamp", "mirror", "border"};
    return std::string("d") + std::to_string(s.dimensions) + "_" + modes[static_cast<int>(s.mode)] +
           (s.filter == TextureFilter::linear ? "_linear" : "_point") + (s.normalized ? "_normalized" : "");
}

std::vector<Setting> all_settings() {
    std::vector<Setting> all;
    for (const int dimensions : {1, 2, 3})
        for (const auto mode : {TextureAddress::wrap, TextureAddress::clamp, TextureAddress::mirror, TextureAddress::border})
            for (const auto filter : {TextureFilter::point, TextureFilter::linear})
                for (const bool normalized : {false, true}) all.push_back({dimensions, mode, filter, normalized});
    return all;
}

class TextureSettings : public testing::TestWithParam<Setting> {};

TEST_P(TextureSettings, FollowTheGuide) {
    const Setting& setting = GetParam();
    const char* reads[] = {"tex1D<float>(t, x[i])", "tex2D<float>(t, x[i], y[i])", "tex3D<float>(t, x[i], y[i], z[i])"};
    Launch launch(
        std::string("__global__ void k(cudaTextureObject_t t, const float* x, const float* y, const float* z, float* out) {\n"
                    "    int i = threadIdx.x;\n    out[i] = ") +
        reads[setting.dimensions - 1] + ";\n}\n");
    Signal signal;
    signal.as.dimensions = static_cast<std::uint8_t>(setting.dimensions);
    signal.as.width = 7;
    signal.as.height = setting.dimensions > 1 ? 5 : 1;
    signal.as.depth = setting.dimensions > 2 ? 3 : 1;
    signal.as.address_modes.fill(setting.mode);
    signal.as.filter = setting.filter;
    signal.as.normalized_coordinates = setting.normalized;
    signal.as.border = {-2.5f, 0, 0, 0};
    signal.n = {signal.as.width, signal.as.height, signal.as.depth};
    std::mt19937 random(7);
    std::uniform_real_distribution<float> value(-10, 10);
    for (std::size_t i = 0; i < signal.n[0] * signal.n[1] * signal.n[2]; ++i) signal.texels.push_back(value(random));
    constexpr std::size_t count = 1024;
    std::array<std::vector<float>, 3> places;
    for (std::size_t d = 0; d < 3; ++d) {
        const float size = setting.normalized ? 1.0f : static_cast<float>(signal.n[d]);
        std::uniform_real_distribution<float> place(-2.5f * size, 3.5f * size);
        for (std::size_t i = 0; i < count; ++i) places[d].push_back(place(random));
    }
    launch.object(launch.texture(signal.as, signal.texels));
    for (const auto& axis : places) launch.argument(launch.array(axis));
    const std::uint64_t out = launch.array(std::vector<float>(count));
    launch.argument(out);
    const ExecuteOutcome outcome = launch.run(count);
    ASSERT_FALSE(outcome.fault) << text_of(*outcome.fault);
    const std::vector<float> got = launch.read<float>(out, count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::array<float, 3> place{places[0][i], places[1][i], places[2][i]};
        ASSERT_NEAR(got[i], signal.at(place), 4e-6) << "at " << place[0] << ", " << place[1] << ", " << place[2];
    }
}

INSTANTIATE_TEST_SUITE_P(All, TextureSettings, testing::ValuesIn(all_settings()),
                         [](const auto& info) { return name_of_setting(info.param); });

// The guide's own sentences about the ends, in numbers worked out by hand.
TEST(Textures, EndsAndMiddlesByHand) {
    Launch launch(
        "__global__ void k(cudaTextureObject_t t, const float* x, float* out) { out[threadIdx.x] = tex1D<float>(t, "
        "x[threadIdx.x]); }");
    Texture as;
    as.dimensions = 1;
    as.width = 4;
    as.filter = TextureFilter::linear;
    const std::vector<float> x{0.5f, 1.0f, 1.5f, 3.5f, 0.0f, 4.0f, 1.0f + 1 / 4096.0f, 1.0f + 1 / 256.0f};
    launch.object(launch.texture<float>(as, {10, 20, 40, 80}));
    launch.argument(launch.array(x));
    const std::uint64_t out = launch.array(std::vector<float>(x.size()));
    launch.argument(out);
    ASSERT_FALSE(launch.run(static_cast<std::uint32_t>(x.size())).fault);
    // centres of texels are themselves, halfway between them is the mean, the ends repeat, and a weight has eight bits
    EXPECT_THAT(launch.read<float>(out, x.size()), testing::ElementsAre(10, 15, 20, 80, 10, 80, 15, 10 + 10 * 129 / 256.0f));
}

TEST(Textures, EachModeOfADimensionIsItsOwn) {
    Launch launch(
        "__global__ void k(cudaTextureObject_t t, float* out) { out[0] = tex2D<float>(t, 1.25f, 0.25f); out[1] = tex2D<float>(t, "
        "0.25f, -0.25f); }");
    Texture as;
    as.width = 2;
    as.height = 2;
    as.normalized_coordinates = true;
    as.address_modes = {TextureAddress::wrap, TextureAddress::border, TextureAddress::clamp};
    launch.object(launch.texture<float>(as, {1, 2, 3, 4}));
    const std::uint64_t out = launch.array(std::vector<float>(2));
    launch.argument(out);
    ASSERT_FALSE(launch.run(1).fault);
    EXPECT_THAT(launch.read<float>(out, 2), testing::ElementsAre(1, 0));
}

// ---- types of texels ----

template <typename T>
std::vector<float> read_as(TexelType type, const std::string& name, const std::vector<T>& values, TextureRead read) {
    Launch launch("__global__ void k(cudaTextureObject_t t, float* out) { out[threadIdx.x] = (float)tex1Dfetch<" + name +
                  ">(t, threadIdx.x); }");
    Texture as;
    as.dimensions = 1;
    as.is_linear = true;
    as.type = type;
    as.width = static_cast<std::uint32_t>(values.size());
    as.read = read;
    launch.object(launch.texture(as, values));
    const std::uint64_t out = launch.array(std::vector<float>(values.size()));
    launch.argument(out);
    const ExecuteOutcome outcome = launch.run(static_cast<std::uint32_t>(values.size()));
    EXPECT_FALSE(outcome.fault) << (outcome.fault ? text_of(*outcome.fault) : "");
    return launch.read<float>(out, values.size());
}

TEST(Textures, ElementsOfEveryType) {
    using testing::ElementsAre;
    constexpr auto element = TextureRead::element;
    EXPECT_THAT(read_as<std::uint8_t>(TexelType::u8, "unsigned char", {0, 200, 255}, element), ElementsAre(0, 200, 255));
    EXPECT_THAT(read_as<std::int8_t>(TexelType::i8, "signed char", {-128, -1, 127}, element), ElementsAre(-128, -1, 127));
    EXPECT_THAT(read_as<std::int8_t>(TexelType::i8, "int", {-128, -1, 127}, element), ElementsAre(-128, -1, 127));
    EXPECT_THAT(read_as<std::uint16_t>(TexelType::u16, "unsigned short", {0, 65535}, element), ElementsAre(0, 65535));
    EXPECT_THAT(read_as<std::int16_t>(TexelType::i16, "short", {-32768, 5}, element), ElementsAre(-32768, 5));
    EXPECT_THAT(read_as<std::uint32_t>(TexelType::u32, "unsigned", {0, 4294967295u}, element), ElementsAre(0, 4294967296.f));
    EXPECT_THAT(read_as<std::int32_t>(TexelType::i32, "int", {-7, 1 << 30}, element), ElementsAre(-7, 1 << 30));
    EXPECT_THAT(read_as<_Float16>(TexelType::f16, "float", {static_cast<_Float16>(0.5f), static_cast<_Float16>(-2)}, element),
                ElementsAre(0.5f, -2));
    EXPECT_THAT(read_as<float>(TexelType::f32, "float", {1e30f, -0.f}, element), ElementsAre(1e30f, -0.f));
}

TEST(Textures, NormalizedFloats) {
    using testing::ElementsAre;
    constexpr auto normalized = TextureRead::normalized_float;
    EXPECT_THAT(read_as<std::uint8_t>(TexelType::u8, "float", {0, 51, 255}, normalized), ElementsAre(0, 0.2f, 1));
    EXPECT_THAT(read_as<std::int8_t>(TexelType::i8, "float", {-128, -127, 0, 127}, normalized), ElementsAre(-1, -1, 0, 1));
    EXPECT_THAT(read_as<std::uint16_t>(TexelType::u16, "float", {0, 13107, 65535}, normalized), ElementsAre(0, 0.2f, 1));
    EXPECT_THAT(read_as<std::int16_t>(TexelType::i16, "float", {-32768, 32767}, normalized), ElementsAre(-1, 1));
}

TEST(Textures, SeveralChannelsPitchAndGather) {
    Launch launch(R"(
__global__ void k(cudaTextureObject_t t, cudaTextureObject_t f, float* out) {
    uchar4 c = tex2D<uchar4>(t, 1, 1);
    out[0] = c.x; out[1] = c.y; out[2] = c.z; out[3] = c.w;
    uchar2 two;
    tex2D(&two, t, 0.f, 1.f);
    out[4] = two.y;
    float4 g = tex2Dgather<float4>(f, 1.f, 1.f);
    out[5] = g.x; out[6] = g.y; out[7] = g.z; out[8] = g.w;
    out[9] = tex2DLod<float>(f, 0.5f, 1.5f, 3.f);
})");
    Texture bytes;
    bytes.name = "t";
    bytes.type = TexelType::u8;
    bytes.channels = 4;
    bytes.width = 2;
    bytes.height = 2;
    std::vector<std::uint8_t> rows(2 * 16);  // rows of 8 bytes, 16 apart
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint8_t>(i);
    bytes.address = launch.array(rows);
    bytes.pitch_bytes = 16;
    bytes.plane_bytes = 32;
    launch.object(bytes);
    Texture floats;
    floats.width = 2;
    floats.height = 2;
    launch.object(launch.texture<float>(floats, {1, 2, 3, 4}));
    const std::uint64_t out = launch.array(std::vector<float>(10));
    launch.argument(out);
    const ExecuteOutcome outcome = launch.run(1);
    ASSERT_FALSE(outcome.fault) << text_of(*outcome.fault);
    EXPECT_THAT(launch.read<float>(out, 10), testing::ElementsAre(20, 21, 22, 23, 17, 3, 4, 2, 1, 3));
}

TEST(Textures, Layers) {
    Launch launch(R"(
__global__ void k(cudaTextureObject_t t, float* out) {
    out[0] = tex2DLayered<float>(t, 0.5f, 0.5f, 1);
    out[1] = tex2DLayered<float>(t, 1.f, 0.5f, 2);  // halfway between two texels of the layer, never between layers
    out[2] = tex2DLayered<float>(t, 0.5f, 0.5f, 9);
    out[3] = tex2DLayered<float>(t, 0.5f, 0.5f, -1);
})");
    Texture as;
    as.is_layered = true;
    as.width = 2;
    as.height = 1;
    as.depth = 3;
    as.filter = TextureFilter::linear;
    launch.object(launch.texture<float>(as, {1, 2, 10, 20, 100, 200}));
    const std::uint64_t out = launch.array(std::vector<float>(4));
    launch.argument(out);
    ASSERT_FALSE(launch.run(1).fault);
    EXPECT_THAT(launch.read<float>(out, 4), testing::ElementsAre(10, 150, 100, 1));
}

TEST(Textures, AnInfiniteNeighbourWithoutWeightDoesNotCount) {
    Launch launch(
        "__global__ void k(cudaTextureObject_t t, float* out) { out[0] = tex1D<float>(t, 0.5f); out[1] = tex1D<float>(t, 0.f / "
        "0.f); }");
    Texture as;
    as.dimensions = 1;
    as.width = 2;
    as.filter = TextureFilter::linear;
    launch.object(launch.texture<float>(as, {3, INFINITY}));
    const std::uint64_t out = launch.array(std::vector<float>(2));
    launch.argument(out);
    ASSERT_FALSE(launch.run(1).fault);
    EXPECT_THAT(launch.read<float>(out, 2), testing::ElementsAre(3, 3));
}

// Lanes of one warp may read different objects.
TEST(Textures, EachLaneHasItsOwn) {
    Launch launch(R"(
__global__ void k(cudaTextureObject_t s, cudaTextureObject_t t, float* out) {
    cudaTextureObject_t mine = threadIdx.x % 2 ? s : t;
    out[threadIdx.x] = tex1D<float>(mine, 0);
})");
    Texture as;
    as.dimensions = 1;
    launch.object(launch.texture<float>(as, {3}));
    launch.object(launch.texture<float>(as, {4}));
    const std::uint64_t out = launch.array(std::vector<float>(4));
    launch.argument(out);
    ASSERT_FALSE(launch.run(4).fault);
    EXPECT_THAT(launch.read<float>(out, 4), testing::ElementsAre(4, 3, 4, 3));
}

// ---- what goes wrong ----

constexpr const char* kReads = "__global__ void k(cudaTextureObject_t t, float* out) {\n    out[0] = tex2D<float>(t, 0, 0);\n}\n";

Fault fault_of(Launch& launch) {
    launch.argument(launch.array(std::vector<float>(4)));
    const ExecuteOutcome outcome = launch.run(1);
    EXPECT_TRUE(outcome.fault);
    return outcome.fault.value_or(Fault{});
}

TEST(Textures, DestroyedObjectsAndFreedMemorySayso) {
    Launch destroyed(kReads);
    Texture as;
    destroyed.object(destroyed.texture<float>(as, {1}));
    destroyed.textures().textures[0].kind = Texture::Kind::destroyed;
    const Fault gone = fault_of(destroyed);
    EXPECT_EQ(gone.line, 2);
    EXPECT_THAT(gone.message, HasSubstr("has been destroyed"));
    Launch freed(kReads);
    as.name = "t";
    as.address = 0x123456;
    freed.object(as);
    EXPECT_THAT(fault_of(freed).message, HasSubstr("has been freed"));
}

TEST(Textures, TheWrongShapeNamesTheRightFunction) {
    Launch launch(kReads);
    Texture as;
    as.dimensions = 3;
    as.depth = 2;
    launch.object(launch.texture<float>(as, {1, 2}));
    const Fault fault = fault_of(launch);
    EXPECT_EQ(fault.kind, FaultKind::launch_invalid);
    EXPECT_THAT(fault.message, HasSubstr("tex2D with 't', which is three-dimensional"));
    EXPECT_THAT(fault.hint, HasSubstr("tex3D"));
    Launch linear("__global__ void k(cudaTextureObject_t t, float* out) { out[0] = tex1D<float>(t, 0); }");
    as = {};
    as.dimensions = 1;
    as.is_linear = true;
    linear.object(linear.texture<float>(as, {1}));
    EXPECT_THAT(fault_of(linear).hint, HasSubstr("tex1Dfetch"));
}

TEST(Textures, TheWrongTypeIsSaid) {
    Launch launch(kReads);
    Texture as;
    as.type = TexelType::u8;
    launch.object(launch.texture<std::uint8_t>(as, {1}));
    const Fault fault = fault_of(launch);
    EXPECT_THAT(fault.message, HasSubstr("reads 't' as floats, but its u8 texels are read as integers"));
    EXPECT_THAT(fault.hint, HasSubstr("cudaReadModeNormalizedFloat"));
}

TEST(Textures, AThousandDestroyedOnesAreKeptAndNoMore) {
    TextureTable table;
    const std::uint64_t first = table.add({});
    for (int i = 0; i < 5000; ++i) {
        table.textures.back().kind = Texture::Kind::destroyed;
        const std::uint64_t handle = table.add({.name = "new"});
        const Texture* found = table.find(handle);
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(found->name, "new");
        table.textures[static_cast<std::size_t>(found - table.textures.data())].kind = Texture::Kind::destroyed;
    }
    EXPECT_EQ(table.textures.size(), TextureTable::kMostKept);
    EXPECT_NE(table.find(first), nullptr);
}

TEST(Textures, WhatCudaRefusesIsAMistake) {
    Texture as;
    EXPECT_EQ(mistake_in(as), "");
    as.type = TexelType::u8;
    as.filter = TextureFilter::linear;
    EXPECT_THAT(std::string(mistake_in(as)), HasSubstr("linear filtering needs"));
    as.read = TextureRead::normalized_float;
    EXPECT_EQ(mistake_in(as), "");
    as.type = TexelType::i32;
    EXPECT_THAT(std::string(mistake_in(as)), HasSubstr("8 and 16 bits"));
    as = {};
    as.channels = 3;
    EXPECT_THAT(std::string(mistake_in(as)), HasSubstr("1, 2 or 4 channels"));
    as = {};
    as.height = 0;
    EXPECT_NE(mistake_in(as), "");
}

}  // namespace
}  // namespace warpwise::simt
