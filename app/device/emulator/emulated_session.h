// The emulator's DebugSession, for emulated.cpp.
#pragma once

#include <expected>
#include <memory>
#include <stop_token>
#include <vector>

#include "device/interface/debug_session.h"
#include "simt/compile/compile.h"

namespace warpwise {

// The shape has been checked. The arrays are copied: the caller's stay as they are, and need not be kept.
std::expected<std::unique_ptr<DebugSession>, Fault> open_emulated_session(std::shared_ptr<const simt::CompiledKernel>,
                                                                          const LaunchShape&, std::vector<KernelArgument>,
                                                                          const DebugOptions&, const std::stop_token&);

}  // namespace warpwise
