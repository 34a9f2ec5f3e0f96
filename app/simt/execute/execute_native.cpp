#include "simt/execute/execute_native.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "base/cpu_isa.h"
#include "simt/execute/execute_ops.h"
#include "simt/execute/execute_step.h"
#include "simt/native/native_store.h"

namespace warpwise::simt {
namespace {

NativeHelpers native_helpers_here(TraceLevel trace) {
    switch (isa_here()) {
        case Isa::avx512: return native_helpers_v4(trace);
        case Isa::avx2: return native_helpers_v3(trace);
        case Isa::baseline: break;
    }
    return native_helpers_baseline(trace);
}

Tier tier_of_environment() {
    const char* text = std::getenv("WARPWISE_TIER");
    const std::string_view name = text == nullptr ? "" : text;
    return name == "interpreted" ? Tier::interpreted : name == "native" ? Tier::native : Tier::automatic;
}

}  // namespace

Tier tier_of(const ExecuteOptions& options) {
    static const Tier otherwise = tier_of_environment();
    if (takes_turns(options.order) || options.undo) return Tier::interpreted;
    return options.tier == Tier::automatic ? otherwise : options.tier;
}

std::uint64_t native_steps(const Bytecode& program, const ExecuteOptions& options) {
    const bool full = options.trace == TraceLevel::full;
    const std::uint64_t steps = full && options.line_counts ? kNativeStepsLines : full ? kNativeStepsFull : kNativeSteps;
    std::uint64_t length = 0;
    for (const Function& function : program.functions) length += function.code.size();
    length = std::max(length, kUsualInstructions);
    return steps * (length * std::min(length, kManyInstructions)) / (kUsualInstructions * kUsualInstructions);
}

namespace {

std::shared_ptr<const NativeCode> code_of(const LaunchPlan& plan, std::optional<bool> waits) {
    const TraceLevel trace = plan.options.trace;
    const auto entry = static_cast<std::size_t>(&plan.entry - plan.program.functions.data());
    const bool full = trace == TraceLevel::full;
    NativeSource source(plan.program, entry, full, full && plan.options.line_counts);
    const NativeHelpers helpers = native_helpers_here(trace);
    const int flavour = static_cast<int>(trace);
    return waits ? native_store().code_of(std::move(source), helpers, isa_here(), flavour, *waits)
                 : native_store().kept_code_of(std::move(source), helpers, isa_here(), flavour);
}

void use(LaunchProgress& launch, std::shared_ptr<const NativeCode> code) {
    const std::lock_guard lock(launch.mutex);
    launch.native_code = std::move(code);
    launch.native.store(launch.native_code.get(), std::memory_order_release);
}

}  // namespace

void ask_for_native(const LaunchPlan& plan, LaunchProgress& launch, bool waits) {
    if (tier_of(plan.options) == Tier::interpreted || launch.asked_for_native.exchange(true)) return;
    use(launch, code_of(plan, waits));
}

void use_kept_native(const LaunchPlan& plan, LaunchProgress& launch) {
    if (tier_of(plan.options) == Tier::interpreted || launch.asked_for_native) return;
    const std::uint64_t warps = plan.shape.grid.count() * plan.warps_per_block;
    if (warps < kLeastWarpsForKept) return;
    if (auto code = code_of(plan, std::nullopt)) {
        launch.asked_for_native = true;
        use(launch, std::move(code));
    }
}

void ask_for_often_launched(const LaunchPlan& plan, LaunchProgress& launch) {
    const std::uint64_t steps = plan.program.so_far->steps, launches = plan.program.so_far->launches;
    if (launches == 0 || steps / launches < kLeastStepsOfLaunches) return;
    if (steps >= native_steps(plan.program, plan.options)) ask_for_native(plan, launch, false);
}

void note_launch(const LaunchPlan& plan, const LaunchProgress& launch) {
    if (tier_of(plan.options) != Tier::automatic) return;
    plan.program.so_far->steps += launch.steps;
    ++plan.program.so_far->launches;
}

}  // namespace warpwise::simt
