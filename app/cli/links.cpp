// warpwise doctor --links: how quickly the GPUs here exchange data
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "device/gpu/cuda_loader.h"

namespace warpwise {
namespace {

using nlohmann::json;

const DeviceLink* link_of(const DeviceLinks& all, int from, int to) {
    const auto found = std::ranges::find_if(all.links, [&](const DeviceLink& link) { return link.from == from && link.to == to; });
    return found == all.links.end() ? nullptr : &*found;
}

// A row for each GPU that sends, a column for each that receives.
template <typename Cell>
void print_matrix(const DeviceLinks& all, const char* title, Cell cell) {
    print_to(stdout, "\n{}\n{:<12}", title, "from \\ to");
    for (std::size_t to = 0; to < all.names.size(); ++to) print_to(stdout, "{:>12}", fmt::format("cuda:{}", to));
    for (int from = 0; from < static_cast<int>(all.names.size()); ++from) {
        print_to(stdout, "\n{:<12}", fmt::format("cuda:{}", from));
        for (int to = 0; to < static_cast<int>(all.names.size()); ++to) {
            const DeviceLink* link = link_of(all, from, to);
            print_to(stdout, "{:>12}", link ? cell(*link) : "-");
        }
    }
    print_to(stdout, "\n");
}

json to_json(const DeviceLinks& all) {
    json links = json::array();
    for (const DeviceLink& link : all.links)
        links.push_back({{"from", link.from},
                         {"to", link.to},
                         {"peer_access", link.has_peer_access},
                         {"peer_gb_per_s", link.peer_gb_s ? json(*link.peer_gb_s) : json(nullptr)},
                         {"staged_gb_per_s", link.staged_gb_s},
                         {"small_copy_us", link.small_copy_us}});
    return {{"schema", "warpwise.links/1"}, {"devices", all.names}, {"bytes", all.bytes}, {"links", links}};
}

}  // namespace

int links_command(bool as_json) {
    const auto measured = measure_device_links();
    if (!measured) return report(measured.error());
    if (as_json) {
        print_to(stdout, "{}\n", json_text(to_json(*measured)));
        return 0;
    }
    for (std::size_t i = 0; i < measured->names.size(); ++i) print_to(stdout, "cuda:{:<7} {}\n", i, measured->names[i]);
    if (measured->links.empty()) {
        print_to(stdout, "\nThere is one GPU here, so there is no link to measure.\n");
        return 0;
    }
    print_to(stdout, "\nMeasured: medians of copies of {} MiB between each two GPUs.\n", measured->bytes >> 20);
    print_matrix(*measured, "With peer access, GB/s", [](const DeviceLink& link) {
        return link.peer_gb_s ? fmt::format("{:.1f}", *link.peer_gb_s) : std::string("no access");
    });
    print_matrix(*measured, "Without peer access, GB/s",
                 [](const DeviceLink& link) { return fmt::format("{:.1f}", link.staged_gb_s); });
    print_matrix(*measured, "A copy of 4 bytes, microseconds",
                 [](const DeviceLink& link) { return fmt::format("{:.1f}", link.small_copy_us); });
    return 0;
}

}  // namespace warpwise
