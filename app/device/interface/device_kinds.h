// What the rest of the program may ask about a kind of device. Code asks for what a kind can do, never for its name, so that a
// further kind (another vendor's GPU, a rank) is a row of the one table (device_kind_table.h) and a folder of its own.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "device/interface/device_id.h"

namespace warpwise {

struct KernelArgument;
struct RoutineCall;
struct Routine;
struct DeviceInfo;
class Device;

struct DeviceTraits {
    DeviceKind kind{};
    std::string_view name;  // name_of(kind)

    // Words that people read.
    std::string_view title;        // "CPU serial", "NVIDIA GPU": in a list of what there may be
    std::string_view short_title;  // "CPU serial", "GPU": where there is little room
    std::string_view in_sentence;  // "the CPU (serial)"; empty: a device of this kind has a name of its own, which is shown
    std::string_view missing;      // why there is none, after the title: "none here"
    std::string_view note;         // a sentence for the tooltip; may be empty
    std::string_view welcome;      // a sentence for the welcome page; empty: not shown there

    // What it is.
    bool is_gpu = false;            // what the CPU is compared with
    bool is_recorded = false;       // nothing runs: measured earlier, elsewhere
    bool is_reference = false;      // what other devices' results are compared with
    bool is_always_listed = false;  // among the devices that are here; the others are asked for by name
    bool may_be_several = false;    // "cuda:1"
    bool needs_library = false;     // of its routines few have a form, and only where their library is: Routine::check_library
    bool wakes_threads = false;     // its short runs may be the start of threads

    // What it can do.
    bool has_times = false;         // its runs are timed, so they can be swept, plotted and recorded
    bool has_counts = false;        // counters of a launch
    bool checks_accesses = false;   // a fault names the array, the index, the thread and the line
    bool has_debugger = false;      // steps a kernel, forwards and back: Device::debug
    bool has_copies = false;        // arrays are copied to memory of its own and back
    bool has_streams = false;       // copies and kernels may overlap, so there is a timeline
    bool has_ceilings = false;      // its peak rates can be measured
    bool has_occupancy = false;     // its driver tells registers and blocks per multiprocessor
    bool has_graphics = false;      // its kernels may write what OpenGL draws
    bool has_textures = false;      // an argument of a launch can be a texture or surface object
    bool tells_parameters = false;  // a compiled program always lists its parameters; others may leave them out
    bool fills_variables = false;   // __device__ and __constant__ variables get values before a launch
    bool has_schedules = false;     // the order in which blocks and warps run can be chosen

    // How it runs. One of the two, or neither where nothing runs.
    bool runs_kernels = false;                                // compiles CUDA C++ and launches it: DeviceSet::get
    bool runs_everywhere = false;                             // any kernel, on a machine without a GPU, whatever its text does
    void (*Routine::*routine)(const RoutineCall&) = nullptr;  // the form of a CPU routine that it calls
    bool runs_routines() const { return routine != nullptr; }
};

// Of what is not in the table: no name, and it can do nothing.
const DeviceTraits& traits_of(DeviceKind);
inline const DeviceTraits& traits_of(const DeviceId& id) { return traits_of(id.kind); }
// All kinds, in the order in which they are shown.
std::span<const DeviceTraits> all_device_kinds();
// The first kind that can: kind_that(&DeviceTraits::has_debugger). Each trait is of one kind at least.
DeviceKind kind_that(bool DeviceTraits::* can);

// Makes a device that runs kernels (device_makers.cpp). An Error of kind device_missing says why there is none.
Result<std::unique_ptr<Device>> make_device(const DeviceId&);

// "there is no cuda:7 here", and what there is instead.
Error no_such_device(const DeviceId&, const std::vector<DeviceInfo>& present);

// "NVIDIA H200", "NVIDIA H200 (cuda:1)", "AMD EPYC, one core": two devices of one name stay apart.
std::string full_name_of(const DeviceInfo&);
// The same for what has a name of its own; else its kind: "CPU serial".
std::string title_of(const DeviceInfo&);
// "the emulator", "NVIDIA H200": in a sentence.
std::string words_for(const DeviceInfo&);
// "CPU serial", "GPU", "GPU 1": where there is little room.
std::string short_title_of(const DeviceId&);

}  // namespace warpwise
