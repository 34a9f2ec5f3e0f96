#include "program/launch_times/gpu_clock.h"

#include <chrono>
#include <map>
#include <mutex>

namespace warpwise {
namespace {

struct Clocks {
    struct Base {
        GpuEvent event = nullptr;
        double host_s = 0;
    };
    std::mutex mutex;
    std::map<int, Base> bases;  // by GPU
    std::map<GpuEvent, int> gpu_of_event;
};
Clocks& clocks() {
    static auto* all = new Clocks;  // used until the process ends
    return *all;
}

int current_gpu() {
    int gpu = 0;
    next_function<int(int*)>("cudaGetDevice")(&gpu);
    return gpu;
}

GpuEvent new_event() {
    GpuEvent event = nullptr;
    return next_function<int(GpuEvent*)>("cudaEventCreate")(&event) == 0 ? event : nullptr;
}

bool record(GpuEvent event, GpuStream stream) {
    return next_function<int(GpuEvent, GpuStream)>("cudaEventRecord")(event, stream) == 0;
}

// The quickest of several looks: the event has passed at about the middle of the time in which it was recorded and waited for.
Clocks::Base compared_clock() {
    constexpr int looks = 9;
    Clocks::Base best;
    double least = 0;
    for (int i = 0; i < looks; ++i) {
        GpuEvent event = new_event();
        if (event == nullptr) return best;
        const double begin = host_clock_s();
        record(event, nullptr);
        wait_for_event(event);
        const double length = host_clock_s() - begin;
        if (best.event == nullptr || length < least) best = {event, begin + length / 2}, least = length;
    }
    return best;
}

}  // namespace

double host_clock_s() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

GpuEvent recorded_event(GpuStream stream) {
    const int gpu = current_gpu();
    Clocks& all = clocks();
    {
        const std::lock_guard lock(all.mutex);
        if (!all.bases.contains(gpu)) all.bases[gpu] = compared_clock();
    }
    GpuEvent event = new_event();
    if (event == nullptr || !record(event, stream)) return nullptr;
    const std::lock_guard lock(all.mutex);
    all.gpu_of_event[event] = gpu;
    return event;
}

bool has_passed(GpuEvent event) { return next_function<int(GpuEvent)>("cudaEventQuery")(event) == 0; }

void wait_for_event(GpuEvent event) { next_function<int(GpuEvent)>("cudaEventSynchronize")(event); }

double milliseconds_between(GpuEvent begin, GpuEvent end) {
    float out = -1;
    const int status = next_function<int(float*, GpuEvent, GpuEvent)>("cudaEventElapsedTime")(&out, begin, end);
    return status == 0 ? static_cast<double>(out) : -1;
}

double time_of_event_s(GpuEvent event) {
    Clocks& all = clocks();
    const std::lock_guard lock(all.mutex);
    const auto gpu = all.gpu_of_event.find(event);
    if (gpu == all.gpu_of_event.end()) return 0;
    const Clocks::Base& base = all.bases[gpu->second];
    if (base.event == nullptr) return 0;
    const double passed_ms = milliseconds_between(base.event, event);
    return passed_ms < 0 ? 0 : base.host_s + 1e-3 * passed_ms;
}

void forget_event(GpuEvent event) {
    next_function<int(GpuEvent)>("cudaEventDestroy")(event);
    Clocks& all = clocks();
    const std::lock_guard lock(all.mutex);
    all.gpu_of_event.erase(event);
}

}  // namespace warpwise
