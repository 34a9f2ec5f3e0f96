#include "cuda/driver/handle.h"

#include <algorithm>

namespace warpwise {
namespace {

// Makes something in a context: `create` fills the raw handle.
template <typename Owner, typename Create>
CudaResult<Owner> make(const std::shared_ptr<Context>& context, const char* call, Create create,
                       std::source_location location = std::source_location::current()) {
    if (auto current = context->make_current(); !current) return std::unexpected(current.error());
    typename Owner::Raw raw{};
    if (auto made = check(*context->driver, create(&raw), call, location); !made) return std::unexpected(made.error());
    return Owner(context, raw);
}

}  // namespace

CudaResult<std::shared_ptr<Context>> Context::make(const Driver& driver, CUdevice device) {
    auto context = std::make_shared<Context>();
    context->driver = &driver;
    context->device = device;
    const auto made = check(driver, driver.create_context(&context->context, CU_CTX_SCHED_AUTO, device), "cuCtxCreate");
    if (!made) return std::unexpected(made.error());
    context->alive = true;
    return context;
}

CudaResult<void> Context::make_current() const { return check(*driver, driver->cuCtxSetCurrent(context), "cuCtxSetCurrent"); }

void Context::destroy() noexcept {
    if (!alive) return;
    alive = false;
    log_failure(*driver, driver->cuCtxDestroy(context), "cuCtxDestroy");
}

CudaResult<Stream> make_stream(const std::shared_ptr<Context>& context) {
    // ordered with the copies, which go through the default stream and may still be under way when they return
    return make<Stream>(context, "cuStreamCreate",
                        [&](CUstream* raw) { return context->driver->cuStreamCreate(raw, CU_STREAM_DEFAULT); });
}

CudaResult<Event> make_event(const std::shared_ptr<Context>& context) {
    return make<Event>(context, "cuEventCreate",
                       [&](CUevent* raw) { return context->driver->cuEventCreate(raw, CU_EVENT_DEFAULT); });
}

CudaResult<Module> make_module(const std::shared_ptr<Context>& context, const void* image) {
    return make<Module>(context, "cuModuleLoadDataEx",
                        [&](CUmodule* raw) { return context->driver->cuModuleLoadDataEx(raw, image, 0, nullptr, nullptr); });
}

CudaResult<DeviceMemory> make_memory(const std::shared_ptr<Context>& context, std::size_t bytes) {
    return make<DeviceMemory>(context, "cuMemAlloc",
                              [&](CUdeviceptr* raw) { return context->driver->cuMemAlloc(raw, std::max<std::size_t>(bytes, 1)); });
}

CudaResult<PinnedMemory> make_pinned_memory(const std::shared_ptr<Context>& context, std::size_t bytes) {
    return make<PinnedMemory>(context, "cuMemHostAlloc",
                              [&](void** raw) { return context->driver->cuMemHostAlloc(raw, std::max<std::size_t>(bytes, 1), 0); });
}

CudaResult<GraphicsResource> register_gl_buffer(const std::shared_ptr<Context>& context, unsigned buffer) {
    return make<GraphicsResource>(context, "cuGraphicsGLRegisterBuffer", [&](CUgraphicsResource* raw) {
        return context->driver->register_gl_buffer(raw, buffer, CU_GRAPHICS_REGISTER_FLAGS_NONE);
    });
}

}  // namespace warpwise
