#include "device/process/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string_view>
#include <thread>

namespace warpwise {
namespace {

std::string text_of_status(int status) {
    if (WIFSIGNALED(status)) return fmt::format("was killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
    return fmt::format("ended with exit status {}", WEXITSTATUS(status));
}

// What the child gets: its end of the socket, an empty input, no output (a record on ours must stay whole), our errors.
class ChildFiles {
  public:
    explicit ChildFiles(int socket) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&actions_, socket, kChildSocket);  // clears close-on-exec, equal numbers included
        posix_spawn_file_actions_addclosefrom_np(&actions_, kChildSocket + 1);
    }
    ~ChildFiles() { posix_spawn_file_actions_destroy(&actions_); }
    ChildFiles(const ChildFiles&) = delete;
    ChildFiles& operator=(const ChildFiles&) = delete;
    const posix_spawn_file_actions_t* get() const { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_;
};

bool is_needed(std::string_view variable) {
    const std::string_view name = variable.substr(0, variable.find('='));
    return name == "LD_LIBRARY_PATH" || name == "LANG" || name == "TZ" || name.starts_with("LC_") ||
           name.starts_with("WARPWISE_") || name.ends_with("SAN_OPTIONS");
}

// Ends with a null, as the system wants it.
std::vector<char*> variables_for(ChildEnvironment environment) {
    std::vector<char*> variables;
    for (char** each = environ; each != nullptr && *each != nullptr; ++each)
        if (environment == ChildEnvironment::whole || is_needed(*each)) variables.push_back(*each);
    variables.push_back(nullptr);
    return variables;
}

}  // namespace

// The child ends by its socket, not by PR_SET_PDEATHSIG: that one fires when the thread that started it ends, and devices are
// made on threads that come and go.
Result<ChildProcess> ChildProcess::start(const std::vector<std::string>& command, ChildEnvironment environment) {
    std::array<int, 2> ends{-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return failure(fmt::format("no socket could be made for another process: {}", std::strerror(errno)));
    ChildProcess child;
    child.socket_ = FileDescriptor(ends[0]);
    const FileDescriptor other_end(ends[1]);
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const ChildFiles files(other_end.get());
    std::vector<char*> variables = variables_for(environment);
    const int status = posix_spawn(&child.pid_, words.front().c_str(), files.get(), nullptr, arguments.data(), variables.data());
    if (status != 0) {
        child.pid_ = 0;
        return failure(fmt::format("{} cannot be started: {}", words.front(), std::strerror(status)));
    }
    return child;
}

bool ChildProcess::is_running() {
    if (pid_ == 0) return false;
    int status = 0;
    const pid_t got = waitpid(pid_, &status, WNOHANG);
    if (got == 0) return true;
    ended_ = got == pid_ ? text_of_status(status) : "ended";
    if (got == pid_ && WIFEXITED(status)) exit_status_ = WEXITSTATUS(status);
    pid_ = 0;
    return false;
}

void ChildProcess::wait_for_end(int milliseconds) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (is_running() && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

void ChildProcess::kill() {
    if (!is_running()) return;
    ::kill(pid_, SIGKILL);
    wait_for_end(5000);
    if (pid_ == 0) return;
    // A driver may hold a process while it clears the GPU. It must be collected then, and no caller needs to wait.
    ended_ = "does not end";
    std::thread([pid = pid_] { waitpid(pid, nullptr, 0); }).detach();
    pid_ = 0;
}

}  // namespace warpwise
