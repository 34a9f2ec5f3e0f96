#include "device/interface/debug_session.h"

namespace warpwise {

std::expected<std::unique_ptr<DebugSession>, Fault> Device::debug(Program&, const LaunchShape&, std::vector<KernelArgument>,
                                                                  const DebugOptions&, const std::stop_token&) {
    return std::unexpected(Fault{.kind = FaultKind::unsupported,
                                 .message = "only the emulator can step through a kernel",
                                 .hint = "Choose the emulator: it runs the same source."});
}

}  // namespace warpwise
