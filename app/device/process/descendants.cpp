#include "device/process/descendants.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <map>
#include <string_view>
#include <thread>
#include <vector>

#include "device/process/file_descriptor.h"

namespace warpwise {
namespace {

constexpr std::chrono::seconds kMostWait{10};
constexpr std::chrono::milliseconds kLook{1};

// From /proc/PID/stat: "17 (a name) S 4 ..." gives 4. The name may hold anything. 0: it has ended.
pid_t parent_of(const char* pid) {
    const FileDescriptor file(open(fmt::format("/proc/{}/stat", pid).c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 512> bytes{};
    const ssize_t got = file ? read(file.get(), bytes.data(), bytes.size() - 1) : 0;
    const std::string_view text(bytes.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    const auto name_end = text.rfind(')');
    constexpr std::size_t kStateAndBlanks = 4;  // ") S "
    if (name_end == std::string_view::npos || name_end + kStateAndBlanks >= text.size()) return 0;
    return static_cast<pid_t>(std::strtol(text.data() + name_end + kStateAndBlanks, nullptr, 10));
}

// Kernels without CONFIG_PROC_CHILDREN have no shorter way.
std::vector<pid_t> descendants() {
    std::multimap<pid_t, pid_t> children;
    DIR* folder = opendir("/proc");
    if (folder == nullptr) return {};
    while (const dirent* entry = readdir(folder))
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
            children.emplace(parent_of(entry->d_name), static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10)));
    closedir(folder);
    std::vector<pid_t> out{getpid()};
    for (std::size_t i = 0; i < out.size(); ++i)
        for (auto [child, end] = children.equal_range(out[i]); child != end; ++child) out.push_back(child->second);
    out.erase(out.begin());
    return out;
}

}  // namespace

void adopt_descendants() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

bool end_descendants() {
    const auto deadline = std::chrono::steady_clock::now() + kMostWait;
    while (std::chrono::steady_clock::now() < deadline) {
        const std::vector<pid_t> all = descendants();
        for (const pid_t each : all) kill(each, SIGSTOP);  // a suspended process cannot fork
        for (const pid_t each : all) kill(each, SIGKILL);
        pid_t collected = 0;
        do collected = waitpid(-1, nullptr, WNOHANG);
        while (collected > 0 || (collected < 0 && errno == EINTR));
        if (collected < 0) return true;  // not a single child is left, and so no descendant
        std::this_thread::sleep_for(kLook);
    }
    return false;
}

}  // namespace warpwise
