#include <fmt/format.h>

#include "device/host.h"
#include "device/routines.h"
#include "experiment/runner.h"

namespace warpwise {
namespace {

// The library form is here when one of the libraries is: which of them a routine takes is the routine's.
Result<DeviceInfo> describe_cpu_library() {
    DeviceInfo info{DeviceKind::cpu_library, cpu_model(), {}};
    std::string found;
    for (const CpuLibrary library : {CpuLibrary::openblas, CpuLibrary::fftw}) {
        if (check_cpu_library(library)) found += fmt::format("{}{}", found.empty() ? "" : " and ", name_of(library));
    }
    if (found.empty())
        return std::unexpected(Error{ErrorKind::device_missing, "neither OpenBLAS nor FFTW can be opened here",
                                     "Install libopenblas0-pthread and libfftw3-single3, or run it on cpu-serial."});
    info.name += ", " + found;
    return info;
}

Result<DeviceInfo> describe_cpu_form(DeviceKind kind) {
    if (kind == DeviceKind::cpu_library) return describe_cpu_library();
    DeviceInfo info{kind, cpu_model(), {}};
    const int cores = usable_cores();
    if (kind == DeviceKind::cpu_serial) info.name += ", one core";
    if (kind == DeviceKind::cpu_vector) info.name += fmt::format(", one core, {}", vector_isa());
    if (kind == DeviceKind::cpu_threads) info.name += fmt::format(", {} core{}", cores, cores == 1 ? "" : "s");
    return info;
}

}  // namespace

Result<Device*> DeviceSet::get(DeviceKind kind) {
    if (is_cpu_form(kind) || kind == DeviceKind::recorded)
        return usage_error(fmt::format("the device {} runs no kernel sources", name_of(kind)), "Kernels run on emulated and cuda.");
    const std::lock_guard making(kind == DeviceKind::cuda ? cuda_mutex_
                                                          : emulated_mutex_);  // nobody waits for another kind's start
    if (auto known = find(kind)) return *known;
    Result<std::unique_ptr<Device>> made = kind == DeviceKind::emulated ? make_isolated_emulator() : make_gpu_();
    const std::lock_guard lock(mutex_);
    if (!made) {
        missing_[kind] = made.error();
        return std::unexpected(made.error());
    }
    return (devices_[kind] = std::move(*made)).get();
}

std::optional<Result<Device*>> DeviceSet::find(DeviceKind kind) {
    const std::lock_guard lock(mutex_);
    if (const auto found = devices_.find(kind); found != devices_.end()) return found->second.get();
    if (const auto why = missing_.find(kind); why != missing_.end()) return std::unexpected(why->second);
    return std::nullopt;
}

Result<DeviceInfo> DeviceSet::describe(DeviceKind kind) {
    if (is_cpu_form(kind)) return describe_cpu_form(kind);
    if (kind == DeviceKind::recorded) {
        if (recordings().files.empty())
            return std::unexpected(Error{ErrorKind::device_missing, "there are no recordings here",
                                         "`warpwise record -o FILE.json` makes one on a machine with a GPU."});
        return DeviceInfo{kind, recordings().files.front().device_name, {}};
    }
    const auto device = get(kind);
    if (!device) return std::unexpected(device.error());
    return (*device)->describe();
}

std::vector<DeviceInfo> DeviceSet::present() {
    std::vector<DeviceInfo> infos;
    for (DeviceKind kind :
         {DeviceKind::emulated, DeviceKind::cuda, DeviceKind::cpu_serial, DeviceKind::cpu_vector, DeviceKind::cpu_threads})
        if (auto info = describe(kind)) infos.push_back(std::move(*info));
    return infos;
}

const Recordings& DeviceSet::recordings() {
    const std::lock_guard lock(mutex_);
    if (!recordings_) recordings_ = std::make_unique<Recordings>(load_recordings(recording_dirs()));
    return *recordings_;
}

Result<void> DeviceSet::add_recording(const std::filesystem::path& file) {
    auto loaded = load_recording(file);
    if (!loaded) return std::unexpected(loaded.error());
    recordings();
    const std::lock_guard lock(mutex_);
    recordings_->files.insert(recordings_->files.begin(), std::move(loaded->recording));
    return {};
}

}  // namespace warpwise
