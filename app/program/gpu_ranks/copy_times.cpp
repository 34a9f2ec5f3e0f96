// The copies of a rank, which wait until they are done: when each began and ended.
#include <cstddef>
#include <cstdio>

#include "program/launch_times/gpu_clock.h"
#include "program/launch_times/report_line.h"

namespace {

const char* kind_of(int kind) {
    constexpr const char* kinds[] = {"host_to_host", "host_to_device", "device_to_host", "device_to_device"};
    return kind >= 0 && kind < 4 ? kinds[kind] : "by_address";
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind) {
    const double begin = warpwise::host_clock_s();
    const int status = warpwise::next_function<int(void*, const void*, std::size_t, int)>("cudaMemcpy")(to, from, bytes, kind);
    const double end = warpwise::host_clock_s();
    char line[256];
    const int length =
        std::snprintf(line, sizeof line,
                      R"({"event":"copy","call":"cudaMemcpy","kind":"%s","line":0,"bytes":%zu,"begin_s":%.9f,"wall_s":%.9f})"
                      "\n",
                      kind_of(kind), bytes, begin, end - begin);
    if (length > 0) warpwise::tell_line({line, static_cast<std::size_t>(length)});
    return status;
}
