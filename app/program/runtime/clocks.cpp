#include "program/runtime/clocks.h"

#include <sys/time.h>
#include <time.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "program/runtime/runtime.h"

namespace warpwise {
namespace {

constexpr int kMostTold = 64;  // a program may read the clock in a loop

// What is launched is only asked for: a clock that is read now does not measure it.
void note_clock(const char* call, void* return_address) {
    static int told = 0;
    Runtime& runtime = Runtime::instance();
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

std::chrono::steady_clock::time_point steady_now() {
    note_clock("steady_clock::now", __builtin_return_address(0));
    return std::chrono::steady_clock::now();
}

std::chrono::system_clock::time_point system_now() {
    note_clock("system_clock::now", __builtin_return_address(0));
    return std::chrono::system_clock::now();
}

int clock_gettime_here(clockid_t which, timespec* out) {
    note_clock("clock_gettime", __builtin_return_address(0));
    return clock_gettime(which, out);
}

int gettimeofday_here(timeval* out, void* zone) {
    note_clock("gettimeofday", __builtin_return_address(0));
    return gettimeofday(out, zone);
}

clock_t clock_here() {
    note_clock("clock", __builtin_return_address(0));
    return clock();
}

}  // namespace

std::vector<HostFunction> clock_functions() {
    const auto at = [](auto* function) { return reinterpret_cast<void*>(function); };
    return {{"_ZNSt6chrono3_V212steady_clock3nowEv", at(&steady_now)},
            {"_ZNSt6chrono3_V212system_clock3nowEv", at(&system_now)},
            {"clock_gettime", at(&clock_gettime_here)},
            {"gettimeofday", at(&gettimeofday_here)},
            {"clock", at(&clock_here)}};
}

}  // namespace warpwise
