#include "cuda/device/graphics_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/clock.h"
#include "cuda/driver/cuda_try.h"
#include "cuda/driver/gl_context.h"

namespace warpwise {
namespace {

// Memory that GL and CUDA share has an address only while it is mapped; the other kind keeps its own.
class Buffer final : public GraphicsBuffer {
  public:
    Buffer(std::size_t bytes, DeviceMemory memory) : bytes_(bytes), memory_(std::move(memory)) {}
    Buffer(std::size_t bytes, GraphicsResource resource, std::function<bool()> has_gl)
        : bytes_(bytes), resource_(std::move(resource)), has_gl_(std::move(has_gl)) {}
    ~Buffer() override {
        // Without its GL context the driver has nothing to unregister from, and GL freed the memory with the context.
        if (resource_ && !has_gl_()) resource_.release();
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    std::size_t size_bytes() const override { return bytes_; }
    bool shared_with_gl() const override { return static_cast<bool>(resource_); }
    CUgraphicsResource resource() const { return resource_.get(); }
    CUdeviceptr address() const { return resource_ ? mapped_ : memory_.get(); }
    void set_mapped(CUdeviceptr address) { mapped_ = address; }

  private:
    std::size_t bytes_;
    DeviceMemory memory_;
    GraphicsResource resource_;
    std::function<bool()> has_gl_;
    CUdeviceptr mapped_ = 0;
};

class HostMemory final : public GraphicsHostMemory {
  public:
    HostMemory(std::size_t bytes, PinnedMemory memory) : bytes_(bytes), memory_(std::move(memory)) {}
    std::span<std::byte> bytes() override { return {static_cast<std::byte*>(memory_.get()), bytes_}; }

  private:
    std::size_t bytes_;
    PinnedMemory memory_;
};

// Shared buffers mapped for the length of a scope, all in one call.
class Mapping {
  public:
    Mapping(const Driver& driver, CUstream stream) : driver_(driver), stream_(stream) {}
    ~Mapping() {
        if (is_mapped_) log_failure(driver_, unmap_all(), "cuGraphicsUnmapResources");
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    void add(GraphicsBuffer* any) {
        auto* buffer = static_cast<Buffer*>(any);
        if (!buffer->shared_with_gl() || std::ranges::find(buffers_, buffer) != buffers_.end()) return;
        buffers_.push_back(buffer);
        resources_.push_back(buffer->resource());
    }
    bool empty() const { return buffers_.empty(); }

    CudaResult<void> map() {
        if (empty()) return {};
        const auto count = static_cast<unsigned>(resources_.size());
        WARPWISE_CUDA(driver_, cuGraphicsMapResources(count, resources_.data(), stream_));
        is_mapped_ = true;
        for (Buffer* buffer : buffers_) {
            CUdeviceptr address = 0;
            std::size_t bytes = 0;
            WARPWISE_CUDA(driver_, cuGraphicsResourceGetMappedPointer(&address, &bytes, buffer->resource()));
            // a GL buffer that was given other memory since, or never was as large as it was said to be
            if (bytes < buffer->size_bytes()) return check(driver_, CUDA_ERROR_INVALID_VALUE, "cuGraphicsResourceGetMappedPointer");
            buffer->set_mapped(address);
        }
        return {};
    }
    CudaResult<void> unmap() { return is_mapped_ ? check(driver_, unmap_all(), "cuGraphicsUnmapResources") : CudaResult<void>{}; }
    // After a sticky error nothing of the driver is called.
    void abandon() { is_mapped_ = false; }

  private:
    CUresult unmap_all() {
        is_mapped_ = false;
        return driver_.cuGraphicsUnmapResources(static_cast<unsigned>(resources_.size()), resources_.data(), stream_);
    }

    const Driver& driver_;
    CUstream stream_;
    std::vector<Buffer*> buffers_;
    std::vector<CUgraphicsResource> resources_;
    bool is_mapped_ = false;
};

// What OpenGL's side refuses says nothing about the CUDA context.
bool ruins_cuda(const CudaError& error) {
    constexpr std::array refusals{CUDA_ERROR_INVALID_GRAPHICS_CONTEXT,
                                  CUDA_ERROR_OPERATING_SYSTEM,
                                  CUDA_ERROR_MAP_FAILED,
                                  CUDA_ERROR_UNMAP_FAILED,
                                  CUDA_ERROR_ALREADY_MAPPED,
                                  CUDA_ERROR_NOT_MAPPED,
                                  CUDA_ERROR_NOT_MAPPED_AS_POINTER,
                                  CUDA_ERROR_NO_DEVICE,
                                  CUDA_ERROR_NOT_SUPPORTED};
    return error.is_sticky() && std::ranges::find(refusals, error.status) == refusals.end();
}

}  // namespace

Result<std::unique_ptr<GraphicsDevice>> CudaGraphicsDevice::make() {
    const std::string renderer = gl_renderer();
    if (renderer.empty()) return std::unexpected(check_gl_renderer(renderer).error());
    std::optional<Error> no_sharing;
    auto gpu = CudaDevice::make_on([&](const Driver& driver) {
        auto drawing = device_of_gl(driver, renderer);
        if (drawing) return drawing;
        no_sharing = drawing.error();
        return device_of_ordinal(driver, 0);
    });
    if (!gpu) return std::unexpected(gpu.error());
    return make_on(std::move(*gpu), [] { return !gl_renderer().empty(); }, std::move(no_sharing));
}

Result<std::unique_ptr<GraphicsDevice>> CudaGraphicsDevice::make_on(std::unique_ptr<CudaDevice> gpu, std::function<bool()> has_gl,
                                                                    std::optional<Error> no_sharing) {
    std::unique_ptr<CudaGraphicsDevice> device(new CudaGraphicsDevice(std::move(gpu), std::move(has_gl), std::move(no_sharing)));
    if (const auto ready = device->prepare(); !ready)
        return std::unexpected(
            Error{ErrorKind::device_missing, "the GPU cannot be used for pictures: " + ready.error().text(), kPicturesOtherWay});
    return device;
}

CudaResult<void> CudaGraphicsDevice::prepare() {
    auto stream = make_stream(gpu_->context());
    if (!stream) return std::unexpected(stream.error());
    stream_ = std::move(*stream);
    for (Timed& run : runs_)
        for (Event* event : {&run.begin, &run.end}) {
            auto made = make_event(gpu_->context());
            if (!made) return std::unexpected(made.error());
            *event = std::move(*made);
        }
    return {};
}

Error CudaGraphicsDevice::error_of(const CudaError& error, const std::string& what) {
    const Fault fault = fault_of(error, {}, what);
    if (!ruins_cuda(error)) return {ErrorKind::failure, fmt::format("{}: {}", what, fault.message), kPicturesOtherWay};
    gpu_->abandon();
    return {ErrorKind::failure, fmt::format("the GPU is lost to this window: {}", fault.message),
            "Runs on the device cuda have a process of their own and go on. Start Warpwise again to draw from the GPU"};
}

Result<void> CudaGraphicsDevice::check_ready(bool needs_gl) const {
    if (gpu_->lost())
        return failure("an earlier fault left CUDA unusable for this window",
                       "Start Warpwise again to draw from the GPU; runs on the device cuda go on");
    if (needs_gl && !has_gl_())
        return failure("the OpenGL context whose memory the kernels share is gone", "Open the window again");
    return {};
}

Result<std::unique_ptr<GraphicsBuffer>> CudaGraphicsDevice::share(std::uint32_t gl_buffer, std::size_t bytes) {
    if (auto ready = check_ready(true); !ready) return std::unexpected(ready.error());
    if (no_sharing_) return std::unexpected(*no_sharing_);
    auto resource = register_gl_buffer(gpu_->context(), gl_buffer);
    if (!resource &&
        resource.error().status == CUDA_ERROR_INVALID_DEVICE) {  // two of one name: the driver did not tell which draws
        no_sharing_ = Error{ErrorKind::device_missing, "OpenGL draws on another GPU than the one that CUDA computes on here",
                            "CUDA_VISIBLE_DEVICES chooses the GPU that CUDA sees"};
        return std::unexpected(*no_sharing_);
    }
    if (!resource) return std::unexpected(error_of(resource.error(), "OpenGL's array cannot be shared"));
    return std::make_unique<Buffer>(bytes, std::move(*resource), has_gl_);
}

Result<std::unique_ptr<GraphicsBuffer>> CudaGraphicsDevice::allocate(std::size_t bytes) {
    if (auto ready = check_ready(false); !ready) return std::unexpected(ready.error());
    auto memory = make_memory(gpu_->context(), bytes);
    if (!memory) return std::unexpected(error_of(memory.error(), "an array on the GPU"));
    return std::make_unique<Buffer>(bytes, std::move(*memory));
}

Result<std::unique_ptr<GraphicsHostMemory>> CudaGraphicsDevice::host_memory(std::size_t bytes) {
    if (auto ready = check_ready(false); !ready) return std::unexpected(ready.error());
    auto memory = make_pinned_memory(gpu_->context(), bytes);
    if (!memory) return std::unexpected(error_of(memory.error(), "page-locked memory"));
    return std::make_unique<HostMemory>(bytes, std::move(*memory));
}

// The driver reads as many bytes as the kernel declares: a wrong count or size must never reach it.
Result<void> CudaGraphicsDevice::check_launch(const Launch& launch) const {
    const auto* program = dynamic_cast<const CudaProgram*>(launch.program);
    if (program == nullptr || program->context != gpu_->context()) return failure("the kernel was compiled for another device");
    if (const auto fault = check_launch_shape(launch.shape, gpu_->limits())) return failure(fault->message, fault->hint);
    const auto& parameters = program->parameters;
    if (!parameters.empty() && parameters.size() != launch.arguments.size())
        return failure(
            fmt::format("{} takes {} arguments, the launch gives {}", program->entry, parameters.size(), launch.arguments.size()),
            "Compare the kernel's parameters with the lesson's arguments");
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const std::size_t bytes = launch.arguments[i].buffer != nullptr ? sizeof(CUdeviceptr) : size_of(launch.arguments[i].dtype);
        if (parameters[i].bytes != 0 && parameters[i].bytes != bytes)
            return failure(fmt::format("argument {} of {} has {} bytes where the kernel takes {}", i, program->entry, bytes,
                                       parameters[i].bytes),
                           "Give the argument the parameter's type");
    }
    return {};
}

Result<void> CudaGraphicsDevice::run(std::span<const Launch> launches) {
    if (launches.empty()) return {};
    bool needs_gl = false;
    for (const Launch& launch : launches) {
        if (auto good = check_launch(launch); !good) return good;
        for (const GraphicsArgument& argument : launch.arguments)
            needs_gl = needs_gl || (argument.buffer != nullptr && argument.buffer->shared_with_gl());
    }
    if (auto ready = check_ready(needs_gl); !ready) return ready;
    if (auto ran = run_checked(launches); !ran) return std::unexpected(error_of(ran.error(), launches.front().program->entry));
    return {};
}

CudaResult<void> CudaGraphicsDevice::run_checked(std::span<const Launch> launches) {
    const Driver& driver = *gpu_->context()->driver;
    WARPWISE_TRY(gpu_->context()->make_current());
    Mapping mapping(driver, stream_.get());
    for (const Launch& launch : launches)
        for (const GraphicsArgument& argument : launch.arguments)
            if (argument.buffer != nullptr) mapping.add(argument.buffer);
    Timed& timed = runs_[next_run_];
    timed.pending = false;
    timed.maps = !mapping.empty();

    const auto work = [&]() -> CudaResult<void> {
        auto begin = Clock::now();
        WARPWISE_TRY(mapping.map());
        timed.map_ms = ms_since(begin);
        WARPWISE_CUDA(driver, cuEventRecord(timed.begin.get(), stream_.get()));
        for (const Launch& each : launches) WARPWISE_TRY(launch(each));
        WARPWISE_CUDA(driver, cuEventRecord(timed.end.get(), stream_.get()));
        begin = Clock::now();
        WARPWISE_TRY(mapping.unmap());
        timed.unmap_ms = ms_since(begin);
        return {};
    };
    auto done = work();
    if (!done && ruins_cuda(done.error())) mapping.abandon();
    if (!done) return done;
    timed.pending = true;
    next_run_ = (next_run_ + 1) % runs_.size();
    return {};
}

CudaResult<void> CudaGraphicsDevice::launch(const Launch& launch) {
    const Driver& driver = *gpu_->context()->driver;
    std::vector<CUdeviceptr> addresses(launch.arguments.size());
    std::vector<std::array<std::byte, 8>> scalars(launch.arguments.size());
    std::vector<void*> values(launch.arguments.size());
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const GraphicsArgument& argument = launch.arguments[i];
        scalars[i] = argument.scalar;
        values[i] = scalars[i].data();
        if (argument.buffer == nullptr) continue;
        addresses[i] = static_cast<const Buffer*>(argument.buffer)->address();
        values[i] = &addresses[i];
    }
    const LaunchShape& s = launch.shape;
    const CUfunction function = static_cast<const CudaProgram*>(launch.program)->function;
    // beyond 48 KiB a kernel is opted in to what it asks for
    if (s.dynamic_shared_bytes > 0)
        WARPWISE_CUDA(driver, cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                 static_cast<int>(s.dynamic_shared_bytes)));
    WARPWISE_CUDA(driver, cuLaunchKernel(function, s.grid.x, s.grid.y, s.grid.z, s.block.x, s.block.y, s.block.z,
                                         s.dynamic_shared_bytes, stream_.get(), values.data(), nullptr));
    return {};
}

Result<void> CudaGraphicsDevice::write(GraphicsBuffer& to, std::span<const GraphicsPiece> pieces) {
    for (const GraphicsPiece& piece : pieces)
        if (piece.at_byte > to.size_bytes() || piece.bytes.size() > to.size_bytes() - piece.at_byte)
            return failure(
                fmt::format("{} bytes at {} do not fit into an array of {}", piece.bytes.size(), piece.at_byte, to.size_bytes()));
    if (auto ready = check_ready(to.shared_with_gl()); !ready) return ready;
    const Driver& driver = *gpu_->context()->driver;
    Mapping mapping(driver, stream_.get());
    mapping.add(&to);
    const auto work = [&]() -> CudaResult<void> {
        WARPWISE_TRY(gpu_->context()->make_current());
        WARPWISE_TRY(mapping.map());
        // the mapping is of this stream, the copies are of the default one
        WARPWISE_CUDA(driver, cuStreamSynchronize(stream_.get()));
        for (const GraphicsPiece& piece : pieces)
            if (!piece.bytes.empty())
                WARPWISE_CUDA(driver, cuMemcpyHtoD(static_cast<Buffer&>(to).address() + piece.at_byte, piece.bytes.data(),
                                                   piece.bytes.size()));
        WARPWISE_CUDA(driver, cuStreamSynchronize(nullptr));
        return mapping.unmap();
    };
    const auto done = work();
    if (done) return {};
    if (ruins_cuda(done.error())) mapping.abandon();
    return std::unexpected(error_of(done.error(), "an array to the GPU"));
}

Result<void> CudaGraphicsDevice::read(std::span<std::byte> to, GraphicsBuffer& from) {
    if (to.size() > from.size_bytes())
        return failure(fmt::format("{} bytes were asked of an array of {}", to.size(), from.size_bytes()));
    if (auto ready = check_ready(from.shared_with_gl()); !ready) return ready;
    const Driver& driver = *gpu_->context()->driver;
    Mapping mapping(driver, stream_.get());
    mapping.add(&from);
    double copy_ms = 0;
    const auto work = [&]() -> CudaResult<void> {
        WARPWISE_TRY(gpu_->context()->make_current());
        WARPWISE_TRY(mapping.map());
        // until the kernels are done, so that the time is the copy's alone
        WARPWISE_CUDA(driver, cuStreamSynchronize(stream_.get()));
        const auto begin = Clock::now();
        if (!to.empty()) WARPWISE_CUDA(driver, cuMemcpyDtoH(to.data(), static_cast<Buffer&>(from).address(), to.size()));
        copy_ms = ms_since(begin);
        return mapping.unmap();
    };
    const auto done = work();
    if (!done && ruins_cuda(done.error())) mapping.abandon();
    if (!done) return std::unexpected(error_of(done.error(), "an array from the GPU"));
    times_.copy_out_ms = copy_ms;
    return {};
}

GraphicsTimes CudaGraphicsDevice::times() {
    if (gpu_->lost()) return times_;
    const Driver& driver = *gpu_->context()->driver;
    if (!gpu_->context()->make_current()) return times_;
    for (std::size_t i = 0; i < runs_.size(); ++i) {  // from the oldest
        Timed& run = runs_[(next_run_ + i) % runs_.size()];
        if (!run.pending) continue;
        const auto passed = check(driver, driver.cuEventQuery(run.end.get()), "cuEventQuery");
        if (!passed && passed.error().status == CUDA_ERROR_NOT_READY) break;
        float ms = 0;
        if (!passed || driver.elapsed_ms(&ms, run.begin.get(), run.end.get()) != CUDA_SUCCESS) {
            if (!passed && ruins_cuda(passed.error())) gpu_->abandon();
            break;
        }
        run.pending = false;
        times_.kernel_ms = static_cast<double>(ms);
        times_.map_ms = run.maps ? std::optional(run.map_ms) : std::nullopt;
        times_.unmap_ms = run.maps ? std::optional(run.unmap_ms) : std::nullopt;
    }
    return times_;
}

}  // namespace warpwise
