// What a device and the process that drives it tell each other comes back as it was.
#include "device/device_messages.h"

#include <gtest/gtest.h>

namespace warpwise {
namespace {

// As over the socket: a message is CBOR there.
nlohmann::json sent(const nlohmann::json& message) { return nlohmann::json::from_cbor(nlohmann::json::to_cbor(message)); }

TEST(DeviceMessages, LaunchOptionsComeBack) {
    LaunchOptions options;
    options.repeats = 9;
    options.copies = CopyMode::resident;
    options.flush_l2 = true;
    options.chunks = 16;
    options.streams = 4;
    options.length_argument = 3;
    const LaunchOptions back = launch_options_from(sent(message_of(options)));
    EXPECT_EQ(back.repeats, 9);
    EXPECT_EQ(back.copies, CopyMode::resident);
    EXPECT_TRUE(back.flush_l2);
    EXPECT_EQ(back.chunks, 16);
    EXPECT_EQ(back.streams, 4);
    EXPECT_EQ(back.length_argument, 3u);
    EXPECT_EQ(launch_options_from(sent(message_of(LaunchOptions{}))).length_argument, std::nullopt);
}

TEST(DeviceMessages, ArgumentsComeBack) {
    Array in = Array::make(DType::f32, {4}).value(), out = Array::make(DType::f64, {2, 3}).value();
    const std::vector<KernelArgument> sent_ones{{.name = "in", .array = &in, .read_only = true},
                                                {.name = "out", .array = &out, .zeroed = true},
                                                {.kind = KernelArgument::Kind::scalar, .name = "n", .dtype = DType::f32}};
    const SharedArrays shared = SharedArrays::of(sent_ones);
    std::vector<std::byte> memory(shared.bytes);
    shared.copy_in(memory);
    std::vector<Array> arrays = arrays_from(sent(message_of(shared)), memory);
    const std::vector<KernelArgument> back = arguments_from(sent(message_of(sent_ones, shared)), arrays);
    ASSERT_EQ(back.size(), 3u);
    EXPECT_TRUE(back[0].read_only && !back[0].zeroed);
    EXPECT_TRUE(!back[1].read_only && back[1].zeroed);
    EXPECT_EQ(back[1].array->shape(), out.shape());
    EXPECT_EQ(back[2].kind, KernelArgument::Kind::scalar);
    EXPECT_EQ(back[2].dtype, DType::f32);
}

TEST(DeviceMessages, TimelineReadingsAndThrottlingComeBack) {
    LaunchOutcome outcome;
    outcome.timeline = {{"copy_in", 0, 0, 0, 1.5}, {"kernel", 3, 7, 1.5, 1.75, {DeviceKind::cuda, 2}}};
    outcome.readings_device = {DeviceKind::cuda, 2};
    outcome.readings = {{"sm_clock_mhz", 1980}, {"power_w", 312.5}};
    outcome.throttled = {{0, "power limit"}, {12, "temperature"}};
    const LaunchOutcome back = launch_outcome_from(sent(message_of(outcome)));
    EXPECT_EQ(back.timeline, outcome.timeline);
    EXPECT_EQ(back.readings, outcome.readings);
    EXPECT_EQ(back.readings_device, outcome.readings_device);
    EXPECT_EQ(launch_outcome_from(sent(message_of(LaunchOutcome{}))).readings_device, std::nullopt);
    EXPECT_EQ(back.throttled, outcome.throttled);
    EXPECT_TRUE(launch_outcome_from(sent(message_of(LaunchOutcome{}))).throttled.empty());
}

TEST(DeviceMessages, ADeviceComesBackAndAnUnknownKindIsNoGpu) {
    const DeviceInfo info{DeviceKind::cuda, "NVIDIA Test", {{"compute_capability", "9.0"}}, 3};
    nlohmann::json message = sent(message_of(info));
    const DeviceInfo back = device_info_from(message);
    EXPECT_EQ(back.id(), info.id());
    EXPECT_EQ(back.name, info.name);
    EXPECT_EQ(back.properties, info.properties);
    message["kind"] = "abacus";
    EXPECT_THROW(device_info_from(message), std::invalid_argument);
}

TEST(DeviceMessages, AProgramsResourcesComeBack) {
    Program program, back;
    program.resources = Program::Resources{32, 4096, 8, 1024};
    read_program(sent(message_of(program)), back);
    ASSERT_TRUE(back.resources.has_value());
    EXPECT_EQ(back.resources->registers_per_thread, 32);
    EXPECT_EQ(back.resources->static_shared_bytes, 4096u);
    EXPECT_EQ(back.resources->local_bytes_per_thread, 8u);
    EXPECT_EQ(back.resources->most_threads_per_block, 1024);
    program.resources.reset();
    read_program(sent(message_of(program)), back);
    EXPECT_FALSE(back.resources.has_value());
}

}  // namespace
}  // namespace warpwise
