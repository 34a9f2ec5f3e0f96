// The runtime of whole programs in this process, with the kernels and variables of a small text: what its functions give back, and
// what they tell.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <map>
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
__constant__ int fixed[16];
extern "C" __global__ void use_fixed(int* out) { out[threadIdx.x] = fixed[threadIdx.x]; }
extern "C" __global__ void set(int* out, int first) { out[first + threadIdx.x] = 1; }
extern "C" __global__ void set_tile(int* out, int pitch) { out[threadIdx.y * pitch + threadIdx.x] = 1; }
extern "C" __global__ void get(int* out, const int* in, int first) { out[threadIdx.x] = in[first + threadIdx.x]; }
int main() { return 0; }
)";

inline constexpr std::size_t kAny = ~std::size_t{0};  // of an array that is copied from or to: it may be of any size

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
        __cudaRegisterVar(nullptr, &values_shadow(), nullptr, "values", 0, kVariableBytes, 0, 0);
        __cudaRegisterVar(nullptr, &fixed_shadow(), nullptr, "fixed", 0, kVariableBytes, 1, 0);
        for (const char* name : {"use_values", "use_fixed", "set", "set_tile", "get"})
            __cudaRegisterFunction(nullptr, stub_of(name), nullptr, name, -1, nullptr, nullptr, nullptr, nullptr, nullptr);
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
    static char& values_shadow() {
        static char shadow;
        return shadow;
    }
    static char& fixed_shadow() {
        static char shadow;
        return shadow;
    }
    static char* stub_of(const std::string& kernel) {
        static std::map<std::string, char> stubs;
        return &stubs[kernel];
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
