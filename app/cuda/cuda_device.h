// The GPU as a Device: compiles with NVRTC, launches through the driver, times with events.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "cuda/handle.h"
#include "cuda/kernel_cache.h"
#include "cuda/kernel_compiler.h"
#include "cuda/libraries/library_call.h"
#include "cuda/nvml.h"
#include "cuda/nvrtc.h"
#include "device/device.h"

namespace warpwise {

class CudaProgram : public Program {
  public:
    CompiledKernel kernel;
    std::vector<Parameter> declared;  // as the text has them
    bool prints = false;              // the text calls printf
    bool from_cache = false;          // compiled earlier in this process: compile_ms is that time
    bool asserts = false;             // or assert
    double load_ms = 0;
    std::shared_ptr<Context> context;
    Module module;
    CUfunction function = nullptr;
    std::shared_ptr<LibraryCall> library;  // called instead of a kernel of ours; null: none
};

// CUDA_VISIBLE_DEVICES chooses which that is.
Result<CUdevice> first_device(const Driver&);

class CudaDevice : public Device {
  public:
    // The first device.
    static Result<std::unique_ptr<Device>> make();
    // The one that `choose` finds among the driver's.
    static Result<std::unique_ptr<CudaDevice>> make_on(const std::function<Result<CUdevice>(const Driver&)>& choose);
    static Result<std::unique_ptr<CudaDevice>> make_with(std::unique_ptr<Driver>, Nvrtc, CUdevice);
    ~CudaDevice() override;

    DeviceInfo describe() const override;
    Limits limits() const override { return limits_; }
    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource&) override;
    LaunchOutcome launch(Program&, const LaunchShape&, std::vector<KernelArgument>, const LaunchOptions&) override;

    // For work in the same context beside launch() (graphics_device.cpp).
    const std::shared_ptr<Context>& context() const { return context_; }
    void abandon();  // that work met a sticky error
    bool lost();

  private:
    CudaDevice(std::unique_ptr<Driver>, Nvrtc, CUdevice, std::shared_ptr<Context>);
    int attribute(CUdevice_attribute) const;
    CudaResult<void> load(CudaProgram&);
    const Nvml* nvml();  // opened when a launch is first timed; null: none
    std::expected<std::shared_ptr<Program>, Diagnostics> open_routine(const KernelSource&);
    void lose();

    std::unique_ptr<Driver> driver_;  // its address stays: contexts point to it
    Nvrtc nvrtc_;
    CUdevice device_;
    int architecture_ = 0;
    Limits limits_;
    KernelCache cache_;
    std::unique_ptr<Nvml> nvml_;
    bool nvml_was_opened_ = false;
    std::mutex mutex_;  // one launch at a time: launches share the context and are timed
    std::shared_ptr<Context> context_;
    bool lost_ = false;  // a sticky error happened: nothing of the driver is called any more
};

}  // namespace warpwise
