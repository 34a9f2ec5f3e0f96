#include "ui/debugger/network_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warpwise::ui {

std::vector<WeightRead> weight_reads(std::span<const DebugAccess> accesses, const std::string& array, const NetworkLayers& layers) {
    std::vector<WeightRead> out;
    for (const DebugAccess& access : accesses) {
        if (access.array != array || access.is_store || access.mask == 0) continue;
        const std::int64_t element = access.elements[static_cast<std::size_t>(std::countr_zero(access.mask))];
        if (layers.part(element)) out.push_back({access.position, element, access.line});
    }
    return out;
}

NetworkNow network_after(std::span<const WeightRead> reads, std::size_t count, const NetworkLayers& layers) {
    using enum NetworkNow::Pass;
    NetworkNow now;
    const auto begin = [&](NetworkNow::Pass pass) {
        now.pass = pass;
        now.seen.assign(static_cast<std::size_t>(layers.weights()), false);
    };
    begin(none);
    for (const WeightRead& read : reads.first(std::min(count, reads.size()))) {
        const auto part = layers.part(read.element);
        const auto place = static_cast<std::size_t>(read.element);
        if (!part || place >= now.seen.size()) continue;
        if (now.pass == none || (now.pass == backward && (part->from < 0 || part->layer == 1)))
            begin(forward);
        else if (now.pass == forward && now.seen[place])
            begin(backward);
        now.seen[place] = true;
        now.last = read.element;
        now.line = read.line;
        now.layer = part->layer;
    }
    return now;
}

std::size_t reads_before(std::span<const WeightRead> reads, std::uint64_t position) {
    return static_cast<std::size_t>(std::ranges::lower_bound(reads, position, {}, &WeightRead::position) - reads.begin());
}

std::string network_sentence(const NetworkNow& now, const NetworkLayers& layers, const std::string& array) {
    const auto part = layers.part(now.last);
    if (!part) return "No weight has been read yet.";
    const std::string what =
        part->from < 0 ? fmt::format("the bias of unit {}", part->unit)
                       : fmt::format("from {} {} to unit {}", part->layer == 1 ? "input" : "unit", part->from, part->unit);
    return fmt::format("{}, layer {} of {}: {}[{}], {} (line {}).", now.pass == NetworkNow::Pass::backward ? "Back" : "Forward",
                       part->layer, layers.units.size() - 1, array, now.last, what, now.line);
}

}  // namespace warpwise::ui
