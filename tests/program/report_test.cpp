// Events of a program's report are whole and all there: when writes are interrupted, when the reader has ended, and after a fork.
#include "program/runtime/report.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

namespace warpwise {
namespace {

class ReportTest : public testing::Test {
  protected:
    void SetUp() override { ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0); }
    void TearDown() override {
        for (const int end : ends) close(end);
    }
    std::string read_all() {
        close(ends[1]);
        ends[1] = -1;
        std::string out;
        std::array<char, 65536> bytes{};
        for (ssize_t got = 0; (got = read(ends[0], bytes.data(), bytes.size())) > 0;)
            out.append(bytes.data(), static_cast<std::size_t>(got));
        return out;
    }
    std::array<int, 2> ends{-1, -1};
};

std::atomic<int> interruptions{0};

TEST_F(ReportTest, ALineIsWholeHoweverOftenItsWriteIsInterrupted) {
    struct sigaction action{}, before{};
    action.sa_handler = [](int) { ++interruptions; };  // without SA_RESTART
    sigaction(SIGUSR1, &action, &before);
    Report report(ends[1]);
    const std::string text(1 << 20, 'x');  // more than a pipe holds: the write waits, and is interrupted
    std::atomic<bool> has_written{false};
    std::thread writer([&] {
        report.event({{"event", "finding"}, {"message", text}});
        has_written = true;
    });
    std::string out;
    std::array<char, 16384> bytes{};
    const std::size_t whole = nlohmann::json{{"event", "finding"}, {"message", text}}.dump().size() + 1;
    while (out.size() < whole) {
        const int so_far = interruptions;
        if (!has_written) pthread_kill(writer.native_handle(), SIGUSR1);
        while (!has_written && interruptions == so_far) std::this_thread::yield();
        const ssize_t got = read(ends[0], bytes.data(), bytes.size());
        ASSERT_GT(got, 0);
        out.append(bytes.data(), static_cast<std::size_t>(got));
    }
    writer.join();
    sigaction(SIGUSR1, &before, nullptr);
    EXPECT_GT(interruptions, 10);
    EXPECT_EQ(nlohmann::json::parse(out).at("message"), text);
    EXPECT_TRUE(report.has_reader());
}

TEST_F(ReportTest, KnowsThatItsReaderHasEnded) {
    Report report(ends[1]);
    report.event({{"event", "launch"}});
    EXPECT_TRUE(report.has_reader());
    close(ends[0]);
    ends[0] = -1;
    report.event({{"event", "launch"}});  // does not end this process by SIGPIPE
    EXPECT_FALSE(report.has_reader());
    report.end(0);
}

TEST_F(ReportTest, AForkTellsNothingUnlessItTakesTheReportOver) {
    Report report(ends[1]);
    report.event({{"event", "one"}});
    const auto in_fork = [&](auto work) {
        const pid_t child = fork();
        if (child == 0) {
            work();
            _exit(0);
        }
        waitpid(child, nullptr, 0);
    };
    in_fork([&] { report.end(7); });
    in_fork([&] {
        report.belongs_here();
        report.begin_line();
        report.event({{"event", "two"}});
    });
    EXPECT_EQ(read_all(), "{\"event\":\"one\"}\n\n{\"event\":\"two\"}\n");
}

TEST_F(ReportTest, TellsAFindingOnceForItsPlace) {
    Report report(ends[1]);
    for (int i = 0; i < 3; ++i) report.finding({"leak", {"a.cu", 4, "main"}, "message", "hint"});
    report.finding({"leak", {"a.cu", 5, "main"}, "message", "hint"});
    const std::string out = read_all();
    EXPECT_EQ(std::ranges::count(out, '\n'), 2);
}

}  // namespace
}  // namespace warpwise
