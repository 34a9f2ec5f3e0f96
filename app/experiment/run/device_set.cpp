#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ranges>

#include "base/cpu_isa.h"
#include "base/suggest.h"
#include "device/cpu/cpu_libraries.h"
#include "device/cpu/routines.h"
#include "device/interface/host.h"
#include "experiment/run/device_set.h"

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

Result<DeviceInfo> describe_routines(DeviceKind kind) {
    DeviceInfo info{kind, cpu_model(), {}};
    const int cores = usable_cores();
    switch (kind) {
        case DeviceKind::cpu_serial: info.name += ", one core"; break;
        case DeviceKind::cpu_vector: info.name += fmt::format(", one core, {}", name_of(isa_here())); break;
        case DeviceKind::cpu_threads: info.name += fmt::format(", {} core{}", cores, cores == 1 ? "" : "s"); break;
        case DeviceKind::cpu_library: return describe_cpu_library();
        default: break;
    }
    return info;
}

std::string names_of_those_that_run_kernels() {
    std::vector<std::string> names;
    for (const DeviceTraits& traits : all_device_kinds())
        if (traits.runs_kernels) names.emplace_back(traits.name);
    return listed(names);
}

}  // namespace

DeviceSet::Slot& DeviceSet::slot_of(const DeviceId& id) {
    const std::lock_guard lock(mutex_);
    return slots_[id];
}

std::vector<DeviceInfo> DeviceSet::known_of(DeviceKind kind) {
    const std::lock_guard lock(mutex_);
    const auto found = siblings_.find(kind);
    return found != siblings_.end() ? found->second : std::vector<DeviceInfo>();
}

Result<Device*> DeviceSet::get(const DeviceId& id) {
    const DeviceTraits& kind = traits_of(id);
    if (!kind.runs_kernels)
        return usage_error(fmt::format("the device {} does not run kernel sources", name_of(id)),
                           fmt::format("Kernels run on {}.", names_of_those_that_run_kernels()));
    Slot& slot = slot_of(id);
    const std::lock_guard making(slot.making);
    if (!slot.made) {
        const std::vector<DeviceInfo> known = known_of(id.kind);
        const bool is_known = known.empty() || std::ranges::find(known, id, &DeviceInfo::id) != known.end();
        slot.made = !is_known                  ? std::unexpected(no_such_device(id, known))
                    : kind.is_gpu && make_gpu_ ? make_gpu_(id.ordinal)
                                               : make_device(id);
        if (*slot.made) {
            std::vector<DeviceInfo> siblings = (**slot.made)->siblings();
            // a stand-in may be of any kind: here it is what it was asked for
            for (DeviceInfo& info : siblings) info.kind = id.kind;
            const std::lock_guard lock(mutex_);
            siblings_[id.kind] = std::move(siblings);
        }
    }
    if (!*slot.made) return std::unexpected(slot.made->error());
    return (*slot.made)->get();
}

Result<std::vector<DeviceInfo>> DeviceSet::all_of(DeviceKind kind) {
    const DeviceTraits& traits = traits_of(kind);
    if (traits.runs_kernels) {
        if (std::vector<DeviceInfo> known = known_of(kind); !known.empty()) return known;
        if (const auto first = get(kind); !first) return std::unexpected(first.error());
        return known_of(kind);
    }
    if (traits.is_recorded) {
        const std::shared_ptr<const Recordings> recorded = recordings();
        if (recorded->files.empty())
            return std::unexpected(Error{ErrorKind::device_missing, "there are no recordings here",
                                         "`warpwise record -o FILE.json` makes one on a machine with a GPU."});
        // which devices there are depends on the kernel (runner.cpp); the first recording speaks for all
        return std::vector{DeviceInfo{kind, recorded->files.front().device_name, {}}};
    }
    if (!traits.runs_routines()) return usage_error(fmt::format("there is no device of the kind {}", name_of(kind)));
    auto info = describe_routines(kind);
    if (!info) return std::unexpected(info.error());
    return std::vector{std::move(*info)};
}

Result<DeviceInfo> DeviceSet::describe(const DeviceId& id) {
    if (traits_of(id).runs_kernels)
        if (const auto device = get(id); !device) return std::unexpected(device.error());
    const auto all = all_of(id.kind);
    if (!all) return std::unexpected(all.error());
    const auto found = std::ranges::find(*all, id, &DeviceInfo::id);
    if (found == all->end()) return std::unexpected(no_such_device(id, *all));
    return *found;
}

Result<DeviceInfo> DeviceSet::first_gpu() {
    Result<DeviceInfo> found = std::unexpected(Error{ErrorKind::device_missing, "there is no GPU here", {}});
    for (const DeviceTraits& kind : all_device_kinds() | std::views::reverse) {
        if (!kind.is_gpu) continue;
        auto info = describe(kind.kind);
        if (info || !found) found = std::move(info);
    }
    return found;
}

std::vector<DeviceInfo> DeviceSet::present() {
    std::vector<DeviceInfo> infos;
    for (const DeviceTraits& kind : all_device_kinds())
        if (kind.is_always_listed)
            if (auto here = all_of(kind.kind)) std::ranges::move(*here, std::back_inserter(infos));
    return infos;
}

std::shared_ptr<const Recordings> DeviceSet::recordings() {
    const std::lock_guard lock(mutex_);
    if (!recordings_) recordings_ = std::make_shared<const Recordings>(load_recordings(recording_dirs()));
    return recordings_;
}

Result<void> DeviceSet::add_recording(const std::filesystem::path& file) {
    auto loaded = load_recording(file);
    if (!loaded) return std::unexpected(loaded.error());
    recordings();
    const std::lock_guard lock(mutex_);
    // A reader of the recordings as they were goes on with those.
    auto after = std::make_shared<Recordings>(*recordings_);
    after->files.insert(after->files.begin(), std::move(loaded->recording));
    recordings_ = std::move(after);
    return {};
}

}  // namespace warpwise
