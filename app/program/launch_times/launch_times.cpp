#include "program/launch_times/launch_times.h"

#include <cxxabi.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "program/launch_times/gpu_clock.h"
#include "program/launch_times/report_line.h"

namespace warpwise {
namespace {

struct Dim3 {
    unsigned x, y, z;
};

struct Launch {
    std::string kernel;
    Dim3 grid, block;
    std::size_t shared;
    GpuEvent begin = nullptr, end = nullptr;
};

std::mutex mutex;
std::map<const void*, std::string>& names() {
    static auto* all = new std::map<const void*, std::string>;
    return *all;
}
std::vector<Launch>& launches() {
    static auto* all = new std::vector<Launch>;
    return *all;
}

std::string readable(const std::string& symbol) {
    int status = 0;
    char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
    std::string out = text ? text : symbol;
    std::free(text);
    if (out.starts_with("void ")) out.erase(0, 5);
    const std::string unnamed = "(anonymous namespace)";
    std::size_t arguments = out.find('(');
    while (arguments != std::string::npos && out.compare(arguments, unnamed.size(), unnamed) == 0)
        arguments = out.find('(', arguments + unnamed.size());
    return out.substr(0, arguments);
}

constexpr std::size_t kMostTimed = 10'000;  // events are the driver's memory; what comes later is not timed

void tell_launches(bool waits) {
    const std::lock_guard lock(mutex);
    int index = 0;
    for (const Launch& launch : launches()) {
        double milliseconds = -1, begin_s = 0;
        if (launch.begin && launch.end && (waits || has_passed(launch.end))) {
            wait_for_event(launch.end);
            milliseconds = milliseconds_between(launch.begin, launch.end);
            begin_s = time_of_event_s(launch.begin);
        }
        std::string name;
        for (const char c : launch.kernel) name += c == '"' || c == '\\' ? ' ' : c;
        char line[1024];
        const int bytes = std::snprintf(
            line, sizeof line,
            R"({"event":"launch","index":%d,"kernel":"%.600s","grid":[%u,%u,%u],"block":[%u,%u,%u],"dynamic_shared_bytes":%zu,"gpu_ms":%g,"begin_s":%.9f})"
            "\n",
            index++, name.c_str(), launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x, launch.block.y, launch.block.z,
            launch.shared, milliseconds, begin_s);
        if (bytes > 0 && !tell_line({line, static_cast<std::size_t>(bytes)})) return;
    }
    launches().clear();
}

// Times are known when the events have passed.
void tell_at_end() { tell_launches(true); }

// `name`: of the function that launches, by a stub's address or by a kernel's handle.
int timed_launch(const char* name, const void* kernel, Dim3 grid, Dim3 block, void** arguments, std::size_t shared, void* stream) {
    auto* launch = next_function<int(const void*, Dim3, Dim3, void**, std::size_t, void*)>(name);
    Launch timed{names()[kernel], grid, block, shared};
    bool is_timed = false;
    {
        const std::lock_guard lock(mutex);
        static const int registered = std::atexit(tell_at_end);
        static_cast<void>(registered);
        is_timed = launches().size() < kMostTimed;
    }
    if (is_timed) timed.begin = recorded_event(stream);
    const int status = launch(kernel, grid, block, arguments, shared, stream);
    if (timed.begin) timed.end = recorded_event(stream);
    const std::lock_guard lock(mutex);
    launches().push_back(std::move(timed));
    return status;
}

}  // namespace

void forget_launches() {
    const std::lock_guard lock(mutex);
    for (const Launch& launch : launches())
        for (const GpuEvent event : {launch.begin, launch.end})
            if (event) forget_event(event);
    launches().clear();
}

void tell_past_launches() { tell_launches(false); }

}  // namespace warpwise

#pragma GCC visibility push(default)
extern "C" {

int __cudaRegisterFunction(void** handle, const char* stub, char* function, const char* name, int limit, void* a, void* b, void* c,
                           void* d, int* e) {
    warpwise::names()[stub] = warpwise::readable(name);
    return warpwise::next_function<int(void**, const char*, char*, const char*, int, void*, void*, void*, void*, int*)>(
        "__cudaRegisterFunction")(handle, stub, function, name, limit, a, b, c, d, e);
}

int cudaLaunchKernel(const void* stub, warpwise::Dim3 grid, warpwise::Dim3 block, void** arguments, std::size_t shared,
                     void* stream) {
    return warpwise::timed_launch("cudaLaunchKernel", stub, grid, block, arguments, shared, stream);
}

// A stub of CUDA 13 asks for a handle once and launches by it.
int __cudaGetKernel(void** handle, const void* stub) {
    const int status = warpwise::next_function<int(void**, const void*)>("__cudaGetKernel")(handle, stub);
    if (status == 0) warpwise::names()[*handle] = warpwise::names()[stub];
    return status;
}

int __cudaLaunchKernel(const void* handle, warpwise::Dim3 grid, warpwise::Dim3 block, void** arguments, std::size_t shared,
                       void* stream) {
    return warpwise::timed_launch("__cudaLaunchKernel", handle, grid, block, arguments, shared, stream);
}

}  // extern "C"
#pragma GCC visibility pop
