#include "ui/debugger/request_clock.h"

#include <fmt/format.h>

#include <algorithm>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr double kSecondsOfPlay = 8;

}  // namespace

void advance(Workbench& bench, RequestClock& clock, std::size_t all) {
    if (clock.playing_at < 0) return;
    bench.ongoing.animates = true;
    clock.playing_at = std::min(1.0, clock.playing_at + static_cast<double>(ImGui::GetIO().DeltaTime) / kSecondsOfPlay);
    clock.requests = static_cast<std::size_t>(clock.playing_at * static_cast<double>(all));
    if (clock.playing_at >= 1) clock.playing_at = -1;
}

void draw_clock(const Look& look, RequestClock& clock, std::size_t all, std::size_t jump_to, const ClockWords& words,
                const std::function<void()>& beside) {
    const auto name = [&](const char* label, const char* part) { return fmt::format("{}###{}_{}", label, words.id, part); };
    const bool plays = clock.playing_at >= 0;
    if (quiet_button(look, name(plays ? "Pause" : "Play", "play").c_str(), true,
                     std::max(button_width("Pause"), button_width("Play"))))
        clock.playing_at = plays ? -1 : clock.requests >= all ? 0 : static_cast<double>(clock.requests) / static_cast<double>(all);
    explain(look, "Makes the requests one after another.");
    place_beside(button_width("Step"));
    if (quiet_button(look, name("Step", "step").c_str(), clock.requests < all)) clock.stop_at(clock.requests + 1);
    explain(look, "Makes the next request.");
    place_beside(button_width(words.jump));
    if (quiet_button(look, name(words.jump, "jump").c_str(), clock.requests != jump_to)) clock.stop_at(jump_to);
    explain(look, words.jump_help);
    beside();
    auto requests = static_cast<std::int64_t>(clock.requests);
    if (number_row(look, "Requests", requests, {0, static_cast<std::int64_t>(all)}, {}, words.requests_help))
        clock.stop_at(static_cast<std::size_t>(requests));
}

}  // namespace warpwise::ui
