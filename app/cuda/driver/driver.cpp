#include "cuda/driver/driver.h"

#include <fmt/format.h>

namespace warpwise {
namespace {

// The name of the first function that the driver lacks; null when the table is full.
const char* fill(Driver& driver) {
#define WARPWISE_TEXT_OF(name) #name
#define WARPWISE_TEXT(name) WARPWISE_TEXT_OF(name)
#define X(name) \
    if (!driver.library.find(WARPWISE_TEXT(name), driver.name)) return WARPWISE_TEXT(name);
    WARPWISE_DRIVER_FUNCTIONS(X)
    WARPWISE_DRIVER_LAUNCH_FUNCTIONS(X)
#undef X
#define X(name) driver.library.find(WARPWISE_TEXT(name), driver.name);
    WARPWISE_GRAPHICS_FUNCTIONS(X)
    WARPWISE_PEER_FUNCTIONS(X)
#undef X
#undef WARPWISE_TEXT
#undef WARPWISE_TEXT_OF
    if (!driver.library.find("cuCtxCreate_v2", driver.create_context)) return "cuCtxCreate_v2";
    if (!driver.library.find("cuEventElapsedTime", driver.elapsed_ms)) return "cuEventElapsedTime";
    driver.library.find("cuFuncGetParamInfo", driver.parameter_info);
    driver.library.find("cuGLGetDevices_v2", driver.gl_devices);
    driver.library.find("cuGraphicsGLRegisterBuffer", driver.register_gl_buffer);
    return nullptr;
}

}  // namespace

Result<Driver> Driver::open() {
    auto library = SharedLibrary::open("libcuda.so.1");
    if (!library)
        return missing_device("there is no NVIDIA driver here (" + library.error().message + ")",
                              "The lessons run in the emulator; if there is an NVIDIA GPU, install its driver");
    Driver driver;
    driver.library = std::move(*library);
    if (const char* name = fill(driver))
        return missing_device(fmt::format("the NVIDIA driver {} is too old: it has no {}", driver.library.path(), name),
                              "Install a driver of CUDA 11.4 or newer");
    if (const CUresult status = driver.cuInit(0); status != CUDA_SUCCESS)
        return missing_device(
            fmt::format("the NVIDIA driver does not start: cuInit gave {} ({})", driver.name_of(status), driver.meaning_of(status)),
            "Run nvidia-smi: when it fails too, the driver or the access to /dev/nvidia* is at fault");
    return driver;
}

bool Driver::has_graphics() const {
#define X(name) name != nullptr&&
    return WARPWISE_GRAPHICS_FUNCTIONS(X) gl_devices != nullptr && register_gl_buffer != nullptr;
#undef X
}

bool Driver::has_peers() const {
#define X(name) name != nullptr&&
    return WARPWISE_PEER_FUNCTIONS(X) true;
#undef X
}

std::string Driver::name_of(CUresult status) const {
    const char* text = nullptr;
    if (cuGetErrorName == nullptr || cuGetErrorName(status, &text) != CUDA_SUCCESS || text == nullptr)
        return fmt::format("CUDA error {}", static_cast<int>(status));
    return text;
}

std::string Driver::meaning_of(CUresult status) const {
    const char* text = nullptr;
    if (cuGetErrorString == nullptr || cuGetErrorString(status, &text) != CUDA_SUCCESS || text == nullptr)
        return "an error that this driver does not describe";
    return text;
}

}  // namespace warpwise
