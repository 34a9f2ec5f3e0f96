// The GPU as a Device: compiles with NVRTC, launches through the driver, times with events.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "cuda/compile/kernel_cache.h"
#include "cuda/compile/kernel_compiler.h"
#include "cuda/compile/nvrtc.h"
#include "cuda/driver/handle.h"
#include "cuda/driver/nvml.h"
#include "cuda/launch/cuda_program.h"
#include "device/interface/device.h"

namespace warpwise {

// By its number in the driver, which CUDA_VISIBLE_DEVICES may change; the Error lists those that there are.
Result<CUdevice> device_of_ordinal(const Driver&, int ordinal);

class CudaDevice : public Device {
  public:
    static Result<std::unique_ptr<Device>> make(int ordinal);
    // The one that `choose` finds among the driver's.
    static Result<std::unique_ptr<CudaDevice>> make_on(const std::function<Result<CUdevice>(const Driver&)>& choose);
    static Result<std::unique_ptr<CudaDevice>> make_with(std::unique_ptr<Driver>, Nvrtc, CUdevice, int ordinal = 0);
    ~CudaDevice() override;

    DeviceInfo describe() const override { return describe(device_, ordinal_); }
    std::vector<DeviceInfo> siblings() const override;
    Limits limits() const override { return limits_; }
    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource&) override;
    LaunchOutcome launch(Program&, const LaunchShape&, std::vector<KernelArgument>, const LaunchOptions&) override;

    // For work in the same context beside launch() (graphics_device.cpp).
    const std::shared_ptr<Context>& context() const { return context_; }
    void abandon();  // that work met a sticky error
    bool lost();

  private:
    CudaDevice(std::unique_ptr<Driver>, Nvrtc, CUdevice, int ordinal, std::shared_ptr<Context>);
    int attribute(CUdevice_attribute what) const { return attribute(device_, what); }
    int attribute(CUdevice, CUdevice_attribute) const;
    DeviceInfo describe(CUdevice, int ordinal) const;
    CudaResult<void> load(CudaProgram&);
    const Nvml* nvml();  // opened when a launch is first timed; null: none
    std::expected<std::shared_ptr<Program>, Diagnostics> open_routine(const KernelSource&);
    void lose();

    std::unique_ptr<Driver> driver_;  // its address stays: contexts point to it
    Nvrtc nvrtc_;
    CUdevice device_;
    int ordinal_;
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
