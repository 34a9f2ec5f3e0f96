// Which device: its kind and, where a machine has several of that kind, which of them.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace warpwise {

// In the order in which they are shown. What there is to know of each stands in device_kind_table.h.
enum class DeviceKind { emulated, cuda, cpu_serial, cpu_vector, cpu_threads, cpu_library, recorded };
// The names are the command line's and the record's contract: "emulated", "cuda", "cpu-serial", ...
std::string_view name_of(DeviceKind);
std::optional<DeviceKind> device_kind_from_name(std::string_view);

struct DeviceId {
    DeviceKind kind = DeviceKind::emulated;
    int ordinal = 0;  // as the kind's own driver counts

    constexpr DeviceId() = default;
    // A kind alone is its first device.
    constexpr DeviceId(DeviceKind k, int number = 0) : kind(k), ordinal(number) {}
    friend constexpr auto operator<=>(const DeviceId&, const DeviceId&) = default;
    friend constexpr bool operator==(const DeviceId&, const DeviceId&) = default;
    // Would be true for the first of a kind alone: ask for `.kind`, or for what the kind can do (device_kinds.h).
    friend constexpr bool operator==(const DeviceId&, DeviceKind) = delete;
};

// "cuda" for the first of a kind, "cuda:1" for the second.
std::string name_of(const DeviceId&);
// "cuda", "cuda:0" and "cuda:1". An Error of kind usage for an unknown kind, for what is not a number, and for a second device of
// a kind that has one.
Result<DeviceId> device_id_from_name(std::string_view);

}  // namespace warpwise
