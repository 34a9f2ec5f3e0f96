// scripts/try-real-kernels: what it makes up for a kernel, what it changes after a fault, and what it never tries again.
#include <gmock/gmock.h>

#include <cstdlib>
#include <map>

#include "command_line_fixture.h"

namespace warpwise {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class TryRealKernels : public test::CommandLineTest {
  protected:
    // What the script says of each kernel of a file as it stands, by the kernel's name.
    std::map<std::string, json> tried(const std::string& text) const {
        write("mine.cu", text);
        const std::string found = (dir / "found.json").string();
        const std::string command = std::string("WARPWISE=") + WARPWISE_BINARY + " " + WARPWISE_SOURCE_DIR +
                                    "/scripts/try-real-kernels " + dir.string() + " --nvcc none --json " + found + " > " +
                                    (dir / "table").string();
        EXPECT_EQ(std::system(command.c_str()), 0) << command;
        std::map<std::string, json> out;
        for (const json& each : json::parse(read_file(found).value_or("[]"))) out[each["kernel"]] = each["whole"];
        return out;
    }
    void SetUp() override {
        if (std::system("python3 -c ''") != 0) GTEST_SKIP() << "python3 is not here";
    }
};

TEST_F(TryRealKernels, ArgumentsHaveTheTypesOfTheParameters) {
    const auto found = tried(
        "struct P { int n; float* to; double d; short s[3]; };\n"
        "__global__ void plain(float* a, int n, float T, long long k) { a[n + k] = T; }\n"
        "__global__ void structure(P p, float3 v, float* a) { p.to[threadIdx.x + p.n] = p.d + p.s[2] + v.z; }\n"
        "__global__ void picture(cudaTextureObject_t t, float* a) { a[0] = tex3D<unsigned char>(t, 1, 2, 3); }\n");
    ASSERT_EQ(found.size(), 3u);
    for (const auto& [name, result] : found) {
        EXPECT_EQ(result["ran"], true) << name << result;
        EXPECT_EQ(result["tries"].size(), 1u) << name << result;
    }
}

TEST_F(TryRealKernels, AFaultChangesWhatItNames) {
    const auto found = tried(
        "__global__ void far(float* a) { a[threadIdx.x + 5000000] = 1; }\n"
        "__global__ void rows(float** a, int n) { a[threadIdx.x][n] = 1; }\n"
        "__global__ void tile(float* a) {\n"
        "    __shared__ float s[16][16];\n"
        "    s[threadIdx.y][threadIdx.x] = 1;\n"
        "    a[threadIdx.x] = s[threadIdx.x][threadIdx.y];\n}\n"
        "__global__ void wide(float* a) {\n"
        "    extern __shared__ float s[];\n"
        "    s[threadIdx.x + 10000] = 1;\n    a[0] = s[10000];\n}\n");
    ASSERT_EQ(found.size(), 4u);
    for (const auto& [name, result] : found) {
        EXPECT_EQ(result["ran"], true) << name << result;
        EXPECT_GT(result["tries"].size(), 1u) << name << result;
        EXPECT_THAT(result["tries"][0]["message"], HasSubstr(name == "rows" ? "null_pointer" : "out_of_bounds"));
    }
    EXPECT_EQ(found.at("far")["tries"].size(), 2u);
    EXPECT_THAT(found.at("wide")["tries"][1]["arguments"], HasSubstr("--shared 49152"));
}

TEST_F(TryRealKernels, SixMoreTriesAreTheMost) {
    const auto found = tried("__global__ void never(float* a) { a[-1 - (int)threadIdx.x] = 1; }\n");
    const json& result = found.at("never");
    EXPECT_EQ(result["compiled"], true);
    EXPECT_EQ(result["ran"], false);
    EXPECT_EQ(result["tries"].size(), 7u) << result;
    EXPECT_THAT(result["message"], HasSubstr("out_of_bounds"));
}

TEST_F(TryRealKernels, WhatTheEmulatorRefusesIsNotTriedAgain) {
    const auto found =
        tried("__global__ void refused(float* a, int n) { asm(\"no.such.instruction %0;\" :: \"r\"(n)); a[0] = 1; }\n");
    const json& result = found.at("refused");
    EXPECT_EQ(result["compiled"], false) << result;
    EXPECT_EQ(result["tries"].size(), 1u);
}

}  // namespace
}  // namespace warpwise
