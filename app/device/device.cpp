#include "device/device.h"

#include <utility>

namespace warpwise {
namespace {

constexpr std::array<std::pair<DeviceKind, std::string_view>, 7> names{{
    {DeviceKind::emulated, "emulated"},
    {DeviceKind::cuda, "cuda"},
    {DeviceKind::cpu_serial, "cpu-serial"},
    {DeviceKind::cpu_vector, "cpu-vector"},
    {DeviceKind::cpu_threads, "cpu-threads"},
    {DeviceKind::cpu_library, "cpu-library"},
    {DeviceKind::recorded, "recorded"},
}};

constexpr std::array<std::pair<CopyMode, std::string_view>, 4> copy_names{{
    {CopyMode::pageable, "pageable"},
    {CopyMode::pinned, "pinned"},
    {CopyMode::resident, "resident"},
    {CopyMode::staged, "staged"},
}};

}  // namespace

std::string_view name_of(DeviceKind kind) {
    for (const auto& [k, name] : names)
        if (k == kind) return name;
    return "emulated";
}

std::optional<DeviceKind> device_kind_from_name(std::string_view name) {
    for (const auto& [kind, n] : names)
        if (n == name) return kind;
    return std::nullopt;
}

std::string_view name_of(CopyMode mode) { return copy_names[static_cast<std::size_t>(mode)].second; }

std::optional<CopyMode> copy_mode_from_name(std::string_view name) {
    for (const auto& [mode, n] : copy_names)
        if (n == name) return mode;
    return std::nullopt;
}

}  // namespace warpwise
