#include "ui/kit/desktop_tools.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

extern char** environ;

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

// What the child's standard streams are: `input` or nothing, and nothing.
class Streams {
  public:
    explicit Streams(const char* input) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, input, O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    ~Streams() { posix_spawn_file_actions_destroy(&actions_); }
    Streams(const Streams&) = delete;
    Streams& operator=(const Streams&) = delete;
    const posix_spawn_file_actions_t* get() const { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_;
};

// Starts the command and gives it `patience` to fail. One that still runs then is collected by a thread of its own.
Result<void> start(std::vector<std::string> command, const char* input, std::chrono::milliseconds patience) {
    std::vector<char*> arguments;
    for (std::string& word : command) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const Streams streams(input);
    pid_t child = 0;
    if (const int error = posix_spawn(&child, command.front().c_str(), streams.get(), nullptr, arguments.data(), environ);
        error != 0)
        return failure(command.front() + " could not be started: " + std::strerror(error));
    const auto end = std::chrono::steady_clock::now() + patience;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() >= end) {
            std::thread([child] {
                int ignored = 0;
                waitpid(child, &ignored, 0);
            }).detach();
            return {};
        }
        std::this_thread::sleep_for(5ms);
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    return failure(command.front() + " failed");
}

}  // namespace

fs::path find_program(const std::string& name) {
    const char* path = std::getenv("PATH");
    for (std::string_view rest = path != nullptr ? path : ""; !rest.empty();) {
        const std::size_t colon = rest.find(':');
        const fs::path file = fs::path(rest.substr(0, colon)) / name;
        if (file.is_absolute() && access(file.c_str(), X_OK) == 0) return file;
        rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
    }
    return {};
}

bool can_open_folders() { return !find_program("xdg-open").empty() && (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")); }

Result<void> open_folder(const fs::path& folder) {
    const fs::path tool = find_program("xdg-open");
    if (tool.empty())
        return failure("the folder cannot be opened from here: xdg-open is not installed", "It is " + folder.string());
    return start({tool.string(), folder.string()}, "/dev/null", 300ms);
}

Result<std::vector<std::string>> clipboard_command(const std::string& mime_type) {
    const bool wayland = is_set("WAYLAND_DISPLAY");
    if (const fs::path tool = find_program("wl-copy"); wayland && !tool.empty())
        return std::vector<std::string>{tool.string(), "--type", mime_type};
    if (const fs::path tool = find_program("xclip"); is_set("DISPLAY") && !tool.empty())
        return std::vector<std::string>{tool.string(), "-selection", "clipboard", "-t", mime_type, "-i"};
    return failure(std::string("A picture cannot be put on the clipboard from here: ") +
                       (wayland             ? "wl-copy"
                        : is_set("DISPLAY") ? "xclip"
                                            : "a desktop with wl-copy or xclip") +
                       " is not available.",
                   wayland ? "Install the package wl-clipboard, or save a file." : "Install the package xclip, or save a file.");
}

Result<void> copy_file_to_clipboard(const fs::path& file, const std::string& mime_type) {
    const auto command = clipboard_command(mime_type);
    if (!command) return std::unexpected(command.error());
    return start(*command, file.c_str(), 300ms);
}

}  // namespace warpwise::ui
