// Programs that leave processes behind, close what is not theirs, or have no end: the run ends when it is to, and nothing stays.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "base/files.h"
#include "experiment/file/program_run.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;

constexpr const char* kMark = "WARPWISE_TEST_MARK";

// All that was started since a mark was set in this process's environment and has not ended. Forks and other programs inherit it.
std::vector<std::string> marked_processes(const std::string& mark) {
    std::vector<std::string> out;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc", error)) {
        std::ifstream file(entry.path() / "environ", std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(file)), {});
        if (text.contains(std::string(kMark) + "=" + mark)) out.push_back(entry.path().filename());
    }
    return out;
}

struct Hostile {
    std::string name, text;  // `text` calls ready() and goes on for ever
};

constexpr const char* kBegin = R"(
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>
static const char* told;
static void ready() { close(open(told, O_CREAT | O_WRONLY, 0600)); }
)";

const std::vector<Hostile>& hostile_programs() {
    static const std::vector<Hostile> all{
        {"Forks", R"(
int main(int, char** argv) {
    told = argv[1];
    if (fork() == 0) for (;;) pause();
    ready();
    for (;;) pause();
}
)"},
        {"LeavesItsSession", R"(
int main(int, char** argv) {
    told = argv[1];
    if (fork() == 0) {
        setsid();
        for (const int each : {SIGTERM, SIGHUP, SIGINT}) signal(each, SIG_IGN);
        if (fork() != 0) _exit(0);
        for (int i = 0; i < 1024; ++i) close(i);
        ready();
        for (;;) pause();
    }
    for (;;) pause();
}
)"},
        {"StartsAProgram", R"(
int main(int, char** argv) {
    told = argv[1];
    if (std::system("setsid sleep 100000 & sleep 100000 &") != 0) return 1;
    ready();
    for (;;) pause();
}
)"},
        // 2^6 processes, each of which forks another one in place of each that dies.
        {"ForksAgain", R"(
static void multiply(int depth) {
    for (;;) {
        const pid_t child = depth < 6 ? fork() : -1;
        if (child == 0) return multiply(depth + 1);
        if (depth == 5) ready();
        if (child > 0 && depth + 1 < 6) {
            const pid_t second = fork();
            if (second == 0) return multiply(depth + 1);
        }
        if (child < 0) for (;;) pause();
        while (wait(nullptr) < 0) {}
    }
}
int main(int, char** argv) {
    told = argv[1];
    multiply(0);
}
)"},
        {"HasEightThreads", R"(
int main(int, char** argv) {
    told = argv[1];
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) threads.emplace_back([] { for (volatile int spins = 0;; ++spins) std::this_thread::yield(); });
    ready();
    for (std::thread& each : threads) each.join();
}
)"},
        {"ClosesAllDescriptors", R"(
int main(int, char** argv) {
    told = argv[1];
    for (int i = 0; i < 1024; ++i) close(i);
    if (fork() == 0) for (;;) pause();
    ready();
    for (;;) pause();
}
)"},
        {"PrintsWithoutEnd", R"(
int main(int, char** argv) {
    told = argv[1];
    for (long line = 0;; ++line) {
        std::printf("line %ld of an output that has no end and would fill the memory if all of it were kept\n", line);
        if (line == 100000) ready();
    }
}
)"},
        {"IgnoresSignals", R"(
int main(int, char** argv) {
    told = argv[1];
    for (int each = 1; each < 32; ++each) signal(each, SIG_IGN);
    ready();
    for (;;) pause();
}
)"},
    };
    return all;
}

class HostilePrograms : public testing::TestWithParam<Hostile> {
  protected:
    HostilePrograms() { setenv(kMark, dir.c_str(), 1); }
    ~HostilePrograms() override { unsetenv(kMark); }
    ExecOptions program(const std::string& text, std::vector<std::string> arguments) const {
        ExecOptions options;
        options.text.file = dir / "program.cu";
        EXPECT_TRUE(write_file_atomically(options.text.file, kBegin + text));
        options.arguments = std::move(arguments);
        return options;
    }
    // Runs it until it is ready, and then stops it.
    template <typename Run>
    void stop_when_ready(const fs::path& told, Run run) const {
        std::stop_source stop;
        std::jthread stops([&](const std::stop_token& ended) {
            while (!fs::exists(told) && !ended.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
            stop.request_stop();
        });
        run(stop.get_token());
        EXPECT_TRUE(fs::exists(told)) << "it ended before it was ready";
    }
    const test::TemporaryFolder temporary;
    const fs::path& dir = temporary.path();
};

TEST_P(HostilePrograms, LeaveNothingWhenTheyAreStopped) {
    const fs::path told = dir / "ready";
    stop_when_ready(told, [&](const std::stop_token& stop) {
        const auto report = run_whole_program(program(GetParam().text, {told.string()}), ProgramOutputMode::kept, stop);
        ASSERT_TRUE(report.has_value());
        EXPECT_TRUE(report->is_stopped);
        EXPECT_EQ(report->exit_code, 128 + SIGKILL);
    });
    EXPECT_EQ(marked_processes(dir), std::vector<std::string>());
}

TEST_P(HostilePrograms, LeaveNothingWhenTheirExerciseIsStopped) {
    const fs::path told = dir / "ready";
    stop_when_ready(told, [&](const std::stop_token& stop) {
        const std::vector<ExecRun> twice(2, {.arguments = {told.string()}});
        ASSERT_TRUE(run_whole_program_often(program(GetParam().text, {}), twice, stop).has_value());
    });
    EXPECT_EQ(marked_processes(dir), std::vector<std::string>());
}

INSTANTIATE_TEST_SUITE_P(All, HostilePrograms, testing::ValuesIn(hostile_programs()),
                         [](const auto& test) { return test.param.name; });

class HostileProgram : public HostilePrograms {};
INSTANTIATE_TEST_SUITE_P(One, HostileProgram, testing::Values(Hostile{"Program", ""}));

// As between the runs of an exercise: nothing may wait for the next one.
TEST_P(HostileProgram, ThatEndsLeavesNothingInAnExercise) {
    const auto options = program(R"(
int main() {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) for (;;) pause();
        _exit(0);
    }
    std::printf("done\n");
}
)",
                                 {});
    const auto reports = run_whole_program_often(options, {{}, {}});
    ASSERT_TRUE(reports.has_value());
    ASSERT_EQ(reports->size(), 2u);
    EXPECT_EQ((*reports)[1].output, "done\n");
    EXPECT_EQ(marked_processes(dir), std::vector<std::string>());
}

// Its first file gets the number of a descriptor that is not its own: what is told must not be written there.
constexpr const char* kClosesAll = R"(
__global__ void past(int* a) { a[threadIdx.x] = 1; }
int main(int count, char** argv) {
    if (argv[2][0] == 'r')
        close_range(0, ~0U, 0);
    else
        for (int i = 0; i < sysconf(_SC_OPEN_MAX) && i < 65536; ++i) close(i);
    for (int i = 0; i < 8; ++i) open(argv[1], O_CREAT | O_WRONLY, 0600);
    int* a = nullptr;
    cudaMalloc(&a, 31 * sizeof(int));
    past<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
    return 3;
}
)";

TEST_P(HostileProgram, ThatClosesTheReportsDescriptorIsReportedAllTheSame) {
    for (const std::string how : {"loop", "range"}) {
        const fs::path own = dir / how;
        const auto report = run_whole_program(program(kClosesAll, {own.string(), how}), ProgramOutputMode::kept);
        ASSERT_TRUE(report.has_value());
        EXPECT_EQ(report->exit_code, 3);
        EXPECT_TRUE(report->has_ended);
        ASSERT_EQ(report->findings.size(), 1u) << how;
        EXPECT_EQ(report->findings[0].kind, "out_of_bounds");
        EXPECT_EQ(report->launches.size(), 1u);
        EXPECT_EQ(fs::file_size(own), 0u);
    }
}

// Behind the walls of an exercise.
TEST_P(HostileProgram, ThatClosesAllDescriptorsInAnExerciseIsReported) {
    auto options = program(kClosesAll, {});
    options.changes_no_files = true;
    const auto reports = run_whole_program_often(options, {{.arguments = {"none", "loop"}}, {.arguments = {"none", "loop"}}});
    ASSERT_TRUE(reports.has_value());
    ASSERT_EQ(reports->size(), 2u);
    for (const ProgramReport& report : *reports) {
        EXPECT_EQ(report.exit_code, 3);
        ASSERT_EQ(report.findings.size(), 1u);
        EXPECT_EQ(report.findings[0].kind, "out_of_bounds");
    }
}

TEST_P(HostileProgram, ThatRemovesItsFolderRunsToItsEnd) {
    const auto report = run_whole_program(program(R"(
#include <sys/stat.h>
__global__ void set(int* a) { *a = 7; }
int main(int, char** argv) {
    if (mkdir(argv[1], 0700) != 0 || chdir(argv[1]) != 0 || rmdir(argv[1]) != 0) return 1;
    int *a = nullptr, here = 0;
    cudaMalloc(&a, sizeof(int));
    set<<<1, 1>>>(a);
    cudaMemcpy(&here, a, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(a);
    std::printf("%d\n", here);
}
)",
                                                  {(dir / "gone").string()}),
                                          ProgramOutputMode::kept);
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->output, "7\n");
    EXPECT_EQ(report->exit_status(), 0);
}

}  // namespace
}  // namespace warpwise
