// The GPU of the current GL context as a GraphicsDevice: kernels write buffer objects of OpenGL, in the window's own process.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>

#include "cuda/device/cuda_device.h"
#include "device/gpu/graphics_device.h"

namespace warpwise {

class CudaGraphicsDevice final : public GraphicsDevice {
  public:
    // For the context that is current on this thread.
    static Result<std::unique_ptr<GraphicsDevice>> make();
    // `has_gl` tells whether a GL context is current on the calling thread: without one nothing of it is touched.
    // `no_sharing`: what is known to keep the two apart.
    static Result<std::unique_ptr<GraphicsDevice>> make_on(std::unique_ptr<CudaDevice>, std::function<bool()> has_gl,
                                                           std::optional<Error> no_sharing = std::nullopt);

    DeviceInfo describe() const override { return gpu_->describe(); }
    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource& source) override {
        return gpu_->compile(source);
    }
    Result<std::unique_ptr<GraphicsBuffer>> share(std::uint32_t gl_buffer, std::size_t bytes) override;
    Result<std::unique_ptr<GraphicsBuffer>> allocate(std::size_t bytes) override;
    Result<std::unique_ptr<GraphicsHostMemory>> host_memory(std::size_t bytes) override;
    Result<void> run(std::span<const Launch>) override;
    Result<void> write(GraphicsBuffer& to, std::span<const GraphicsPiece>) override;
    Result<void> read(std::span<std::byte> to, GraphicsBuffer& from) override;
    GraphicsTimes times() override;
    const Error* no_sharing() const override { return no_sharing_ ? &*no_sharing_ : nullptr; }
    bool lost() const override { return gpu_->lost(); }

  private:
    // Of one run(): the GPU passes the events some time after run() has returned.
    struct Timed {
        Event begin, end;
        double map_ms = 0, unmap_ms = 0;
        bool maps = false, pending = false;
    };

    CudaGraphicsDevice(std::unique_ptr<CudaDevice> gpu, std::function<bool()> has_gl, std::optional<Error> no_sharing)
        : gpu_(std::move(gpu)), has_gl_(std::move(has_gl)), no_sharing_(std::move(no_sharing)) {}
    CudaResult<void> prepare();
    Result<void> check_ready(bool needs_gl) const;
    Result<void> check_launch(const Launch&) const;
    CudaResult<void> run_checked(std::span<const Launch>);
    CudaResult<void> launch(const Launch&);
    // The Error of a failed call; a sticky one loses the device.
    Error error_of(const CudaError&, const std::string& what);

    std::unique_ptr<CudaDevice> gpu_;
    std::function<bool()> has_gl_;
    std::optional<Error> no_sharing_;
    Stream stream_;
    std::array<Timed, 4> runs_;  // a window draws at most a few frames ahead of the GPU
    std::size_t next_run_ = 0;
    GraphicsTimes times_;
};

}  // namespace warpwise
