// One suite for every device that runs kernels: what holds in the emulator holds on the GPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu/devices.h"

namespace warpwise {
namespace {
using namespace testing_devices;
using testing::HasSubstr;
using testing::Not;

constexpr const char* add_one = R"(template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = a[i] + T(1);
}
)";
constexpr const char* vector_add = R"(template <typename T>
__global__ void vector_add(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
)";

// __half comes with a header, as in any CUDA C++ text.
std::string for_dtype(const char* text, DType dtype) {
    return (dtype == DType::f16 ? "#include <cuda_fp16.h>\n" : "") + std::string(text);
}

class DeviceSuite : public OnDevice {};
INSTANTIATE_TEST_SUITE_P(Devices, DeviceSuite, testing::Values(DeviceKind::emulated, DeviceKind::cuda), device_name);

void expect_no_fault(const LaunchOutcome& outcome) { EXPECT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault); }

TEST_P(DeviceSuite, SaysWhatItIs) {
    const DeviceInfo info = device_->describe();
    EXPECT_EQ(info.kind, GetParam());
    EXPECT_FALSE(info.name.empty());
    EXPECT_GE(device_->limits().threads_per_block, 512u);
}

TEST_P(DeviceSuite, AddOneEqualsTheCpuInEveryDtype) {
    for (const DType dtype : all_dtypes()) {
        if (dtype == DType::f16 && !has_half()) continue;
        SCOPED_TRACE(name_of(dtype));
        const auto program = compiled(for_dtype(add_one, dtype), "add_one<" + std::string(c_name_of(dtype)) + ">");
        ASSERT_NE(program, nullptr);
        constexpr int n = 1000;  // the last block has threads past the end
        Array a = numbers(dtype, n, 7);
        const Array before = a;
        const LaunchOutcome outcome =
            device_->launch(*program, line_shape(4, 256), {array_argument("a", a), scalar_argument("n", DType::i32, n)}, {});
        expect_no_fault(outcome);
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(a.value(i), before.value(i) + 1) << "element " << i;
    }
}

TEST_P(DeviceSuite, VectorAddEqualsTheCpuInEveryDtype) {
    for (const DType dtype : all_dtypes()) {
        if (dtype == DType::f16 && !has_half()) continue;
        SCOPED_TRACE(name_of(dtype));
        const auto program = compiled(for_dtype(vector_add, dtype), "vector_add<" + std::string(c_name_of(dtype)) + ">");
        ASSERT_NE(program, nullptr);
        constexpr int n = 777;
        Array a = numbers(dtype, n, 3), b = numbers(dtype, n, 11), c = make_array(dtype, n);
        const LaunchOutcome outcome = device_->launch(*program, line_shape(13, 64),
                                                      {array_argument("a", a, true), array_argument("b", b, true),
                                                       array_argument("c", c), scalar_argument("n", DType::i32, n)},
                                                      {});
        expect_no_fault(outcome);
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(c.value(i), a.value(i) + b.value(i)) << "element " << i;
    }
}

TEST_P(DeviceSuite, RepeatsLeaveTheFirstResult) {
    const auto program = compiled(add_one, "add_one<int>");
    ASSERT_NE(program, nullptr);
    Array a = make_array(DType::i32, 256);
    const LaunchOutcome outcome = device_->launch(*program, line_shape(1, 256),
                                                  {array_argument("a", a), scalar_argument("n", DType::i32, 256)}, {.repeats = 6});
    expect_no_fault(outcome);
    for (std::size_t i = 0; i < 256; ++i) ASSERT_EQ(a.value(i), 1);
}

TEST_P(DeviceSuite, OneArrayGivenTwiceIsOneArray) {
    const auto program = compiled(vector_add, "vector_add<int>");
    ASSERT_NE(program, nullptr);
    Array a = numbers(DType::i32, 64, 1);
    const LaunchOutcome outcome = device_->launch(
        *program, line_shape(1, 64),
        {array_argument("a", a, true), array_argument("a", a, true), array_argument("a", a), scalar_argument("n", DType::i32, 64)},
        {});
    expect_no_fault(outcome);
    EXPECT_EQ(a.value(10), 20);
}

TEST_P(DeviceSuite, SharedMemoryAndBarriersWork) {
    const auto program = compiled(R"(__global__ void reverse(int* a) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
})",
                                  "reverse");
    ASSERT_NE(program, nullptr);
    Array a = make_array(DType::i32, 128);
    for (int i = 0; i < 128; ++i) a.as<int>()[static_cast<std::size_t>(i)] = i;
    LaunchShape shape = line_shape(1, 128);
    shape.dynamic_shared_bytes = 128 * sizeof(int);
    expect_no_fault(device_->launch(*program, shape, {array_argument("a", a)}, {}));
    for (std::size_t i = 0; i < 128; ++i) ASSERT_EQ(a.value(i), 127.0 - static_cast<double>(i));
}

TEST_P(DeviceSuite, AnImpossibleShapeGetsTheCudaErrorsName) {
    const auto program = compiled(add_one, "add_one<float>");
    ASSERT_NE(program, nullptr);
    Array a = make_array(DType::f32, 64);
    LaunchShape huge_shared = line_shape(1, 32);
    huge_shared.dynamic_shared_bytes = 16u << 20;
    for (const LaunchShape& shape : {line_shape(1, 2048), line_shape(0, 32), line_shape(1, 0), huge_shared}) {
        const LaunchOutcome outcome =
            device_->launch(*program, shape, {array_argument("a", a), scalar_argument("n", DType::i32, 64)}, {});
        ASSERT_TRUE(outcome.fault.has_value());
        EXPECT_EQ(outcome.fault->kind, FaultKind::launch_invalid);
        EXPECT_THAT(outcome.fault->message, HasSubstr("CUDA_ERROR_INVALID_VALUE"));
        EXPECT_FALSE(outcome.fault->hint.empty());
        EXPECT_EQ(a.value(0), 0);
    }
}

TEST_P(DeviceSuite, BlocksBeyondTheLaunchBoundsAreRefused) {
    const auto program = compiled("__global__ void __launch_bounds__(128) one(int* a) { a[threadIdx.x] = 1; }", "one");
    ASSERT_NE(program, nullptr);
    Array a = make_array(DType::i32, 512);
    expect_no_fault(device_->launch(*program, line_shape(1, 128), {array_argument("a", a)}, {}));
    EXPECT_EQ(a.value(127), 1);
    const LaunchOutcome outcome = device_->launch(*program, line_shape(1, 512), {array_argument("a", a)}, {});
    ASSERT_TRUE(outcome.fault.has_value());
    EXPECT_EQ(outcome.fault->kind, FaultKind::launch_invalid);
    EXPECT_THAT(outcome.fault->message, HasSubstr("CUDA_ERROR_INVALID_VALUE"));
    EXPECT_EQ(a.value(200), 0);
}

TEST_P(DeviceSuite, WrongArgumentsAreAFaultNotACrash) {
    const auto program = compiled(add_one, "add_one<float>");
    ASSERT_NE(program, nullptr);
    Array a = make_array(DType::f32, 64);
    const std::vector<std::vector<KernelArgument>> wrong{
        {},
        {array_argument("a", a)},
        {array_argument("a", a), scalar_argument("n", DType::f64, 64.0)},
        {scalar_argument("a", DType::i32, 5), scalar_argument("n", DType::i32, 64)}};
    for (const auto& arguments : wrong) {
        const LaunchOutcome outcome = device_->launch(*program, line_shape(1, 64), arguments, {});
        ASSERT_TRUE(outcome.fault.has_value()) << arguments.size() << " arguments";
        EXPECT_EQ(outcome.fault->kind, FaultKind::launch_invalid);
        EXPECT_EQ(a.value(0), 0);
    }
}

TEST_P(DeviceSuite, ACompileErrorHasItsLine) {
    const auto program = device_->compile({"__global__ void k(float* a) {\n    a[0] = missing_name;\n}\n", "k", "kernel.cu"});
    ASSERT_FALSE(program.has_value());
    ASSERT_FALSE(program.error().empty());
    EXPECT_EQ(program.error()[0].file, "kernel.cu");
    EXPECT_EQ(program.error()[0].line, 2);
    EXPECT_EQ(program.error()[0].column, 12);
    EXPECT_THAT(program.error()[0].message, HasSubstr("missing_name"));
}

TEST_P(DeviceSuite, AnEntryThatIsNotThereIsNamed) {
    const auto program = device_->compile({add_one, "subtract_one<float>", "kernel.cu"});
    ASSERT_FALSE(program.has_value());
    EXPECT_THAT(text_of(program.error()), HasSubstr("subtract_one"));
}

TEST_P(DeviceSuite, WhatAKernelPrintsIsCapturedOnce) {
    const auto program =
        compiled("__global__ void greet(int* a) { printf(\"thread %d\\n\", threadIdx.x); a[threadIdx.x] = 1; }", "greet");
    ASSERT_NE(program, nullptr);
    Array a = make_array(DType::i32, 2);
    testing::internal::CaptureStdout();
    const LaunchOutcome outcome = device_->launch(*program, line_shape(1, 2), {array_argument("a", a)}, {.repeats = 3});
    const std::string on_stdout = testing::internal::GetCapturedStdout();
    expect_no_fault(outcome);
    EXPECT_EQ(outcome.printed, "thread 0\nthread 1\n");
    EXPECT_EQ(on_stdout, "");  // --json promises one record and nothing else there
}

TEST_P(DeviceSuite, ABudgetThatTheArraysBreakIsAFault) {
    const auto program = compiled(add_one, "add_one<float>");
    ASSERT_NE(program, nullptr);
    Array a = make_array(DType::f32, 1 << 20);
    const LaunchOutcome outcome = device_->launch(
        *program, line_shape(1, 32), {array_argument("a", a), scalar_argument("n", DType::i32, 32)}, {.memory_budget = 1 << 20});
    ASSERT_TRUE(outcome.fault.has_value());
    EXPECT_EQ(outcome.fault->kind, FaultKind::memory_budget);
}

TEST_P(DeviceSuite, AStoppedRunSaysSo) {
    const auto program = compiled(add_one, "add_one<float>");
    ASSERT_NE(program, nullptr);
    Array a = make_array(DType::f32, 64);
    std::stop_source source;
    source.request_stop();
    const LaunchOutcome outcome =
        device_->launch(*program, line_shape(1, 64), {array_argument("a", a), scalar_argument("n", DType::i32, 64)},
                        {.repeats = 3, .stop = source.get_token()});
    EXPECT_TRUE(outcome.cancelled);
}

// Faults last: on the GPU each costs a context.
void expect_works_again(Device& device) {
    const auto program = device.compile({add_one, "add_one<int>", "kernel.cu"});
    ASSERT_TRUE(program.has_value()) << text_of(program.error());
    Array a = make_array(DType::i32, 32);
    const LaunchOutcome outcome =
        device.launch(**program, line_shape(1, 32), {array_argument("a", a), scalar_argument("n", DType::i32, 32)}, {});
    expect_no_fault(outcome);
    EXPECT_EQ(a.value(31), 1);
}

TEST_P(DeviceSuite, AfterAnOutOfBoundsWriteTheDeviceWorksAgain) {
    const auto before = compiled(add_one, "add_one<int>");
    const auto far = compiled("__global__ void far(int* a) { a[(1ll << 40) + threadIdx.x] = 1; }", "far");
    ASSERT_NE(before, nullptr);
    ASSERT_NE(far, nullptr);
    Array a = make_array(DType::i32, 32);
    const LaunchOutcome outcome = device_->launch(*far, line_shape(1, 32), {array_argument("a", a)}, {});
    ASSERT_TRUE(outcome.fault.has_value());
    EXPECT_EQ(outcome.fault->kind, FaultKind::out_of_bounds) << text_of(*outcome.fault);
    EXPECT_FALSE(outcome.fault->hint.empty());
    expect_works_again(*device_);
    // a program from before the fault works too
    Array b = make_array(DType::i32, 32);
    expect_no_fault(
        device_->launch(*before, line_shape(1, 32), {array_argument("a", b), scalar_argument("n", DType::i32, 32)}, {}));
    EXPECT_EQ(b.value(0), 1);
}

TEST_P(DeviceSuite, AfterAFailedAssertTheDeviceWorksAgain) {
    const auto program = compiled("#include <cassert>\n__global__ void claims(int* a) { assert(a[0] == 1); }", "claims");
    ASSERT_NE(program, nullptr);
    Array a = make_array(DType::i32, 1);
    const LaunchOutcome outcome = device_->launch(*program, line_shape(1, 1), {array_argument("a", a)}, {});
    ASSERT_TRUE(outcome.fault.has_value());
    EXPECT_EQ(outcome.fault->kind, FaultKind::assert_failed) << text_of(*outcome.fault);
    expect_works_again(*device_);
}

}  // namespace
}  // namespace warpwise
