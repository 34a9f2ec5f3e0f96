#include "ui/debugger/lane_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace warpwise::ui {
namespace {

constexpr int kLeastLanes = 3;  // of a run

// "a[12]" as "a[", 12, "]"; a number alone has neither.
struct Stepped {
    std::string_view before, behind;
    std::int64_t number = 0;
};
std::optional<Stepped> stepped(std::string_view text) {
    Stepped out;
    const std::size_t open = text.find('[');
    std::string_view digits = text;
    if (open != std::string_view::npos) {
        const std::size_t close = text.find(']', open);
        if (close == std::string_view::npos) return std::nullopt;
        out.before = text.substr(0, open + 1);
        out.behind = text.substr(close);
        digits = text.substr(open + 1, close - open - 1);
    }
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.number);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return out;
}

// "992 + lane", "4 * lane", "31 - lane"
std::string formula(std::int64_t at_first, std::int64_t step, int first) {
    const std::int64_t base = at_first - step * first, size = std::abs(step);
    const std::string lane = size == 1 ? std::string("lane") : fmt::format("{} * lane", size);
    if (step < 0) return base == 0 ? "-" + lane : fmt::format("{} - {}", base, lane);
    if (base == 0) return lane;
    return base > 0 ? fmt::format("{} + {}", base, lane) : fmt::format("{} - {}", lane, -base);
}

// From `first` on, as far as the values are alike or go on by the same step; a single lane where none follows.
LaneRun run_from(const LaneTexts& texts, int first, int end) {
    const auto text = [&](int lane) -> const std::string& { return texts[static_cast<std::size_t>(lane)]; };
    LaneRun alike{first, first, text(first), {}};
    if (text(first).empty()) return alike;
    while (alike.last + 1 < end && text(alike.last + 1) == text(first)) ++alike.last;
    if (alike.last > first) return alike;
    const auto start = stepped(text(first));
    if (!start || first + 1 >= end) return alike;
    std::optional<std::int64_t> step;
    LaneRun even = alike;
    for (int lane = first + 1; lane < end; ++lane) {
        const auto next = stepped(text(lane));
        if (!next || next->before != start->before || next->behind != start->behind) break;
        const std::int64_t distance = next->number - start->number;
        if (!step) step = distance;
        if (*step == 0 || distance != *step * (lane - first)) break;
        even.last = lane;
    }
    if (even.last > first) even.text = fmt::format("{}{}{}", start->before, formula(start->number, *step, first), start->behind);
    return even;
}

}  // namespace

std::vector<LaneRun> lane_runs(const LaneTexts& texts, std::uint32_t present, int first, int lanes, int characters) {
    const int end = first + lanes;
    const auto text = [&](int lane) -> const std::string& { return texts[static_cast<std::size_t>(lane)]; };
    const int some = present != 0 ? std::countr_zero(present) : 0;
    bool is_uniform = present != 0 && !text(some).empty(), all_fit = true;
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        if (present >> lane & 1) is_uniform &= text(lane) == text(some);
        all_fit &= static_cast<int>(text(lane).size()) <= characters;
    }
    if (is_uniform && std::popcount(present) > 1)
        return {{first, end - 1, text(some), fmt::format("in all {} lanes", std::popcount(present))}};
    std::vector<LaneRun> runs;
    for (int lane = first; lane < end;) {
        LaneRun run{lane, lane, text(lane), {}};
        if (!all_fit) {
            const LaneRun found = run_from(texts, lane, end);
            const int length = found.last - found.first + 1;
            bool one_is_cut = false;
            for (int each = found.first; each <= found.last; ++each) one_is_cut |= static_cast<int>(text(each).size()) > characters;
            if (length >= kLeastLanes && one_is_cut && static_cast<int>(found.text.size()) <= length * characters) run = found;
        }
        lane = run.last + 1;
        runs.push_back(std::move(run));
    }
    return runs;
}

int too_long(const LaneTexts& texts, const std::vector<LaneRun>& runs, int characters) {
    int count = 0;
    for (const LaneRun& run : runs)
        count += !run.is_wide() && static_cast<int>(texts[static_cast<std::size_t>(run.first)].size()) > characters ? 1 : 0;
    return count;
}

}  // namespace warpwise::ui
