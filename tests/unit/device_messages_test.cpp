// What a device and the process that drives it tell each other comes back as it was.
#include "device/process/device_messages.h"

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
    options.watch_thread = 77;
    const LaunchOptions back = launch_options_from(sent(message_of(options)));
    EXPECT_EQ(back.repeats, 9);
    EXPECT_EQ(back.copies, CopyMode::resident);
    EXPECT_TRUE(back.flush_l2);
    EXPECT_EQ(back.chunks, 16);
    EXPECT_EQ(back.streams, 4);
    EXPECT_EQ(back.length_argument, 3u);
    EXPECT_EQ(back.watch_thread, 77u);
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

TEST(DeviceMessages, TexturesComeBack) {
    Array image = Array::make(DType::u8, {3, 5, 4}).value();
    KernelArgument argument{.name = "image", .array = &image};
    argument.texture =
        simt::Texture{.kind = simt::Texture::Kind::texture,
                      .is_layered = true,
                      .is_cube = true,
                      .dimensions = 1,
                      .channels = 4,
                      .type = simt::TexelType::u8,
                      .width = 5,
                      .depth = 3,
                      .address_modes = {simt::TextureAddress::mirror, simt::TextureAddress::border, simt::TextureAddress::wrap},
                      .filter = simt::TextureFilter::linear,
                      .read = simt::TextureRead::normalized_float,
                      .normalized_coordinates = true,
                      .border = {1, 2, 3, 0.5f}};
    const std::vector<KernelArgument> sent_ones{argument};
    const SharedArrays shared = SharedArrays::of(sent_ones);
    std::vector<std::byte> memory(shared.bytes);
    std::vector<Array> arrays = arrays_from(sent(message_of(shared)), memory);
    const nlohmann::json message = sent(message_of(sent_ones, shared));
    const std::vector<KernelArgument> back = arguments_from(message, arrays);
    ASSERT_EQ(back.size(), 1u);
    EXPECT_EQ(back[0].texture, argument.texture);
    nlohmann::json wrong = message;
    wrong[0]["texture"]["filter"] = 7;
    EXPECT_THROW(arguments_from(wrong, arrays), std::invalid_argument);
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

TEST(DeviceMessages, TheLinesOfAProgramComeBack) {
    Program program, back;
    program.statement_lines = {2, 4, 5, 5000};
    back.statement_lines = {1};
    read_program(sent(message_of(program)), back);
    EXPECT_EQ(back.statement_lines, program.statement_lines);
}

TEST(DeviceMessages, WarningsAndWatchedAccessesComeBack) {
    LaunchOutcome outcome;
    outcome.warnings = {{.file = "kernel.cu", .line = 7, .severity = Severity::warning, .message = "undefined", .hint = "mask"}};
    outcome.watched = {{3, 1, -5, true, "2.5", 17, 40}, {4, static_cast<std::size_t>(-1), 0, false, "0x7f"}};
    const LaunchOutcome back = launch_outcome_from(sent(message_of(outcome)));
    EXPECT_EQ(back.warnings, outcome.warnings);
    ASSERT_EQ(back.watched.size(), 2u);
    EXPECT_EQ(back.watched[0].index, -5);
    EXPECT_TRUE(back.watched[0].is_store);
    EXPECT_EQ(back.watched[0].position, 17u);
    EXPECT_EQ(back.watched[0].step, 40u);
    EXPECT_EQ(back.watched[1].argument, static_cast<std::size_t>(-1));
    EXPECT_EQ(back.watched[1].value, "0x7f");
}

TEST(DeviceMessages, WriteMapsLieInTheSharedMemory) {
    const std::vector<WriteMap> maps{{0, {1, 2, 3}}, {4, std::vector<std::uint32_t>(3'000'000, 9)}};
    std::vector<std::byte> memory(bytes_of(maps));
    const nlohmann::json message = sent(message_of(maps, memory));
    EXPECT_LT(nlohmann::json::to_cbor(message).size(), 200u);
    const std::vector<WriteMap> back = write_maps_from(message, memory);
    ASSERT_EQ(back.size(), 2u);
    EXPECT_EQ(back[0].writer, maps[0].writer);
    EXPECT_EQ(back[1].argument, 4u);
    EXPECT_EQ(back[1].writer, maps[1].writer);
    EXPECT_THROW(write_maps_from(message, std::span(memory).first(100)), std::out_of_range);
}

TEST(DeviceMessages, ArraysMayLieOverTheSharedMemory) {
    Array out = Array::make(DType::i32, {4}).value();
    const std::vector<KernelArgument> arguments{{.name = "out", .array = &out}};
    const SharedArrays shared = SharedArrays::of(arguments);
    std::vector<std::byte> memory(shared.bytes);
    std::vector<Array> arrays = arrays_over(sent(message_of(shared)), memory);
    arrays.at(0).as<std::int32_t>()[3] = 7;
    const Array copy = arrays[0];
    shared.copy_out(memory);
    EXPECT_EQ(out.value(3), 7);
    arrays[0].as<std::int32_t>()[3] = 8;
    EXPECT_EQ(copy.value(3), 7) << "a copy owns its bytes";
    EXPECT_THROW(arrays_over(sent(message_of(shared)), std::span(memory).first(8)), std::out_of_range);
}

TEST(DeviceMessages, WhatASessionOfTheDebuggerNeedsComesBack) {
    const DebugOptions options{.block = {3, 2, 1},
                               .before = BlocksBefore::all_run,
                               .schedule = Schedule::random,
                               .schedule_seed = ~std::uint64_t{0},
                               .step_budget = ~std::uint64_t{1},
                               .memory_budget = 7};
    const DebugOptions back = debug_options_from(sent(message_of(options)));
    EXPECT_EQ(back.block, options.block);
    EXPECT_EQ(back.before, BlocksBefore::all_run);
    EXPECT_EQ(back.schedule, Schedule::random);
    EXPECT_EQ(back.schedule_seed, options.schedule_seed);
    EXPECT_EQ(back.step_budget, options.step_budget);
    EXPECT_EQ(back.memory_budget, 7u);

    const std::vector<std::byte> bytes{std::byte{0}, std::byte{255}, std::byte{10}};
    EXPECT_EQ(bytes_from(sent(message_of(bytes))), bytes);
    EXPECT_TRUE(bytes_from(sent(message_of(std::vector<std::byte>{}))).empty());

    const std::vector<TimelineSpan> timeline{{TimelineSpan::Kind::exited, 31, 5, ~std::uint64_t{0}}, {}};
    const std::vector<TimelineSpan> read = timeline_from(sent(message_of(timeline)));
    ASSERT_EQ(read.size(), 2u);
    EXPECT_EQ(read[0].kind, TimelineSpan::Kind::exited);
    EXPECT_EQ(read[0].warp, 31u);
    EXPECT_EQ(read[0].end, ~std::uint64_t{0});
    EXPECT_THROW(timeline_from(sent(message_of(bytes))), std::out_of_range);
    EXPECT_THROW(timeline_from(sent(message_of(std::vector(sizeof(TimelineSpan), std::byte{9})))), std::out_of_range);
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
