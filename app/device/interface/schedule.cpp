#include "device/interface/schedule.h"

#include <fmt/format.h>

#include <charconv>

namespace warpwise {

std::string text_of(const ScheduleChoice& choice) {
    switch (choice.schedule) {
        case Schedule::sequential: return "sequential";
        case Schedule::round_robin: return "round-robin";
        case Schedule::by_request: return "by-request";
        case Schedule::reversed: return "reversed";
        case Schedule::random: break;
    }
    return fmt::format("random:{}", choice.seed);
}

void set_schedule(LaunchOptions& options, const ScheduleChoice& choice) {
    options.schedule = choice.schedule;
    options.schedule_seed = choice.seed;
    options.threads = 1;
}

Result<ScheduleChoice> parse_schedule(std::string_view text) {
    for (const Schedule schedule : {Schedule::sequential, Schedule::round_robin, Schedule::by_request, Schedule::reversed})
        if (text == text_of(ScheduleChoice{schedule})) return ScheduleChoice{schedule};
    if (text == "random") return ScheduleChoice{Schedule::random};
    constexpr std::string_view seeded = "random:";
    if (text.starts_with(seeded)) {
        ScheduleChoice choice{Schedule::random};
        const std::string_view seed = text.substr(seeded.size());
        const auto [end, error] = std::from_chars(seed.data(), seed.data() + seed.size(), choice.seed);
        if (error == std::errc{} && end == seed.data() + seed.size()) return choice;
    }
    return usage_error(fmt::format("there is no schedule '{}'", text),
                       "Choose sequential, round-robin, by-request, reversed, random or random:SEED.");
}

}  // namespace warpwise
