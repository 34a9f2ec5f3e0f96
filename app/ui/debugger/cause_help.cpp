#include "ui/debugger/cause_help.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>

#include "base/number_text.h"
#include "ui/lesson/exercise_panel.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kDateDigits = 10;

bool is_empty(const LaunchShape& shape) { return shape.grid.count() == 0 || shape.block.count() == 0; }

bool solution_is_open(Workbench& bench) {
    const auto progress = bench.lessons.progress.find(bench.lesson->id);
    const ExerciseState& exercise = bench.state<ExerciseState>();
    const Exercise* const current = current_exercise(bench, exercise);
    const Exercise* const asked = current != nullptr && current->program ? bench.lesson->kernel_exercise() : current;
    const bool passed = asked != nullptr && progress != bench.lessons.progress.end() && progress->second.has_passed(*asked);
    return exercise.lesson == bench.lesson->id && asked == current ? may_see_solution(exercise, passed) : passed;
}

std::map<std::string, KernelFix, std::less<>> fixes_of(const Lesson& lesson, const DebugSubject& subject, bool solution_open) {
    std::map<std::string, KernelFix, std::less<>> fixes;
    const KernelSpec* const kernel = lesson.find_kernel(subject.kernel);
    if (kernel == nullptr) return fixes;
    for (const auto& [cost, id] : kernel->fixes) {
        if (id == kSolutionFix) {
            if (solution_open) fixes[cost] = {.kernel = "", .title = "the solution of the exercise"};
        } else if (const KernelSpec* const fix = lesson.find_kernel(id)) {
            fixes[cost] = {.kernel = id, .title = fix->title};
        }
    }
    return fixes;
}

// What it was made from.
struct CauseHelpState {
    std::shared_ptr<const DebugSubject> subject;
    std::size_t recordings = 0, hidden = 0;
    bool solution_open = false;
    CauseHelp help;
};

}  // namespace

std::vector<HardwareCounts> hardware_counts(const KnownRecordings& known, const DebugSubject& subject) {
    std::vector<HardwareCounts> counted;
    if (subject.edited || is_empty(subject.shape)) return counted;
    for (const Recording& recording : known.all.files) {
        if (known.hidden.contains(recording.file)) continue;
        for (const DeviceId& device : recording.shown_devices()) {
            if (!traits_of(device).is_gpu) continue;
            for (const RunRecord* record : recording.find(subject.lesson, subject.kernel, device, subject.request.parameters)) {
                const LaunchShape &ran = record->launch, &here = subject.shape;
                if (record->counters.empty() || record->request.edited_source || ran.grid != here.grid || ran.block != here.block)
                    continue;
                counted.push_back({record->device.name, record->date.substr(0, kDateDigits), record->counters});
                break;
            }
        }
    }
    return counted;
}

const CauseHelp& cause_help(Workbench& bench) {
    CauseHelpState& state = bench.state<CauseHelpState>();
    const std::shared_ptr<const DebugSubject>& subject = bench.state<DebuggerState>().subject;
    if (subject == nullptr || bench.lesson == nullptr || subject->lesson != bench.lesson->id) {
        state = {};
        return state.help;
    }
    const bool solution_open = solution_is_open(bench);
    if (state.subject == subject && state.recordings == bench.recordings.all.files.size() &&
        state.hidden == bench.recordings.hidden.size() && state.solution_open == solution_open)
        return state.help;
    state = {.subject = subject,
             .recordings = bench.recordings.all.files.size(),
             .hidden = bench.recordings.hidden.size(),
             .solution_open = solution_open,
             .help = {.fixes = fixes_of(*bench.lesson, *subject, solution_open),
                      .counted = hardware_counts(bench.recordings, *subject)}};
    return state.help;
}

std::string hardware_text(const Cause& cause, const HardwareCounts& counts) {
    const auto found = counts.counters.find(cause.counter);
    if (cause.counter.empty() || found == counts.counters.end()) return "";
    struct Unit {
        std::string_view counter, of;
    };
    constexpr std::array units{Unit{"global_load_sectors", "sectors of loads from global memory"},
                               Unit{"global_store_sectors", "sectors of stores to global memory"},
                               Unit{"shared_load_wavefronts", "wavefronts of shared-memory loads"},
                               Unit{"shared_store_wavefronts", "wavefronts of shared-memory stores"},
                               Unit{"shared_atomic_wavefronts", "wavefronts of shared-memory atomics"}};
    for (const Unit& unit : units)
        if (unit.counter == cause.counter)
            return fmt::format("The {} counted {} {} in this launch (recording of {}).", counts.device,
                               with_separators(std::llround(found->second)), unit.of, counts.date);
    return "";
}

}  // namespace warpwise::ui
