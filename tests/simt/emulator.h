// A kernel on the emulator, in one call: what the tests of this folder share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>
#include <sstream>

#include "device/interface/device.h"

namespace warpwise::test {

inline std::string read_text(const std::string& path) {
    std::ifstream file(path);
    EXPECT_TRUE(file.good()) << path;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}
inline std::string data_path(const std::string& name) { return std::string(WARPWISE_TEST_DATA) + "/" + name; }

template <typename T>
Array array_of(DType dtype, const std::vector<T>& values) {
    auto array = Array::make(dtype, {static_cast<std::int64_t>(values.size() * sizeof(T) / size_of(dtype))});
    std::memcpy(array->data(), values.data(), values.size() * sizeof(T));
    return std::move(*array);
}
inline Array zeros(DType dtype, std::int64_t count) { return std::move(*Array::make(dtype, {count})); }

inline KernelArgument argument(Array& array, std::string name = {}) {
    KernelArgument out;
    out.array = &array;
    out.name = std::move(name);
    return out;
}
template <typename T>
KernelArgument scalar(DType dtype, T value) {
    KernelArgument out;
    out.kind = KernelArgument::Kind::scalar;
    out.dtype = dtype;
    std::memcpy(out.scalar.data(), &value, sizeof value);
    return out;
}
inline KernelArgument scalar(int value) { return scalar(DType::i32, value); }

// Compile errors fail the test and give a fault of that kind.
inline LaunchOutcome run(const std::string& text, const std::string& entry, const LaunchShape& shape,
                         std::vector<KernelArgument> arguments, const LaunchOptions& options = {}) {
    const auto device = make_emulated_device();
    const auto program = device->compile({text, entry, "kernel.cu"});
    if (!program) {
        ADD_FAILURE() << text_of(program.error());
        LaunchOutcome outcome;
        outcome.fault = Fault{.kind = FaultKind::compile_error};
        return outcome;
    }
    return device->launch(**program, shape, std::move(arguments), options);
}

inline constexpr Schedule every_schedule[] = {Schedule::sequential, Schedule::round_robin, Schedule::by_request, Schedule::reversed,
                                              Schedule::random};

inline LaunchShape shape_of(std::uint32_t grid, std::uint32_t block, std::uint32_t shared_bytes = 0) {
    return {{grid, 1, 1}, {block, 1, 1}, shared_bytes};
}
inline std::string fault_text(const LaunchOutcome& outcome) { return outcome.fault ? text_of(*outcome.fault) : "no fault"; }

}  // namespace warpwise::test
