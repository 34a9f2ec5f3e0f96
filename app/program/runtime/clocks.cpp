#include "program/runtime/clocks.h"

#include <sys/time.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "program/runtime/runtime.h"

namespace warpwise {
namespace {

constexpr int kMostTold = 64;  // a program may read the clock in a loop

std::chrono::nanoseconds pretended(const Runtime& runtime, std::size_t launches) {
    return std::chrono::nanoseconds(std::llround(runtime.pretence().launch_s * 1e9 * static_cast<double>(launches)));
}

// What the launches that the host has waited for have pretended to take, as far as it could be asked.
std::chrono::nanoseconds pretended_so_far(Runtime& runtime) {
    static std::atomic<std::size_t> launches = 0;
    if (runtime.pretence().launch_s > 0) {
        const std::unique_lock lock(runtime.mutex, std::try_to_lock);
        if (lock.owns_lock()) launches = std::max(launches.load(), runtime.open_works.done_launches());
    }
    return pretended(runtime, launches);
}

// What is launched is only asked for: a clock that is read now does not measure it.
void note_early(Runtime& runtime, const char* call, void* return_address) {
    static int told = 0;
    if (runtime.is_forked()) return;
    const std::unique_lock lock(runtime.mutex, std::try_to_lock);  // another thread's launch is not waited for
    if (!lock.owns_lock()) return;
    if (told >= kMostTold || !runtime.open_works.has_launch()) return;
    ++told;
    const CodePlace place = place_of_call(return_address);
    if (place.line == 0) return;  // of the library's own
    runtime.report().event({{"event", "clock"},
                            {"call", call},
                            {"file", place.file},
                            {"line", place.line},
                            {"launch_line", runtime.open_works.line_of_launch()}});
}

// What is added to the system's time.
std::chrono::nanoseconds note_clock(const char* call, void* return_address) {
    Runtime& runtime = Runtime::instance();
    note_early(runtime, call, return_address);
    return pretended_so_far(runtime);
}

std::chrono::steady_clock::time_point steady_now() {
    const auto more = note_clock("steady_clock::now", __builtin_return_address(0));
    return std::chrono::steady_clock::now() + more;
}

std::chrono::system_clock::time_point system_now() {
    const auto more = note_clock("system_clock::now", __builtin_return_address(0));
    return std::chrono::system_clock::now() + more;
}

int clock_gettime_here(clockid_t which, timespec* out) {
    const auto more = note_clock("clock_gettime", __builtin_return_address(0));
    const int status = clock_gettime(which, out);
    if (status != 0 || more == more.zero()) return status;
    const auto sum = std::chrono::nanoseconds(out->tv_nsec) + more;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(sum);
    *out = {.tv_sec = out->tv_sec + seconds.count(), .tv_nsec = (sum - seconds).count()};
    return status;
}

int gettimeofday_here(timeval* out, void* zone) {
    const auto more = std::chrono::floor<std::chrono::microseconds>(note_clock("gettimeofday", __builtin_return_address(0)));
    const int status = gettimeofday(out, zone);
    if (status != 0 || out == nullptr || more == more.zero()) return status;
    const auto sum = std::chrono::microseconds(out->tv_usec) + more;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(sum);
    *out = {.tv_sec = out->tv_sec + seconds.count(), .tv_usec = (sum - seconds).count()};
    return status;
}

clock_t clock_here() {
    const std::chrono::duration<double> more = note_clock("clock", __builtin_return_address(0));
    return clock() + static_cast<clock_t>(more.count() * CLOCKS_PER_SEC);
}

double omp_seconds() {
    const auto more = note_clock("omp_get_wtime", __builtin_return_address(0));
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch() + more).count();
}

}  // namespace

std::vector<HostFunction> clock_functions() {
    const auto at = [](auto* function) { return reinterpret_cast<void*>(function); };
    return {{"_ZNSt6chrono3_V212steady_clock3nowEv", at(&steady_now)},
            {"_ZNSt6chrono3_V212system_clock3nowEv", at(&system_now)},
            {"clock_gettime", at(&clock_gettime_here)},
            {"gettimeofday", at(&gettimeofday_here)},
            {"clock", at(&clock_here)},
            {"omp_get_wtime", at(&omp_seconds)}};
}

std::chrono::steady_clock::time_point time_of_event(const Runtime& runtime) {
    return std::chrono::steady_clock::now() + pretended(runtime, runtime.open_works.launches());
}

}  // namespace warpwise
