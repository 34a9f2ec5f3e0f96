// What went wrong while a kernel ran (or why it could not start), told for a beginner: where, who, and what to try.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/launch_shape.h"

namespace warpwise {

// The names are the record's contract ("kind" in the JSON).
enum class FaultKind {
    out_of_bounds,
    misaligned,
    null_pointer,
    host_pointer,
    uninitialized_read,
    data_race,
    barrier_divergence,
    deadlock,
    step_budget,
    memory_budget,
    stack_overflow,
    division_by_zero,
    assert_failed,
    no_return_value,  // a function that must return a value has reached its end
    pure_virtual_call,
    launch_invalid,
    unsupported,
    compile_error,
    device_lost,
};
std::string_view name_of(FaultKind);
std::optional<FaultKind> fault_kind_from_name(std::string_view);

struct FaultPlace {
    std::string file;
    int line = 0;  // from 1; 0 when unknown
    std::optional<Dim3> block, thread;
    bool operator==(const FaultPlace&) const = default;
};

struct Fault {
    FaultKind kind = FaultKind::unsupported;
    std::string file;
    int line = 0, column = 0;           // from 1; 0 when unknown
    std::optional<Dim3> block, thread;  // indices, not extents
    std::string array;                  // the array's name; empty when none is concerned
    std::optional<std::int64_t> index;  // element index, may be negative or past the end
    std::optional<std::uint64_t> address;
    std::string message;              // what happened, with the numbers
    std::string hint;                 // what it means and what to try
    std::optional<FaultPlace> other;  // the second party of a race or a divergent barrier

    bool operator==(const Fault&) const = default;
};

// What a device says of a program that another device compiled.
Fault other_devices_program();

// Several lines: message, place, hint. text_of() puts the kind before them, for scripts.
std::string words_of(const Fault&);
std::string text_of(const Fault&);

}  // namespace warpwise
