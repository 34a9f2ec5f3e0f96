#include "experiment/run/emulator_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/number_text.h"
#include "experiment/run/resolve.h"

namespace warpwise {
namespace {

std::string with_blanks(std::string_view name) {
    std::string words(name);
    std::ranges::replace(words, '_', ' ');
    return words;
}

}  // namespace

Result<CheckRun> emulator_check_of(const Lesson& lesson, const ExperimentRequest& ran_on_gpu) {
    auto launch = resolve_launch(lesson, ran_on_gpu);
    if (!launch) return std::unexpected(launch.error());
    if (const std::uint64_t threads = launch->shape.thread_count(); threads > kMostCheckedThreads)
        return failure(fmt::format("{} threads are too many for it", with_separators(threads)),
                       fmt::format("It checks up to {} threads", with_separators(kMostCheckedThreads)));
    ExperimentRequest request = ran_on_gpu;
    request.device = kind_that(&DeviceTraits::checks_accesses);
    request.trace = Trace::full;  // races and reads of what nothing has written
    request.repeats = 1;
    request.compare = false;  // the GPU's own result was compared
    return CheckRun{std::move(request), std::move(*launch)};
}

CheckEnd end_of_check(const RunRecord& record) {
    if (record.status == RunStatus::ok) return CheckEnd::passed;
    if (record.status != RunStatus::fault || !record.fault) return CheckEnd::not_run;
    switch (record.fault->kind) {
        case FaultKind::step_budget: return CheckEnd::out_of_steps;
        // limits of the emulator's own, which the GPU need not share
        case FaultKind::launch_invalid:
        case FaultKind::memory_budget:
        case FaultKind::unsupported:
        case FaultKind::compile_error:
        case FaultKind::device_lost: return CheckEnd::not_run;
        default: return CheckEnd::found;
    }
}

std::string words_for(FaultKind kind) {
    switch (kind) {  // whose names are no words
        case FaultKind::host_pointer: return "pointer to the host's memory";
        case FaultKind::uninitialized_read: return "read of uninitialized memory";
        case FaultKind::step_budget: return "step limit reached";
        case FaultKind::memory_budget: return "not enough memory";
        case FaultKind::assert_failed: return "failed assertion";
        case FaultKind::no_return_value: return "missing return value";
        case FaultKind::launch_invalid: return "invalid launch";
        case FaultKind::unsupported: return "not supported";
        default: break;
    }
    return with_blanks(name_of(kind));
}

std::string words_for_kind(const std::string& kind) {
    const auto fault = fault_kind_from_name(kind);
    return fault ? words_for(*fault) : with_blanks(kind);
}

}  // namespace warpwise
