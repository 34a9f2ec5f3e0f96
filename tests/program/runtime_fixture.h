// The runtime of whole programs in this process, with the kernels and variables of a small text: what its functions give back, and
// what they tell.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "base/files.h"
#include "program/runtime/runtime.h"
#include "temporary_folder.h"

namespace warpwise {

inline constexpr const char* kDeviceText = R"(
__device__ int values[16];
extern "C" __global__ void add(int* out, int value) { atomicAdd(&out[blockIdx.x], value); }
extern "C" __global__ void use_values(int* out) { out[threadIdx.x] = values[threadIdx.x]; }
int main() { return 0; }
)";

class RuntimeTest : public testing::Test {
  protected:
    static constexpr std::size_t kVariableBytes = 16 * sizeof(int);

    static void SetUpTestSuite() {
        if (reader() >= 0) return;
        std::array<int, 2> ends{};
        ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
        fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        const test::TemporaryFolder folder;
        folder.write("runtime.cu", kDeviceText);
        ProgramText text;
        text.file = folder.path() / "runtime.cu";
        auto device = compile_device_side(text);
        ASSERT_TRUE(device.has_value());
        Runtime::instance().begin({}, std::move(*device), {}, ends[1]);
        __cudaRegisterFunction(nullptr, &add_stub(), nullptr, "add", -1, nullptr, nullptr, nullptr, nullptr, nullptr);
        __cudaRegisterFunction(nullptr, &use_values_stub(), nullptr, "use_values", -1, nullptr, nullptr, nullptr, nullptr, nullptr);
        __cudaRegisterVar(nullptr, &values_shadow(), nullptr, "values", 0, kVariableBytes, 0, 0);
        reader() = ends[0];
    }
    void SetUp() override {
        Runtime::instance().forget_told();
        events();
    }
    void TearDown() override { cudaDeviceReset(); }

    // What was told since the last call.
    static std::vector<nlohmann::json> events() {
        std::string text;
        std::array<char, 65536> bytes{};
        for (ssize_t got = 0; (got = read(reader(), bytes.data(), bytes.size())) > 0;)
            text.append(bytes.data(), static_cast<std::size_t>(got));
        std::vector<nlohmann::json> out;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) out.push_back(nlohmann::json::parse(line));
        return out;
    }
    static std::vector<std::string> findings() {
        std::vector<std::string> out;
        for (const auto& event : events())
            if (event.at("event") == "finding") out.push_back(event.at("kind"));
        return out;
    }
    static char& add_stub() {
        static char stub;
        return stub;
    }
    static char& use_values_stub() {
        static char stub;
        return stub;
    }
    static char& values_shadow() {
        static char shadow;
        return shadow;
    }
    static int& reader() {
        static int descriptor = -1;
        return descriptor;
    }
    static void* device(std::size_t bytes) {
        void* pointer = nullptr;
        EXPECT_EQ(cudaMalloc(&pointer, bytes), cudaSuccess);
        return pointer;
    }
};

}  // namespace warpwise
