#include "experiment/ranks/job_gpus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/counted.h"
#include "experiment/file/nccl_on_machine.h"

namespace warpwise {
namespace {

Result<std::vector<DeviceInfo>> all_gpus(DeviceSet& devices) {
    auto all = devices.all_of(kind_that(&DeviceTraits::is_gpu));
    if (!all)
        return std::unexpected(Error{ErrorKind::device_missing, all.error().message,
                                     "Ranks on GPUs need an NVIDIA GPU and its driver. Leave out --device to emulate them."});
    return all;
}

}  // namespace

Result<std::vector<int>> gpus_for_ranks(const std::vector<std::string>& names, DeviceSet& devices) {
    std::vector<int> out;
    const auto add = [&](int ordinal) {
        if (std::ranges::find(out, ordinal) == out.end()) out.push_back(ordinal);
    };
    bool has_emulator = false;
    for (const std::string& list : names) {
        std::istringstream words(list);
        for (std::string name; std::getline(words, name, ',');) {
            const auto id = device_id_from_name(name);
            if (!id) return std::unexpected(id.error());
            has_emulator = has_emulator || traits_of(*id).runs_everywhere;
            if (traits_of(*id).runs_everywhere) continue;
            if (!traits_of(*id).is_gpu)
                return usage_error(fmt::format("the ranks of a job do not run on {}", name),
                                   "They run in the emulator, or with --device cuda on the GPUs.");
            const auto all = all_gpus(devices);
            if (!all) return std::unexpected(all.error());
            if (!name.contains(':'))
                for (const DeviceInfo& each : *all) add(each.ordinal);
            else if (std::ranges::find(*all, id->ordinal, &DeviceInfo::ordinal) == all->end())
                return missing_device(
                    fmt::format("there is no {} here", name),
                    fmt::format("This machine has {}; `warpwise doctor` lists them.", counted(all->size(), "GPU")));
            else
                add(id->ordinal);
        }
    }
    if (has_emulator && !out.empty())
        return usage_error("ranks run on GPUs or in the emulator, not on both", "Name one of the two.");
    return out;
}

Result<JobGpus> gpus_of_job(const RankJob& job, const std::vector<int>& ordinals, int ranks, DeviceSet& devices) {
    JobGpus out;
    if (ordinals.empty()) return out;
    const auto all = all_gpus(devices);
    if (!all) return std::unexpected(all.error());
    for (const int ordinal : ordinals) {
        const auto found = std::ranges::find(*all, ordinal, &DeviceInfo::ordinal);
        if (found == all->end()) return missing_device(fmt::format("there is no cuda:{} here", ordinal));
        out.gpus.push_back({ordinal, found->name});
    }
    if (!has_device_messages(job)) return out;
    out.path = JobTarget::Path::staged;
    if (ranks > static_cast<int>(out.gpus.size())) {
        out.why = out.gpus.size() == 1
                      ? "NCCL needs a GPU for each rank, and all ranks share one"
                      : fmt::format("NCCL needs a GPU for each rank, and {} ranks share {} GPUs", ranks, out.gpus.size());
        return out;
    }
    const auto nccl = find_nccl();
    out.why = nccl ? "NCCL " + nccl->version : nccl.error().message;
    if (nccl) out.path = JobTarget::Path::nccl;
    return out;
}

std::string text_of(const JobGpus& gpus, int ranks, const std::string& recorded_on) {
    if (gpus.gpus.empty()) return "Times were measured; kernels run in the emulator.";
    std::vector<std::string> names;
    for (int rank = 0; rank < std::min(ranks, static_cast<int>(gpus.gpus.size())); ++rank)
        names.push_back(fmt::format("cuda:{} ({})", gpus.of_rank(rank).ordinal, gpus.of_rank(rank).name));
    std::string out = fmt::format("Measured on {}", fmt::join(names, " and "));
    if (!recorded_on.empty())
        out = fmt::format("Recorded on {} of another machine ({})", counted(names.size(), "GPU"), recorded_on);
    if (gpus.are_shared(ranks))
        out += fmt::format(". The {} ranks share {}: rank r takes the GPU at r modulo {}", ranks,
                           gpus.gpus.size() == 1 ? "this GPU" : fmt::format("these {} GPUs", gpus.gpus.size()), gpus.gpus.size());
    out += ".";
    if (ranks < 2) return out;
    if (gpus.path == JobTarget::Path::nccl) out += fmt::format(" Messages go from GPU to GPU by {}.", gpus.why);
    if (gpus.path == JobTarget::Path::staged) out += fmt::format(" Messages go from GPU to GPU through the host: {}.", gpus.why);
    return out;
}

nlohmann::json to_json(const JobGpus& gpus) {
    nlohmann::json all = nlohmann::json::array();
    for (const JobGpus::Gpu& each : gpus.gpus) all.push_back({{"ordinal", each.ordinal}, {"name", each.name}});
    return {{"gpus", all}, {"path", name_of(gpus.path)}, {"why", gpus.why}};
}

}  // namespace warpwise
