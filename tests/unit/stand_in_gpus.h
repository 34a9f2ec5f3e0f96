// GPUs for machines without one: the emulator, under the names of several GPUs.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiment/run/device_set.h"

namespace warpwise::test {

// One of `count`. What it launches has times, a timeline and readings, as a GPU's: made up, and apart for each ordinal.
class StandInGpu : public Device {
  public:
    StandInGpu(int ordinal, int count) : ordinal_(ordinal), count_(count), emulator_(make_emulated_device()) {}
    static DeviceInfo info_of(int ordinal) {
        return {DeviceKind::cuda, "NVIDIA Stand-in", {{"compute_capability", "9.0"}}, ordinal};
    }
    DeviceInfo describe() const override { return info_of(ordinal_); }
    std::vector<DeviceInfo> siblings() const override {
        std::vector<DeviceInfo> infos;
        for (int i = 0; i < count_; ++i) infos.push_back(info_of(i));
        return infos;
    }
    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource& source) override {
        return emulator_->compile(source);
    }
    LaunchOutcome launch(Program& program, const LaunchShape& shape, std::vector<KernelArgument> arguments,
                         const LaunchOptions& options) override {
        LaunchOptions once = options;
        once.repeats = 1;
        LaunchOutcome outcome = emulator_->launch(program, shape, std::move(arguments), once);
        const double ms = kernel_ms(ordinal_);
        const std::vector<double> samples(static_cast<std::size_t>(std::max(1, options.repeats)), ms);
        outcome.phases = {{"kernel", ms, samples}, {"total", 2 * ms, samples}};
        outcome.counters.clear();
        outcome.timeline = {{"kernel", 0, 0, 0, ms, {DeviceKind::cuda, ordinal_}}};
        outcome.readings = {{"sm_clock_mhz", 1000.0 + ordinal_}};
        outcome.readings_device = {DeviceKind::cuda, ordinal_};
        return outcome;
    }
    static double kernel_ms(int ordinal) { return 1.0 + ordinal; }

  private:
    int ordinal_, count_;
    std::unique_ptr<Device> emulator_;
};

// Makes them as DeviceSet asks, and keeps count of those that were started.
class StandInGpus {
  public:
    explicit StandInGpus(int count) : count_(count) {}
    GpuMaker maker() {
        return [this](int ordinal) -> Result<std::unique_ptr<Device>> {
            if (ordinal >= count_) {
                std::vector<DeviceInfo> present;
                for (int i = 0; i < count_; ++i) present.push_back(StandInGpu::info_of(i));
                return std::unexpected(no_such_device({DeviceKind::cuda, ordinal}, present));
            }
            ++started;
            return std::make_unique<StandInGpu>(ordinal, count_);
        };
    }
    std::atomic<int> started = 0;

  private:
    int count_;
};

}  // namespace warpwise::test
