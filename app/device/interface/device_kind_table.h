// The one table of the kinds of devices. A further kind is an enumerator (device_id.h), a row here and the folder that has what
// makes it. How a kind looks (colour, mark) is the window's own table: ui/timing/device_look.cpp.
#pragma once

#include <array>

#include "device/interface/device.h"
#include "device/interface/device_kinds.h"
#include "device/interface/routine.h"

namespace warpwise {

struct DeviceKindRow {
    DeviceTraits traits;
    Result<std::unique_ptr<Device>> (*make)(int ordinal) = nullptr;  // of a kind that runs kernels
};

// Only device_makers.cpp may use `make` at run time: what names a maker is linked with the emulator and its compiler.
constexpr std::array kDeviceKindTable{
    DeviceKindRow{.traits = {.kind = DeviceKind::emulated,
                             .name = "emulated",
                             .title = "Emulator",
                             .short_title = "Emulator",
                             .in_sentence = "the emulator",
                             .missing = "not built in",
                             .note = "Counts what a GPU would do. It reports no GPU time.",
                             .welcome = "Runs the same kernels warp by warp and counts what they do. It never claims a GPU's time.",
                             .is_always_listed = true,
                             .has_counts = true,
                             .checks_accesses = true,
                             .has_debugger = true,
                             .has_textures = true,
                             .tells_parameters = true,
                             .fills_variables = true,
                             .has_schedules = true,
                             .runs_kernels = true,
                             .runs_everywhere = true},
                  .make = [](int) -> Result<std::unique_ptr<Device>> { return make_isolated_emulator(); }},
    DeviceKindRow{.traits = {.kind = DeviceKind::cuda,
                             .name = "cuda",
                             .title = "NVIDIA GPU",
                             .short_title = "GPU",
                             .missing = "none here",
                             .welcome = "Runs kernels and measures their time.",
                             .is_gpu = true,
                             .is_always_listed = true,
                             .may_be_several = true,
                             .has_times = true,
                             .has_copies = true,
                             .has_streams = true,
                             .has_ceilings = true,
                             .has_occupancy = true,
                             .has_graphics = true,
                             .runs_kernels = true},
                  .make = make_cuda_device},
    DeviceKindRow{.traits = {.kind = DeviceKind::cpu_serial,
                             .name = "cpu-serial",
                             .title = "CPU serial",
                             .short_title = "CPU serial",
                             .in_sentence = "the CPU (serial)",
                             .missing = "no routine",
                             .is_reference = true,
                             .is_always_listed = true,
                             .has_times = true,
                             .has_ceilings = true,
                             .tells_parameters = true,
                             .routine = &Routine::serial}},
    DeviceKindRow{.traits = {.kind = DeviceKind::cpu_vector,
                             .name = "cpu-vector",
                             .title = "CPU vector",
                             .short_title = "CPU vector",
                             .in_sentence = "the CPU (vector)",
                             .missing = "no routine",
                             .is_always_listed = true,
                             .has_times = true,
                             .has_ceilings = true,
                             .tells_parameters = true,
                             .routine = &Routine::vector}},
    DeviceKindRow{.traits = {.kind = DeviceKind::cpu_threads,
                             .name = "cpu-threads",
                             .title = "CPU threads",
                             .short_title = "CPU threads",
                             .in_sentence = "the CPU (threads)",
                             .missing = "no routine",
                             .welcome = "The same work in plain C++: serial, vector and threads, to compare with.",
                             .is_always_listed = true,
                             .wakes_threads = true,
                             .has_times = true,
                             .has_ceilings = true,
                             .tells_parameters = true,
                             .routine = &Routine::threads}},
    DeviceKindRow{.traits = {.kind = DeviceKind::cpu_library,
                             .name = "cpu-library",
                             .title = "CPU library",
                             .short_title = "CPU library",
                             .in_sentence = "the CPU (library)",
                             .missing = "not installed",
                             .needs_library = true,
                             .wakes_threads = true,
                             .has_times = true,
                             .tells_parameters = true,
                             .routine = &Routine::library}},
    DeviceKindRow{.traits = {.kind = DeviceKind::recorded,
                             .name = "recorded",
                             .title = "Recording",
                             .short_title = "Recorded GPU",
                             .missing = "none for this lesson",
                             .note = "Measured there earlier, drawn dashed with its date. Nothing runs.",
                             .is_recorded = true,
                             .may_be_several = true,
                             .has_times = true,
                             .has_copies = true,
                             .has_streams = true,
                             .tells_parameters = true}},
};

// A kind finds its row by its place.
consteval bool is_in_order() {
    for (std::size_t i = 0; i < kDeviceKindTable.size(); ++i)
        if (static_cast<std::size_t>(kDeviceKindTable[i].traits.kind) != i) return false;
    return kDeviceKindTable.back().traits.kind == DeviceKind::recorded;  // the last enumerator
}
static_assert(is_in_order());

}  // namespace warpwise
