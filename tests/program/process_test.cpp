// How the run of a program ends: by the program's own end, whatever it leaves behind, and with the process that has started it.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "base/files.h"
#include "base/paths.h"
#include "experiment/file/program_run.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;

class ProgramProcess : public testing::Test {
  protected:
    ExecOptions program(const std::string& text, std::vector<std::string> arguments = {}) const {
        ExecOptions options;
        options.text.file = dir / "program.cu";
        EXPECT_TRUE(write_file_atomically(options.text.file, text));
        options.arguments = std::move(arguments);
        return options;
    }
    const test::TemporaryFolder temporary;
    const fs::path& dir = temporary.path();
};

// The process that it leaves has all descriptors that the program did not close, and lives until the test lets it go.
TEST_F(ProgramProcess, AChildThatIsLeftBehindIsNotWaitedFor) {
    const fs::path gate = dir / "gate";
    ASSERT_EQ(mkfifo(gate.c_str(), 0600), 0);
    const auto options = program(R"(
#include <cstdio>
#include <cstdlib>
#include <string>
int main(int, char** argv) {
    const std::string command = "read line < " + std::string(argv[1]) + " &";
    if (std::system(command.c_str()) != 0) return 1;
    void* lost = nullptr;
    cudaMalloc(&lost, 4);
    std::printf("left a child behind\n");
    return 3;
}
)",
                                 {gate.string()});
    const auto report = run_whole_program(options, ProgramOutputMode::kept);  // does not return while the child is waited for
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->exit_code, 3);
    EXPECT_EQ(report->output, "left a child behind\n");
    ASSERT_EQ(report->findings.size(), 1u);
    EXPECT_EQ(report->findings[0].kind, "leak");
    const int open_gate = open(gate.c_str(), O_WRONLY | O_CLOEXEC);  // waits for the child, which is still there
    ASSERT_GE(open_gate, 0);
    EXPECT_EQ(write(open_gate, "go\n", 3), 3);
    close(open_gate);
}

// A fork is no part of the run: its end tells nothing, and CUDA does not work there.
TEST_F(ProgramProcess, AForkTellsNothing) {
    const auto report = run_whole_program(program(R"(
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>
int main() {
    int* a = nullptr;
    if (cudaMalloc(&a, 4) != cudaSuccess) return 1;
    std::fflush(stdout);
    if (fork() == 0) {
        int* b = nullptr;
        std::exit(cudaMalloc(&b, 4) == cudaErrorInitializationError ? 7 : 8);
    }
    int status = 0;
    wait(&status);
    if (cudaFree(a) != cudaSuccess) return 2;
    return WEXITSTATUS(status);
}
)"),
                                          ProgramOutputMode::kept);
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->exit_code, 7);
    EXPECT_TRUE(report->findings.empty()) << report->findings.front().message;
}

bool is_running(pid_t process) {
    std::ifstream state(fmt::format("/proc/{}/stat", process));
    std::string text((std::istreambuf_iterator<char>(state)), {});
    const auto name_end = text.rfind(')');
    return name_end != std::string::npos && name_end + 2 < text.size() && text[name_end + 2] != 'Z';
}

TEST_F(ProgramProcess, EndsWithTheProcessThatHasStartedIt) {
    const fs::path told = dir / "pid";
    const auto options = program(R"(
#include <cstdio>
#include <string>
#include <unistd.h>
int main(int, char** argv) {
    const std::string made = std::string(argv[1]) + ".new";
    FILE* file = std::fopen(made.c_str(), "w");
    std::fprintf(file, "%d\n", (int)getpid());
    std::fclose(file);
    std::rename(made.c_str(), argv[1]);
    for (;;) pause();
}
)",
                                 {told.string()});
    const pid_t starter = fork();
    ASSERT_GE(starter, 0);
    if (starter == 0) {
        static_cast<void>(run_whole_program(options, ProgramOutputMode::kept));
        _exit(0);
    }
    while (!fs::exists(told)) {
        ASSERT_EQ(waitpid(starter, nullptr, WNOHANG), 0) << "the program has not begun";
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    pid_t process = 0;
    std::ifstream(told) >> process;
    ASSERT_GT(process, 0);
    ASSERT_TRUE(is_running(process));
    kill(starter, SIGKILL);
    waitpid(starter, nullptr, 0);
    while (is_running(process)) std::this_thread::sleep_for(std::chrono::milliseconds(10));  // for ever, if it stays
}

TEST_F(ProgramProcess, ARunThatIsStoppedEndsTheProgram) {
    const fs::path told = dir / "pid";
    const auto options = program(R"(
#include <cstdio>
#include <unistd.h>
int main(int, char** argv) {
    FILE* file = std::fopen(argv[1], "w");
    std::fclose(file);
    for (;;) pause();
}
)",
                                 {told.string()});
    std::stop_source stop;
    std::jthread stops([&] {
        while (!fs::exists(told)) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        stop.request_stop();
    });
    const auto report = run_whole_program(options, ProgramOutputMode::kept, stop.get_token());
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->exit_code, 128 + SIGKILL);
}

// Nothing of the program itself can say so.
TEST_F(ProgramProcess, AProgramThatIsKilledIsTold) {
    const auto report = run_whole_program(program(R"(
#include <signal.h>
int main() { raise(SIGKILL); }
)"),
                                          ProgramOutputMode::kept);
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->exit_code, 128 + SIGKILL);
    ASSERT_EQ(report->errors.size(), 1u);
    EXPECT_EQ(report->errors[0].name, "SIGKILL");
}

// With the errors that it had not looked at, though no code of it runs after that.
TEST_F(ProgramProcess, ACrashLosesNothingThatWasToBeTold) {
    const auto report = run_whole_program(program(R"(
int main() {
    int* a = nullptr;
    cudaMalloc(&a, size_t(1) << 50);
    volatile int* nothing = nullptr;
    return *nothing;
}
)"),
                                          ProgramOutputMode::kept);
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->exit_code, 128 + SIGSEGV);
    ASSERT_EQ(report->findings.size(), 1u);
    EXPECT_EQ(report->findings[0].kind, "unchecked_error");
    EXPECT_EQ(report->findings[0].line, 4);
    ASSERT_EQ(report->errors.size(), 2u);
    EXPECT_EQ(report->errors[1].name, "SIGSEGV");
    EXPECT_EQ(report->errors[1].line, 6);
}

// One of another build asks for what it does not know.
TEST_F(ProgramProcess, RefusesOptionsThatItDoesNotUnderstand) {
    const std::string command = (executable_dir() / "warpwise-program").string() + " '{\"no such option\": 1}' 3 2>/dev/null";
    const int status = std::system(command.c_str());
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), kExitOptionsRefused);
}

}  // namespace
}  // namespace warpwise
