// What a device and the process that drives it tell each other, as JSON. Reading throws nlohmann's exceptions when a message
// is not what it says; both sides catch them where they answer.
//
//   to the process     {"do": "compile", "program": id, "source"}
//                      {"do": "launch", "number", "program": id, "shape", "arrays", "arguments", "options", "shared_bytes"}
//                      {"do": "debug", "number", "session": id, and of a launch "program", "shape", "arrays", "arguments",
//                       "shared_bytes"; "options"}
//                      {"do": "debug_run", "number", "session", "command"}
//                      {"do": "debug_overview", "number", "session", "most_steps"}
//                      {"do": "debug_accesses", "number", "session"}
//                      {"do": "debug_arrays", "session"}, {"do": "debug_read", "session", "address", "bytes"}
//                      {"do": "debug_end", "session"}      has no answer
//                      {"do": "stop", "number"}            ends the request of that number: a launch between two of its repeats
//                      {"do": "forget", "programs": [id]}  has no answer
//   from the process   {"hello": protocol, "version", "device", "siblings", "limits"} or {"hello", "version", "missing": error}
//                      {"compiled": facts}, {"diagnostics": [...]}, {"outcome": ...}, {"failed": text}
//                      {"session": id} or {"fault": ...}   of debug
//                      {"state"}, {"overview", "timeline"}, {"accesses"}, {"arrays"}, {"bytes"} or {"error"}  of the other debug_
//                      {"beat": fraction}                  a sign of life between two answers
//
// An outcome's write maps lie in a shared memory of the process's own, whose descriptor comes with the answer when it is new.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "device/interface/debug_session.h"
#include "device/interface/device.h"

namespace warpwise {

inline constexpr int kDeviceProtocol = 9;

nlohmann::json message_of(const DeviceInfo&);
nlohmann::json message_of(const Device::Limits&);
nlohmann::json message_of(const Error&);
nlohmann::json message_of(const KernelSource&);
nlohmann::json message_of(const Program&);
nlohmann::json message_of(const LaunchShape&);
nlohmann::json message_of(const LaunchOptions&);  // without stop and progress: those are messages of their own
nlohmann::json message_of(const LaunchOutcome&);  // without write maps

DeviceInfo device_info_from(const nlohmann::json&);
Device::Limits limits_from(const nlohmann::json&);
Error error_from(const nlohmann::json&);
KernelSource kernel_source_from(const nlohmann::json&);
void read_program(const nlohmann::json&, Program&);
LaunchShape launch_shape_from(const nlohmann::json&);
LaunchOptions launch_options_from(const nlohmann::json&);
LaunchOutcome launch_outcome_from(const nlohmann::json&);

nlohmann::json message_of(const DebugOptions&);
nlohmann::json message_of(std::span<const DebugArray>);
DebugOptions debug_options_from(const nlohmann::json&);
std::vector<DebugArray> debug_arrays_from(const nlohmann::json&);
// A million spans are 24 MB as they lie in memory, and would be hundreds as JSON.
nlohmann::json message_of(std::span<const std::byte>);
nlohmann::json message_of(std::span<const TimelineSpan>);
std::vector<std::byte> bytes_from(const nlohmann::json&);
std::vector<TimelineSpan> timeline_from(const nlohmann::json&);

// The arrays of a launch, each once however many arguments name it, and where they lie in the shared memory.
struct SharedArrays {
    struct Place {
        Array* array = nullptr;
        std::size_t offset = 0;
        bool read_only = true;  // no argument may write it
    };
    std::vector<Place> places;
    std::size_t bytes = 0;

    static SharedArrays of(std::span<const KernelArgument>);
    void copy_in(std::span<std::byte> shared) const;
    void copy_out(std::span<const std::byte> shared) const;  // those that may have changed
};
nlohmann::json message_of(const SharedArrays&);
nlohmann::json message_of(std::span<const KernelArgument>, const SharedArrays&);

// The other side's: arrays of its own, filled from the shared memory, so that copies to the GPU start in ordinary memory; or
// arrays over the shared memory itself.
std::vector<Array> arrays_from(const nlohmann::json& arrays, std::span<const std::byte> shared);
std::vector<Array> arrays_over(const nlohmann::json& arrays, std::span<std::byte> shared);
void copy_back(const std::vector<Array>&, const nlohmann::json& arrays, std::span<std::byte> shared);
std::vector<KernelArgument> arguments_from(const nlohmann::json&, std::vector<Array>&);

// Who wrote what: four bytes for each element, 64 MiB for 16 M of them.
std::size_t bytes_of(std::span<const WriteMap>);
nlohmann::json message_of(std::span<const WriteMap>, std::span<std::byte> shared);  // and puts them there
std::vector<WriteMap> write_maps_from(const nlohmann::json&, std::span<const std::byte> shared);

}  // namespace warpwise
