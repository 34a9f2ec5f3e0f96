#include "device/process/process_guard.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <thread>

#include "device/interface/host.h"

namespace warpwise {
namespace {

constexpr std::uint64_t kMachines = ~std::uint64_t{0};
constexpr auto kPause = std::chrono::milliseconds(20);
constexpr std::uint64_t kLargeBytes = std::uint64_t{1} << 30;

// Memory that only this process has: resident pages less the shared ones.
std::uint64_t own_bytes() {
    std::ifstream file("/proc/self/statm");
    std::uint64_t size = 0, resident = 0, shared = 0;
    file >> size >> resident >> shared;
    return (resident - std::min(resident, shared)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// So little is left that the system would soon look for a process to end.
bool machine_is_full() { return available_memory_bytes() < std::min(std::uint64_t{256} << 20, memory_bytes() / 50); }

}  // namespace

void ProcessGuard::offer_process() {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    std::ofstream("/proc/self/oom_score_adj") << 1000;
}

ProcessGuard::ProcessGuard() {
    std::thread([this] { watch(); }).detach();  // the process ends before this object does
}

void ProcessGuard::watch() const {
    while (true) {
        std::this_thread::sleep_for(kPause);
        const std::uint64_t limit = limit_bytes_.load(std::memory_order_relaxed);
        if (limit == 0) continue;
        const std::uint64_t own = own_bytes();
        if (own > limit) _exit(kExitOutOfMemory);
        if (own > kLargeBytes && machine_is_full()) _exit(kExitMachineIsFull);
    }
}

ProcessGuard::Watch::Watch(ProcessGuard& guard, std::uint64_t most_bytes) : guard_(guard) {
    guard_.limit_bytes_ = most_bytes == 0 ? kMachines : own_bytes() + most_bytes;
}

ProcessGuard::Watch::~Watch() { guard_.limit_bytes_ = 0; }

}  // namespace warpwise
