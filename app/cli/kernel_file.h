// A .cu file of the user's own, and what it may include.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"
#include "cli/commands.h"
#include "device/interface/device.h"

namespace warpwise {

// The text as the command line names it: headers beside it and in -I folders are read, wherever they lie.
Result<KernelSource> read_kernel(const std::filesystem::path& file, const std::string& entry, const IncludeOptions&);

}  // namespace warpwise
