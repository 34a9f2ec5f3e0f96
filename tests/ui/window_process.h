// The window as a process of its own, on an X server of its own.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/files.h"
#include "ui_test.h"

namespace warpwise::ui {

inline bool wait_for(std::chrono::seconds longest, const std::function<bool()>& done) {
    const auto begin = std::chrono::steady_clock::now();
    while (!done()) {
        if (std::chrono::steady_clock::now() - begin > longest) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
}

// A child that is gone when the test is, however it ends.
class Child {
  public:
    Child(const std::vector<std::string>& command, const std::filesystem::path& errors) : pid_(::fork()) {
        if (pid_ != 0) return;
        const int file = ::open(errors.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
        ::dup2(file, STDERR_FILENO);
        std::vector<char*> arguments;
        for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        ::execvp(arguments.front(), arguments.data());
        ::_exit(127);
    }
    ~Child() { end(); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    bool running() {
        if (ended_) return false;
        ended_ = ::waitpid(pid_, &status_, WNOHANG) == pid_;
        return !ended_;
    }
    void end() {
        if (!running()) return;
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, &status_, 0);
        ended_ = true;
    }
    void signal(int number) const { ::kill(pid_, number); }
    int status() const { return status_; }
    // The exit status, or 128 and the number of the signal that ended it, as shells count.
    int exit_status() const { return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_); }

  private:
    pid_t pid_;
    int status_ = 0;
    bool ended_ = false;
};

class WindowProcessTest : public ::testing::Test {
  protected:
    ~WindowProcessTest() override { ::unsetenv("DISPLAY"); }

    // Empty when it runs, else why there is none.
    std::string start_server() {
        if (std::system("command -v Xvfb >/dev/null") != 0) return "there is no Xvfb here";
        const std::filesystem::path number = home.path() / "display";
        server = std::make_unique<Child>(
            std::vector<std::string>{"sh", "-c", "exec Xvfb -displayfd 1 -screen 0 1280x800x24 -nolisten tcp >" + number.string()},
            home.path() / "server.err");
        const bool started =
            wait_for(std::chrono::seconds(20), [&] { return !read_file(number).value_or("").empty() || !server->running(); });
        const std::string display = read_file(number).value_or("");
        if (!started || display.empty()) return "no X server starts here: " + read_file(home.path() / "server.err").value_or("");
        ::setenv("DISPLAY", (":" + display.substr(0, display.find('\n'))).c_str(), 1);
        ::setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
        return "";
    }
    // False when the window ended before it was open. It writes its settings half a second after the lesson is open.
    bool wait_for_window(Child& window) const {
        const auto opened = [&] { return std::filesystem::exists(home.config() / "settings.json"); };
        return wait_for(std::chrono::seconds(60), [&] { return opened() || !window.running(); }) && window.running();
    }
    std::string words() const { return read_file(home.path() / "window.err").value_or(""); }

    TemporaryHome home;
    std::unique_ptr<Child> server;
};

}  // namespace warpwise::ui
