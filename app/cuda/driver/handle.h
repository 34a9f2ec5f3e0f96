// One owner for everything that the driver hands out: streams, events, modules, memory.
#pragma once

#include <memory>
#include <utility>

#include "cuda/driver/cuda_error.h"

namespace warpwise {

// The driver and one context of it. Everything made in a context dies with it, so an owner that outlives the context has
// nothing left to free: `alive` tells.
struct Context {
    const Driver* driver = nullptr;  // outlives every context
    CUcontext context = nullptr;
    CUdevice device = 0;
    bool alive = false;

    static CudaResult<std::shared_ptr<Context>> make(const Driver&, CUdevice);
    Context() = default;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context() { destroy(); }
    // The driver's calls work on the calling thread's current context.
    CudaResult<void> make_current() const;
    void destroy() noexcept;
    // After a sticky error: every later call would give that error again or crash, so nothing is freed any more.
    void abandon() noexcept { alive = false; }
};

// Traits: `using Raw = ...; static constexpr const char* kFreeCall; static CUresult free(const Driver&, Raw);`
template <typename Traits>
class Handle {
  public:
    using Raw = typename Traits::Raw;
    Handle() = default;
    Handle(std::shared_ptr<Context> context, Raw raw) : context_(std::move(context)), raw_(raw) {}
    Handle(Handle&& other) noexcept : context_(std::move(other.context_)), raw_(std::exchange(other.raw_, Raw{})) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(context_, other.context_);
        std::swap(raw_, other.raw_);
        return *this;
    }
    ~Handle() {
        if (raw_ == Raw{} || !context_ || !context_->alive) return;
        if (!context_->make_current()) return;
        log_failure(*context_->driver, Traits::free(*context_->driver, raw_), Traits::kFreeCall);
    }
    const Raw& get() const { return raw_; }
    // Nothing is freed any more: what held it is gone.
    void release() noexcept { raw_ = Raw{}; }
    explicit operator bool() const { return raw_ != Raw{}; }

  private:
    std::shared_ptr<Context> context_;
    Raw raw_{};
};

struct StreamTraits {
    using Raw = CUstream;
    static constexpr const char* kFreeCall = "cuStreamDestroy";
    static CUresult free(const Driver& driver, Raw raw) { return driver.cuStreamDestroy(raw); }
};
struct EventTraits {
    using Raw = CUevent;
    static constexpr const char* kFreeCall = "cuEventDestroy";
    static CUresult free(const Driver& driver, Raw raw) { return driver.cuEventDestroy(raw); }
};
struct ModuleTraits {
    using Raw = CUmodule;
    static constexpr const char* kFreeCall = "cuModuleUnload";
    static CUresult free(const Driver& driver, Raw raw) { return driver.cuModuleUnload(raw); }
};
struct MemoryTraits {
    using Raw = CUdeviceptr;
    static constexpr const char* kFreeCall = "cuMemFree";
    static CUresult free(const Driver& driver, Raw raw) { return driver.cuMemFree(raw); }
};
// Page-locked memory of the host.
struct PinnedTraits {
    using Raw = void*;
    static constexpr const char* kFreeCall = "cuMemFreeHost";
    static CUresult free(const Driver& driver, Raw raw) { return driver.cuMemFreeHost(raw); }
};
// A GL buffer that CUDA knows. Unregistered while the GL context is current (graphics_device.h).
struct GraphicsTraits {
    using Raw = CUgraphicsResource;
    static constexpr const char* kFreeCall = "cuGraphicsUnregisterResource";
    static CUresult free(const Driver& driver, Raw raw) { return driver.cuGraphicsUnregisterResource(raw); }
};
using Stream = Handle<StreamTraits>;
using Event = Handle<EventTraits>;
using Module = Handle<ModuleTraits>;
using DeviceMemory = Handle<MemoryTraits>;
using PinnedMemory = Handle<PinnedTraits>;
using GraphicsResource = Handle<GraphicsTraits>;

CudaResult<Stream> make_stream(const std::shared_ptr<Context>&);
CudaResult<Event> make_event(const std::shared_ptr<Context>&);
CudaResult<Module> make_module(const std::shared_ptr<Context>&, const void* image);
// At least one byte, so that an empty array has an address too.
CudaResult<DeviceMemory> make_memory(const std::shared_ptr<Context>&, std::size_t bytes);
CudaResult<PinnedMemory> make_pinned_memory(const std::shared_ptr<Context>&, std::size_t bytes);
CudaResult<GraphicsResource> register_gl_buffer(const std::shared_ptr<Context>&, unsigned buffer);

}  // namespace warpwise
