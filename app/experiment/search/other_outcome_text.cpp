// The result of the search over schedules, in words and as JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/number_text.h"
#include "base/thread_name.h"
#include "experiment/record/record_json.h"
#include "experiment/search/other_outcome.h"

namespace warpwise {
namespace {

// "schedules sequential, reversed, round-robin and random:1 to random:197"
std::string searched_text(const OtherOutcome& found) {
    const int all = found.runs + found.unfinished;
    std::vector<std::string> names{"sequential", "reversed", "round-robin", "random:1"};
    if (all > 4) names.back() += fmt::format(" to random:{}", all - 3);
    names.resize(std::min<std::size_t>(names.size(), static_cast<std::size_t>(std::max(all, 1))));
    if (names.size() == 1) return names.front();
    const std::string last = std::move(names.back());
    names.pop_back();
    return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

std::string schedules_text(int count) { return fmt::format("{} schedule{}", with_separators(count), count == 1 ? "" : "s"); }

std::string value_under(const OutcomeUnder& side) {
    if (side.fault) return fmt::format("ends in a fault ({})", name_of(side.fault->kind));
    return side.value.empty() ? "finishes" : "gives " + side.value;
}

std::string element_of(const OtherOutcome& found) { return fmt::format("{}[{}]", found.array, found.index); }

std::uint64_t warp_in_block(const LaunchShape& launch, std::uint64_t thread) {
    return thread % std::max<std::uint64_t>(launch.block.count(), 1) / kWarpSize;
}

std::string race_text(const LaunchShape& launch, const Fault& finding) {
    std::string text = with_thread_names(launch, finding.message);
    if (finding.line > 0) text += fmt::format(" (line {})", finding.line);
    return text;
}

nlohmann::json to_json(const OutcomeUnder& side) {
    nlohmann::json accesses = nlohmann::json::array();
    for (const AccessInOrder& done : side.accesses)
        accesses.push_back({{"thread", done.thread},
                            {"line", done.access.line},
                            {"store", done.access.is_store},
                            {"value", done.access.value},
                            {"position", done.access.position}});
    return {{"schedule", text_of(side.schedule)},
            {"fault", side.fault ? to_json(*side.fault) : nlohmann::json(nullptr)},
            {"value", optional_text(side.value)},
            {"writer", optional_value(side.writer)},
            {"accesses", accesses}};
}

std::string_view name_of(OutcomeFound found) {
    switch (found) {
        case OutcomeFound::none: return "none";
        case OutcomeFound::one_order: return "one_order";
        case OutcomeFound::rounding: return "rounding";
        case OutcomeFound::other: return "other";
        case OutcomeFound::not_run: break;
    }
    return "not_run";
}

}  // namespace

std::string headline_of(const OtherOutcome& found) {
    switch (found.found) {
        case OutcomeFound::one_order: return "The launch has a single warp, so there is only one order.";
        case OutcomeFound::not_run: return fmt::format("The search did not start: {}.", found.why_not.text());
        case OutcomeFound::other:
            if (found.array.empty())
                return fmt::format("Two outcomes: the kernel {} under {} and {} under {}.", value_under(found.first),
                                   text_of(found.first.schedule), value_under(found.other), text_of(found.other.schedule));
            return fmt::format("Two outcomes: {} is {} under {} and {} under {}.", element_of(found), found.first.value,
                               text_of(found.first.schedule), found.other.value, text_of(found.other.schedule));
        case OutcomeFound::rounding:
            return fmt::format("Only rounding differs in {}: {} is {} under {} and {} under {}.", schedules_text(found.runs),
                               element_of(found), found.first.value, text_of(found.first.schedule), found.other.value,
                               text_of(found.other.schedule));
        case OutcomeFound::none: break;
    }
    if (found.cancelled) return fmt::format("No difference in {} before the search was cancelled.", schedules_text(found.runs));
    return fmt::format("No difference in {}; this does not prove that there is none.", schedules_text(found.runs));
}

std::vector<std::string> lines_of(const OtherOutcome& found, const OutcomeUnder& side) {
    std::vector<std::string> lines{value_under(side)};
    if (side.writer) lines.push_back("last written by " + thread_name(found.launch, *side.writer));
    if (side.fault) lines.push_back(race_text(found.launch, *side.fault));
    for (std::size_t i = 0; i < side.accesses.size(); ++i) {
        const AccessInOrder& done = side.accesses[i];
        lines.push_back(fmt::format("{}. line {}: {} (warp {}) {} {}", i + 1, done.access.line,
                                    thread_name(found.launch, done.thread), warp_in_block(found.launch, done.thread),
                                    done.access.is_store ? "writes" : "reads", done.access.value));
    }
    return lines;
}

std::string text_of(const OtherOutcome& found) {
    std::string text = headline_of(found) + "\n";
    if (found.found == OutcomeFound::not_run || found.found == OutcomeFound::one_order) return text;
    if (found.found == OutcomeFound::other)
        for (const OutcomeUnder& side : {found.first, found.other})
            text += fmt::format("  {}:\n    {}\n", text_of(side.schedule), fmt::join(lines_of(found, side), "\n    "));
    if (found.differing > 0)
        text += fmt::format("  {} of {} elements differ\n", with_separators(found.differing), with_separators(found.compared));
    if (found.found == OutcomeFound::rounding)
        text += "  No race was found, and the values differ only as much as floating-point sums in another order do.\n";
    if (found.finding)
        text += fmt::format("The full trace found: {}\n", with_thread_names(found.launch, text_of(*found.finding)));
    else if (found.found == OutcomeFound::other)
        text += "The full trace found no race: the order of atomics or of the blocks decides.\n";
    text += fmt::format("Compared: {}\n", searched_text(found));
    if (found.unfinished > 0)
        text += fmt::format("{} of them took more than 64 times the steps of the first and {} not compared\n",
                            with_separators(found.unfinished), found.unfinished == 1 ? "was" : "were");
    if (found.out_of_time) text += "The search reached its time limit.\n";
    return text;
}

nlohmann::json to_json(const OtherOutcome& found) {
    const bool has_two = found.found == OutcomeFound::other || found.found == OutcomeFound::rounding;
    const bool has_element = has_two && !found.array.empty();
    nlohmann::json schedules = nlohmann::json::array();
    if (has_two) schedules = {to_json(found.first), to_json(found.other)};
    return {{"schema", "warpwise.other-outcome/1"},
            {"found", name_of(found.found)},
            {"headline", headline_of(found)},
            {"array", optional_text(found.array)},
            {"index", has_element ? nlohmann::json(found.index) : nlohmann::json(nullptr)},
            {"differing", found.differing},
            {"compared", found.compared},
            {"outcomes", schedules},
            {"finding", found.finding ? warpwise::to_json(*found.finding) : nlohmann::json(nullptr)},
            {"runs", found.runs},
            {"unfinished", found.unfinished},
            {"cancelled", found.cancelled},
            {"out_of_time", found.out_of_time}};
}

}  // namespace warpwise
