// The devices of this process.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "device/interface/device.h"
#include "experiment/record/recording.h"

namespace warpwise {

using GpuMaker = std::function<Result<std::unique_ptr<Device>>(int ordinal)>;

// The devices of this process, made on first use. Safe to call from any thread.
class DeviceSet {
  public:
    // A device that runs kernels, started when it is first asked for. An Error of kind device_missing says why it is not there.
    Result<Device*> get(const DeviceId&);
    // The devices of a kind, by ordinal: of those that run kernels the first one is started, which knows the others. An Error when
    // there is none.
    Result<std::vector<DeviceInfo>> all_of(DeviceKind);
    // What the CPU is compared with: the first GPU, started; else why there is none.
    Result<DeviceInfo> first_gpu();
    // Every device that can run here, in the order they are shown. Not cpu-library, which few kernels have
    // (Routine::check_library), and no recordings.
    std::vector<DeviceInfo> present();
    // What a device is called here; an Error when it is not there. Starts no device but this one.
    Result<DeviceInfo> describe(const DeviceId&);
    // What makes the GPUs instead of make_device(), for stand-ins in tests; before one is first asked for.
    void make_gpu_with(GpuMaker maker) { make_gpu_ = std::move(maker); }
    // Of recording_dirs(), read on first use; those added come first. As they are now: what is added later is in the next answer.
    std::shared_ptr<const Recordings> recordings();
    Result<void> add_recording(const std::filesystem::path&);

  private:
    struct Slot {
        std::mutex making;  // held while it is made: a GPU's start may take seconds, and no other caller waits for it
        std::optional<Result<std::unique_ptr<Device>>> made;
    };
    Slot& slot_of(const DeviceId&);
    // What a started device said of those of its kind; empty when none was started.
    std::vector<DeviceInfo> known_of(DeviceKind);

    std::mutex mutex_;  // of what follows
    std::shared_ptr<const Recordings> recordings_;
    GpuMaker make_gpu_;
    std::map<DeviceId, Slot> slots_;  // never erased: a slot stays where it is
    std::map<DeviceKind, std::vector<DeviceInfo>> siblings_;
};

}  // namespace warpwise
