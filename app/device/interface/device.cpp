#include "device/interface/device.h"

#include <utility>

namespace warpwise {
namespace {

constexpr std::array<std::pair<CopyMode, std::string_view>, 4> kCopyNames{{
    {CopyMode::pageable, "pageable"},
    {CopyMode::pinned, "pinned"},
    {CopyMode::resident, "resident"},
    {CopyMode::staged, "staged"},
}};

}  // namespace

std::string_view name_of(CopyMode mode) { return kCopyNames[static_cast<std::size_t>(mode)].second; }

std::optional<CopyMode> copy_mode_from_name(std::string_view name) {
    for (const auto& [mode, n] : kCopyNames)
        if (n == name) return mode;
    return std::nullopt;
}

}  // namespace warpwise
