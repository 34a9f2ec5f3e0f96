// The devices that the suites run on. A device that is not here skips the test with the reason; it never passes one.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "device/interface/device.h"

namespace warpwise::testing_devices {

// Made once per process: a context costs a second, and a device must go on after a fault.
inline Result<Device*> get(DeviceKind kind) {
    static std::map<DeviceKind, Result<std::unique_ptr<Device>>> devices;
    auto found = devices.find(kind);
    if (found == devices.end()) {
        auto made = kind == DeviceKind::cuda ? make_cuda_device() : Result<std::unique_ptr<Device>>(make_emulated_device());
        found = devices.emplace(kind, std::move(made)).first;
    }
    if (!found->second) return std::unexpected(found->second.error());
    return found->second->get();
}

class OnDevice : public testing::TestWithParam<DeviceKind> {
  protected:
    void SetUp() override {
        const auto device = get(GetParam());
        if (!device) GTEST_SKIP() << device.error().text();
        device_ = *device;
    }
    std::shared_ptr<Program> compiled(const std::string& text, const std::string& entry) {
        auto program = device_->compile({text, entry, "kernel.cu"});
        EXPECT_TRUE(program.has_value()) << text_of(program.error());
        return program ? *program : nullptr;
    }
    // __half on the GPU comes with a toolkit's headers; the emulator has its own.
    bool has_half() const {
        const auto properties = device_->describe().properties;
        const auto headers = properties.find("cuda_headers");
        return headers == properties.end() || !headers->second.starts_with("none");
    }
    Device* device_ = nullptr;
};

inline std::string device_name(const testing::TestParamInfo<DeviceKind>& info) { return std::string(name_of(info.param)); }

inline Array make_array(DType dtype, std::int64_t size) {
    auto array = Array::make(dtype, {size});
    EXPECT_TRUE(array.has_value());
    return array ? std::move(*array) : Array();
}

// Small whole numbers, exact in every dtype: a sum of two fits in eight bits and in a half.
inline Array numbers(DType dtype, std::int64_t size, int step) {
    Array array = make_array(dtype, size);
    visit_dtype(dtype, [&]<typename T>() {
        auto values = array.as<T>();
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(static_cast<int>(i) * step % 50);
    });
    return array;
}

inline KernelArgument array_argument(const char* name, Array& array, bool read_only = false) {
    return {.kind = KernelArgument::Kind::array, .name = name, .array = &array, .read_only = read_only};
}

template <typename T>
KernelArgument scalar_argument(const char* name, DType dtype, T value) {
    KernelArgument argument{.kind = KernelArgument::Kind::scalar, .name = name, .dtype = dtype};
    __builtin_memcpy(argument.scalar.data(), &value, sizeof value);
    return argument;
}

inline LaunchShape line_shape(std::uint32_t grid, std::uint32_t block) { return {.grid = {grid, 1, 1}, .block = {block, 1, 1}}; }

}  // namespace warpwise::testing_devices
