// Preloaded into a program that nvcc has built with the shared runtime: times each launch with events and tells it to descriptor 3,
// one line of JSON each, in the words of app/program/runtime/report.h. Nothing of CUDA is needed to build it: the runtime's
// functions are found in the program.
#include <cxxabi.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace {

struct Dim3 {
    unsigned x, y, z;
};
using Event = void*;

struct Launch {
    std::string kernel;
    Dim3 grid, block;
    std::size_t shared;
    Event begin = nullptr, end = nullptr;
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

template <typename Function>
Function* real(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
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

constexpr int kReport = 3;

// The program ends with what has started it. What it starts itself has no part in this: neither the descriptor, which would keep
// the reader waiting for it, nor this library.
__attribute__((constructor)) void begin() {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    fcntl(kReport, F_SETFD, FD_CLOEXEC);
    unsetenv("LD_PRELOAD");
}

// False: its reader has ended.
bool write_all(const char* text, std::size_t bytes) {
    while (bytes > 0) {
        const ssize_t written = write(kReport, text, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text += written;
        bytes -= static_cast<std::size_t>(written);
    }
    return true;
}

constexpr std::size_t kMostTimed = 10'000;  // events are the driver's memory; what comes later is not timed

// Times are known when the events have passed.
void tell_times() {
    const std::lock_guard lock(mutex);
    auto* synchronize = real<int(Event)>("cudaEventSynchronize");
    auto* elapsed = real<int(float*, Event, Event)>("cudaEventElapsedTime");
    int index = 0;
    for (const Launch& launch : launches()) {
        float milliseconds = -1;
        if (launch.begin && synchronize(launch.end) == 0) elapsed(&milliseconds, launch.begin, launch.end);
        std::string name;
        for (const char c : launch.kernel) name += c == '"' || c == '\\' ? ' ' : c;
        char line[1024];
        const int bytes = std::snprintf(
            line, sizeof line,
            R"({"event":"launch","index":%d,"kernel":"%.600s","grid":[%u,%u,%u],"block":[%u,%u,%u],"dynamic_shared_bytes":%zu,"gpu_ms":%g})"
            "\n",
            index++, name.c_str(), launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x, launch.block.y, launch.block.z,
            launch.shared, static_cast<double>(milliseconds));
        if (bytes > 0 && !write_all(line, static_cast<std::size_t>(bytes))) return;
    }
    launches().clear();
}

// `name`: of the function that launches, by a stub's address or by a kernel's handle.
int timed_launch(const char* name, const void* kernel, Dim3 grid, Dim3 block, void** arguments, std::size_t shared, void* stream) {
    auto* launch = real<int(const void*, Dim3, Dim3, void**, std::size_t, void*)>(name);
    auto* create = real<int(Event*)>("cudaEventCreate");
    auto* record = real<int(Event, void*)>("cudaEventRecord");
    Launch timed{names()[kernel], grid, block, shared};
    {
        const std::lock_guard lock(mutex);
        if (launches().empty()) std::atexit(tell_times);
        if (launches().size() < kMostTimed && create(&timed.begin) == 0 && create(&timed.end) == 0) record(timed.begin, stream);
    }
    const int status = launch(kernel, grid, block, arguments, shared, stream);
    const std::lock_guard lock(mutex);
    if (timed.end) record(timed.end, stream);
    launches().push_back(std::move(timed));
    return status;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int __cudaRegisterFunction(void** handle, const char* stub, char* function, const char* name, int limit, void* a, void* b, void* c,
                           void* d, int* e) {
    names()[stub] = readable(name);
    return real<int(void**, const char*, char*, const char*, int, void*, void*, void*, void*, int*)>("__cudaRegisterFunction")(
        handle, stub, function, name, limit, a, b, c, d, e);
}

int cudaLaunchKernel(const void* stub, Dim3 grid, Dim3 block, void** arguments, std::size_t shared, void* stream) {
    return timed_launch("cudaLaunchKernel", stub, grid, block, arguments, shared, stream);
}

// A stub of CUDA 13 asks for a handle once and launches by it.
int __cudaGetKernel(void** handle, const void* stub) {
    const int status = real<int(void**, const void*)>("__cudaGetKernel")(handle, stub);
    if (status == 0) names()[*handle] = names()[stub];
    return status;
}

int __cudaLaunchKernel(const void* handle, Dim3 grid, Dim3 block, void** arguments, std::size_t shared, void* stream) {
    return timed_launch("__cudaLaunchKernel", handle, grid, block, arguments, shared, stream);
}

}  // extern "C"
#pragma GCC visibility pop
