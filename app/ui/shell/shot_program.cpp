#include "ui/shell/shot_program.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "ui/file/file_state.h"
#include "ui/shell/app.h"

namespace warpwise::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto kLongestWait = 300s;
constexpr auto kBetweenFrames = 20ms;

Result<void> frames_until_done(App& app) {
    const auto begin = std::chrono::steady_clock::now();
    do {
        if (std::chrono::steady_clock::now() - begin > kLongestWait)
            return failure("the program is still running after five minutes");
        app.update();
        app.build();
        app.render();
        std::this_thread::sleep_for(kBetweenFrames);
    } while (app.busy());
    return {};
}

}  // namespace

Result<void> run_program_of(App& app, const ShotOptions& wanted) {
    if (!wanted.runs_program) return {};
    if (auto done = frames_until_done(app); !done) return done;
    const ProgramState& program = app.workbench().state<ProgramState>();
    if (!program.report) return failure("the program was not run");
    if (!*program.report) return std::unexpected(program.report->error());
    if (wanted.launch == 0) return {};
    const std::size_t launches = (*program.report)->launches.size(), place = static_cast<std::size_t>(wanted.launch) - 1;
    if (place >= launches)
        return usage_error(fmt::format("there is no launch {}: the program made {}", wanted.launch, launches),
                           "Launches are counted from 1.");
    app.workbench().post(ask::OpenProgramLaunch{place});
    if (auto done = frames_until_done(app); !done) return done;
    if (program.opened_launch != place) return failure(program.open_problem);
    return {};
}

}  // namespace warpwise::ui
