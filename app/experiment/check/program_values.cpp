#include "experiment/check/program_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "base/text.h"
#include "lesson/program_names.h"

namespace warpwise {
namespace {

using ProgramValues = std::map<std::string, double>;

void add_launch(ProgramValues& values, std::set<std::string>& kernels, const ProgramLaunch& launch, std::size_t times) {
    const auto blocks = static_cast<double>(launch.shape.grid.count()), threads = static_cast<double>(launch.shape.block.count()),
               count = static_cast<double>(times);
    const bool is_first = values["launches"] == 0;
    kernels.insert(std::string(plain_kernel_name(launch.kernel)));
    values["launches"] += count;
    values["blocks"] += count * blocks;
    values["threads"] += count * blocks * threads;
    values["least_grid"] = is_first ? blocks : std::min(values["least_grid"], blocks);
    values["most_grid"] = std::max(values["most_grid"], blocks);
    values["least_block"] = is_first ? threads : std::min(values["least_block"], threads);
    values["most_block"] = std::max(values["most_block"], threads);
    if (launch.is_mapped) values["mapped_launches"] += count;
    values["warp_instructions"] += count * static_cast<double>(launch.warp_instructions);
    values["lane_instructions"] += count * static_cast<double>(launch.lane_instructions);
    for (const auto& [name, value] : launch.counters) values[name] += count * value;
}

void add_copies(ProgramValues& values, const ProgramReport& report) {
    for (const ProgramCopy& copy : report.copies) {
        ++values["copies"];
        const std::string way = copy.kind == "host_to_device"     ? "to_device"
                                : copy.kind == "device_to_host"   ? "to_host"
                                : copy.kind == "device_to_device" ? "on_device"
                                                                  : "";
        if (way.empty()) continue;
        ++values["copies_" + way];
        values["bytes_" + way] += static_cast<double>(copy.bytes);
    }
}

// Two that may run at the same time are told with the later one.
void add_overlap(ProgramValues& values, const ProgramReport& report) {
    std::map<std::uint64_t, double> streams;  // what each is given
    std::set<std::size_t> copies, launches;
    for (std::size_t i = 0; i < report.works.size(); ++i) {
        ++streams[report.works[i].stream];
        for (const std::size_t other : report.works[i].beside) {
            if (other >= i) continue;
            const bool is_launch = report.works[i].is_launch, is_other_launch = report.works[other].is_launch;
            if (is_launch) launches.insert(i);
            if (is_other_launch) launches.insert(other);
            if (!is_launch && is_other_launch) copies.insert(i);
            if (is_launch && !is_other_launch) copies.insert(other);
        }
    }
    values["streams"] = static_cast<double>(streams.size());
    for (const auto& [stream, count] : streams) values["most_in_a_stream"] = std::max(values["most_in_a_stream"], count);
    values["overlapping_copies"] = static_cast<double>(copies.size());
    values["overlapping_launches"] = static_cast<double>(launches.size());
}

}  // namespace

ProgramValues program_values(const ProgramReport& report, const std::vector<std::string>& arguments, const std::string& kernel) {
    ProgramValues values;
    for (const std::string& name : program_value_names())
        if (!name.starts_with("argument_") && name != kRightWithout && name != kRightWithoutMessages) values[name] = 0;
    std::set<std::string> kernels;
    const auto is_meant = [&](const ProgramLaunch& launch) { return kernel.empty() || plain_kernel_name(launch.kernel) == kernel; };
    for (const ProgramLaunch& launch : report.launches)
        if (is_meant(launch)) add_launch(values, kernels, launch, 1);
    for (const ProgramReport::MoreLaunches& more : report.more_launches)
        if (is_meant(more.first)) add_launch(values, kernels, more.first, more.times);
    values["kernels"] = static_cast<double>(kernels.size());
    add_copies(values, report);
    add_overlap(values, report);
    values["waits"] = static_cast<double>(report.waits.size());
    values["clocks_too_early"] = static_cast<double>(report.early_clocks.size());
    for (const auto& [name, value] : report.rank_values) values[name] = value;
    values["mistakes"] = static_cast<double>(report.mistake_count());
    values["notes"] = static_cast<double>(report.note_count());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        double number = 0;
        const char* end = arguments[i].data() + arguments[i].size();
        if (const auto [at, error] = std::from_chars(arguments[i].data(), end, number); error == std::errc() && at == end)
            values[fmt::format("argument_{}", i + 1)] = number;
    }
    return values;
}

}  // namespace warpwise
