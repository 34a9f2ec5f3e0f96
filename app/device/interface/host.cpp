#include "device/interface/host.h"

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <thread>

namespace warpwise {
namespace fs = std::filesystem;
namespace {

// The value of the first line "key<separator>value" of a file; empty when there is none.
std::string value_in(const fs::path& file, std::string_view key, char separator) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (!std::string_view(line).starts_with(key)) continue;
        const std::size_t at = line.find(separator);
        if (at == std::string::npos) continue;
        const std::size_t start = line.find_first_not_of(" \t\"", at + 1);
        if (start == std::string::npos) return {};
        return line.substr(start, line.find_last_not_of(" \t\"") + 1 - start);
    }
    return {};
}

std::uint64_t number_in(const fs::path& file) {
    std::ifstream in(file);
    std::uint64_t value = 0;
    return in >> value ? value : 0;
}

}  // namespace

const std::string& cpu_model() {
    static const std::string model = [] {
        std::string name = value_in("/proc/cpuinfo", "model name", ':');
        return name.empty() ? std::string("CPU") : name;
    }();
    return model;
}

int usable_cores() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::uint64_t memory_bytes() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t available_memory_bytes() {
    std::uint64_t available = memory_bytes();
    if (const std::string kb = value_in("/proc/meminfo", "MemAvailable", ':'); !kb.empty())
        available = std::min<std::uint64_t>(available, std::strtoull(kb.c_str(), nullptr, 10) * 1024);
    // "max" reads as 0: no limit.
    const std::uint64_t limit = number_in("/sys/fs/cgroup/memory.max");
    const std::uint64_t used = number_in("/sys/fs/cgroup/memory.current");
    if (limit != 0) available = std::min(available, limit > used ? limit - used : 0);
    return available;
}

std::string os_name() {
    std::string name = value_in("/etc/os-release", "PRETTY_NAME", '=');
    if (name.empty()) name = "Linux";
    utsname kernel{};
    if (uname(&kernel) == 0) name += std::string(", ") + kernel.sysname + " " + kernel.release;
    return name;
}

std::string nvidia_gpu_model() {
    std::error_code error;
    for (const auto& gpu : fs::directory_iterator("/proc/driver/nvidia/gpus", error))
        if (std::string model = value_in(gpu.path() / "information", "Model", ':'); !model.empty()) return model;
    return {};
}

std::string nvidia_driver_version() {
    // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.95.05  ...": the first word that starts with a digit
    const std::string line = value_in("/proc/driver/nvidia/version", "NVRM version", ':');
    for (std::size_t i = 0; i < line.size();) {
        const std::size_t end = std::min(line.find(' ', i), line.size());
        const std::string word = line.substr(i, end - i);
        if (!word.empty() && word[0] >= '1' && word[0] <= '9' && word.find('.') != std::string::npos) return word;
        i = end + 1;
    }
    return {};
}

}  // namespace warpwise
