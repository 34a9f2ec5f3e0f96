// The other end of a RemoteDevice: serves one device over a socket, in a process of its own.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "device/interface/device.h"
#include "device/process/file_descriptor.h"

namespace warpwise {

struct ServeOptions {
    std::string process = "the GPU's process";  // in messages
    // Kernels work on the shared memory itself; otherwise on arrays in ordinary memory, filled from it before each launch.
    bool arrays_in_place = false;
};

// Ends the process (without destructors: a driver that a fault left unusable must not be asked to clean up) when the socket
// closes, whatever runs then. `make_device` is called once, at the start.
[[noreturn]] void serve_device(FileDescriptor socket, const std::function<Result<std::unique_ptr<Device>>()>& make_device,
                               const ServeOptions& options = {});

}  // namespace warpwise
