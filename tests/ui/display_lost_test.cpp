// The window as a process of its own, whose X server ends under it.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/files.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace fs = std::filesystem;
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

bool wait_for(std::chrono::seconds longest, const std::function<bool()>& done) {
    const auto begin = std::chrono::steady_clock::now();
    while (!done()) {
        if (std::chrono::steady_clock::now() - begin > longest) return false;
        std::this_thread::sleep_for(20ms);
    }
    return true;
}

// A child that is gone when the test is, however it ends.
class Child {
  public:
    Child(const std::vector<std::string>& command, const fs::path& errors) : pid_(::fork()) {
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
    int status() const { return status_; }

  private:
    pid_t pid_;
    int status_ = 0;
    bool ended_ = false;
};

class DisplayLostTest : public ::testing::Test {
  protected:
    ~DisplayLostTest() override { ::unsetenv("DISPLAY"); }
    TemporaryHome home;
};

TEST_F(DisplayLostTest, SavesEverythingSaysSoAndEndsWithOne) {
    if (std::system("command -v Xvfb >/dev/null") != 0) GTEST_SKIP() << "there is no Xvfb here";
    const fs::path number = home.path() / "display";
    Child server({"sh", "-c", "exec Xvfb -displayfd 1 -screen 0 1280x800x24 -nolisten tcp >" + number.string()},
                 home.path() / "server.err");
    ASSERT_TRUE(wait_for(20s, [&] { return !read_file(number).value_or("").empty() || !server.running(); }));
    const std::string display = read_file(number).value_or("");
    if (display.empty()) GTEST_SKIP() << "no X server starts here: " << read_file(home.path() / "server.err").value_or("");
    ::setenv("DISPLAY", (":" + display.substr(0, display.find('\n'))).c_str(), 1);
    ::setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);

    Child window({WARPWISE_BINARY, "open", "indexing_1d"}, home.path() / "window.err");
    // It writes its settings half a second after the lesson is open; the layout comes later, or with the last words.
    ASSERT_TRUE(wait_for(60s, [&] { return fs::exists(home.config() / "settings.json") || !window.running(); }));
    ASSERT_TRUE(window.running()) << read_file(home.path() / "window.err").value_or("");
    server.end();
    ASSERT_TRUE(wait_for(20s, [&] { return !window.running(); })) << "it goes on without a display";
    const std::string words = read_file(home.path() / "window.err").value_or("");
    EXPECT_TRUE(WIFEXITED(window.status()) && WEXITSTATUS(window.status()) == 1) << window.status() << "\n" << words;
    EXPECT_THAT(words, HasSubstr("the display :"));
    EXPECT_THAT(words, HasSubstr("Your settings, progress and exercises are saved"));
    EXPECT_TRUE(fs::exists(home.config() / "layout-2.ini"));
    EXPECT_THAT(read_file(home.data() / "progress.json").value_or(""), HasSubstr("indexing_1d"));
    EXPECT_THAT(read_file(home.config() / "settings.json").value_or(""), HasSubstr("indexing_1d"));
}

}  // namespace
}  // namespace warpwise::ui
