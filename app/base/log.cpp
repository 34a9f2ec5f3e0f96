#include "base/log.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>

#include "base/standard_streams.h"

namespace warpwise {
namespace {

bool is_wanted() {
    const char* value = std::getenv("WARPWISE_LOG");
    return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

// Field 22 of /proc/self/stat: the start in clock ticks since the boot. The name before it may hold spaces, but ends with ')'.
double start_s() {
    std::ifstream file("/proc/self/stat");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    std::size_t at = text.rfind(')');
    for (int field = 2; field < 22 && at != std::string::npos; ++field) at = text.find(' ', at + 1);
    return at == std::string::npos ? 0 : std::strtod(text.c_str() + at, nullptr) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double seconds_of(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

void log_step(std::string_view what) {
    if (!is_wanted()) return;
    print_to(stderr, "warpwise: {:.2f} s ({:.2f} s of the processor)  {}\n", seconds_of(CLOCK_BOOTTIME) - start_s(),
             seconds_of(CLOCK_PROCESS_CPUTIME_ID), what);
}

}  // namespace warpwise
