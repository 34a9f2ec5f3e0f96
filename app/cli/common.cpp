#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/paths.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "experiment/run/numbers.h"

namespace warpwise {

int report(const Error& error) {
    print_to(stderr, "warpwise: {}\n", error.text());
    return static_cast<int>(error.kind);
}

Result<Course> load_installed_course() {
    const std::filesystem::path dir = data_dir() / "lessons";
    std::error_code error;
    if (!std::filesystem::is_directory(dir, error))
        return failure(fmt::format("the lessons are not in {}", dir.string()),
                       "Set WARPWISE_DATA to the folder that holds lessons, kernels and assets.");
    return load_course(dir);
}

Result<Trace> parse_trace(std::string_view name) {
    if (name == "none") return Trace::none;
    if (name == "counters") return Trace::counters;
    if (name == "full") return Trace::full;
    return usage_error(fmt::format("there is no trace level '{}'", name), "Choose none, counters or full.");
}

namespace {

// A word for a device that is none, told as a slip of the fingers where it is near one.
Error with_suggestion(Error error, const std::string& name) {
    std::vector<std::string> known;
    for (const DeviceTraits& traits : all_device_kinds()) known.emplace_back(traits.name);
    known.emplace_back("all");
    if (device_kind_from_name(name.substr(0, name.find(':')))) return error;  // the kind is right, and the hint is about its number
    const std::string near = did_you_mean(name, known);
    error.hint = near.empty() ? fmt::format("The devices are {}.", listed(known)) : near;
    return error;
}

}  // namespace

Result<std::vector<DeviceId>> parse_devices(const std::vector<std::string>& names, DeviceSet& devices) {
    std::vector<DeviceId> ids;
    const auto add = [&](const DeviceId& id) {
        if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    };
    for (const std::string& list : names)
        for (std::size_t start = 0; start <= list.size();) {
            const std::size_t end = std::min(list.find(',', start), list.size());
            const std::string name = list.substr(start, end - start);
            start = end + 1;
            if (name == "all") {
                // one of each kind: eight equal GPUs would say the same thing eight times
                for (const DeviceInfo& info : devices.present())
                    if (info.ordinal == 0) add(info.id());
            } else if (const auto id = device_id_from_name(name)) {
                add(*id);
            } else {
                return std::unexpected(with_suggestion(id.error(), name));
            }
        }
    return ids;
}

Result<Dim3> parse_dim3(std::string_view option, std::string_view text) {
    const auto dim = parse_edges(text);
    if (!dim)
        return usage_error(fmt::format("{} '{}' is not a launch size", option, text),
                           "Write one to three whole numbers from 1 to 4294967295, like 256 or 16,16.");
    return *dim;
}

int exit_status_of(const RunRecord& record) { return record.status == RunStatus::ok ? 0 : 1; }

}  // namespace warpwise
