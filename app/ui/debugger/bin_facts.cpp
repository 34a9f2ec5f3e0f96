#include "ui/debugger/bin_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/number_text.h"
#include "ui/debugger/access_pattern.h"

namespace warpwise::ui {
namespace {

std::map<std::int64_t, std::uint32_t> lanes_by_element(const BinRequest& request) {
    std::map<std::int64_t, std::uint32_t> lanes;
    for (const int lane : lanes_of(request.mask)) ++lanes[request.elements[static_cast<std::size_t>(lane)]];
    return lanes;
}

std::string count_text(std::uint64_t count, const char* what) {
    return fmt::format("{} {}{}", with_separators(count), what, count == 1 ? "" : "s");
}

}  // namespace

Bins bins_of(std::span<const std::vector<DebugAccess>> by_warp, const std::string& array, MemorySpace space,
             std::int64_t elements) {
    Bins bins{.array = array};
    std::int64_t low = INT64_MAX, high = INT64_MIN;
    for (std::size_t warp = 0; warp < by_warp.size(); ++warp)
        for (const DebugAccess& access : by_warp[warp]) {
            if (!access.is_atomic || access.mask == 0 || access.array != array || access.space != space) continue;
            BinRequest request{.position = access.position,
                               .warp = static_cast<std::uint32_t>(warp),
                               .line = access.line,
                               .mask = access.mask,
                               .elements = access.elements};
            for (const auto& [element, lanes] : lanes_by_element(request)) {
                request.turns = std::max(request.turns, lanes);
                low = std::min(low, element), high = std::max(high, element);
            }
            bins.requests.push_back(request);
        }
    std::ranges::sort(bins.requests, {}, &BinRequest::position);
    if (bins.requests.empty()) return bins;
    if (elements > 0 && elements <= kMostBins) low = 0, high = std::max(high, elements - 1);
    bins.first = low;
    bins.last = std::min(high, low + kMostBins - 1);
    std::map<std::int64_t, char> beyond;
    for (const BinRequest& request : bins.requests)
        for (const auto& [element, lanes] : lanes_by_element(request))
            if (element > bins.last) beyond[element] = 1;
    bins.left_out = beyond.size();
    return bins;
}

std::vector<BinCount> counts_after(const Bins& bins, std::size_t requests) {
    std::vector<BinCount> counts(static_cast<std::size_t>(bins.last - bins.first + 1));
    for (std::size_t i = 0; i < std::min(requests, bins.requests.size()); ++i)
        for (const auto& [element, lanes] : lanes_by_element(bins.requests[i])) {
            if (element < bins.first || element > bins.last) continue;
            BinCount& count = counts[static_cast<std::size_t>(element - bins.first)];
            count.updates += lanes;
            count.waits += lanes - 1;
            count.most = std::max(count.most, lanes);
        }
    return counts;
}

std::size_t requests_before(const Bins& bins, std::uint64_t position) {
    return static_cast<std::size_t>(std::ranges::lower_bound(bins.requests, position, {}, &BinRequest::position) -
                                    bins.requests.begin());
}

std::string bins_sentence(const Bins& bins, std::size_t requests) {
    const std::size_t made = std::min(requests, bins.requests.size());
    if (made == 0) return fmt::format("No updates of {} so far.", bins.array);
    std::uint64_t updates = 0, turns = 0;
    std::uint32_t most = 0;
    std::map<std::int64_t, char> updated;
    for (std::size_t i = 0; i < made; ++i) {
        turns += bins.requests[i].turns;
        most = std::max(most, bins.requests[i].turns);
        for (const auto& [element, lanes] : lanes_by_element(bins.requests[i])) {
            updates += lanes;
            updated[element] = 1;
        }
    }
    return fmt::format(
        "{} with {} of {}. Lanes of a request that meet in one bin take turns: {:.1f} turns per request on average, and at most "
        "{}.",
        count_text(made, "request"), count_text(updates, "update"), count_text(updated.size(), "bin"),
        static_cast<double>(turns) / static_cast<double>(made), most);
}

std::string bin_text(const Bins& bins, std::span<const BinCount> counts, std::int64_t element) {
    if (element < bins.first || element > bins.last) return {};
    const BinCount& count = counts[static_cast<std::size_t>(element - bins.first)];
    std::string text = fmt::format("{}[{}]: {}", bins.array, element, count_text(count.updates, "update"));
    if (count.waits > 0)
        text += fmt::format("\n{} of them came after another lane of their request; at most {} lanes met",
                            with_separators(count.waits), count.most);
    return text;
}

}  // namespace warpwise::ui
