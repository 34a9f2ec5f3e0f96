// warpwise exec on a terminal, on two devices, and when it is ended.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <pty.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>

#include "cli/exec_progress.h"
#include "lessons/command_line_fixture.h"

namespace warpwise::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Two launches that end, and one that does not. A process that has left the session is started before.
constexpr const char* kEndless = R"(#include <cstdio>
#include <unistd.h>
__global__ void spin(long n, int* out) {
    int sum = 0;
    for (long i = 0; i < n; ++i) sum += i ^ sum;
    *out = sum;
}
int main() {
    int* out = nullptr;
    cudaMalloc(&out, sizeof(int));
    if (fork() == 0) {
        setsid();
        for (;;) pause();
    }
    std::printf("begun\n");
    spin<<<1, 32>>>(1, out);
    spin<<<1, 32>>>(2, out);
    spin<<<1, 32>>>(1l << 40, out);
    cudaDeviceSynchronize();
}
)";

constexpr const char* kCount = R"(#include <cstdio>
__global__ void count(int n, int* a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) a[i] += i;
}
int main() {
    int number = 0;
    if (std::scanf("%d", &number) != 1) return 9;
    int* a = nullptr;
    cudaMalloc(&a, 100 * sizeof(int));
    cudaMemset(a, 0, 100 * sizeof(int));
    for (int i = 0; i < 3; ++i) count<<<1, 128>>>(100, a);
    count<<<2, 64>>>(100, a);
    cudaDeviceSynchronize();
    cudaFree(a);
    std::printf("read %d\nemulated\n", number);
}
)";

// Stands for nvcc: what it "builds" prints and tells launches as a program does that is timed.
constexpr const char* kCompiler = R"(#!/bin/sh
while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; shift; done
cat >"$out" <<'PROGRAM'
#!/bin/sh
read number
echo "read $number"
echo measured
launch() {
    echo "{\"event\":\"launch\",\"kernel\":\"$1\",\"grid\":[$2,1,1],\"block\":[$3,1,1],\"dynamic_shared_bytes\":0,\"gpu_ms\":$4}" >&3
}
launch count 1 128 0.25; launch count 1 128 0.75; launch count 1 128 0.5; launch count 2 64 0.125; launch other 1 1 1
PROGRAM
chmod +x "$out"
)";

class ExecOnDevices : public CommandLineTest {
  protected:
    ExecOnDevices() {
        std::filesystem::create_directory(dir / "bin");
        write("bin/nvcc", kCompiler);
        std::filesystem::permissions(dir / "bin/nvcc", std::filesystem::perms::owner_all);
        write("count.cu", kCount);
        write("input", "41\n");
        path_ = std::getenv("PATH");
    }
    ~ExecOnDevices() override { setenv("PATH", path_.c_str(), 1); }
    void use_compiler() const { setenv("PATH", ((dir / "bin").string() + ":" + path_).c_str(), 1); }
    std::string path_;
};

TEST_F(ExecOnDevices, OneReportHasFindingsCountsAndTimes) {
    use_compiler();
    const Called called = call("exec count.cu --device cuda,emulated <input", dir);
    EXPECT_EQ(called.status, 1) << called.err;
    EXPECT_EQ(called.out, "read 41\nemulated\n") << "the program's own output appears once";
    EXPECT_THAT(called.err, HasSubstr("count.cu:4: out_of_bounds"));
    EXPECT_THAT(called.err, HasSubstr("bank conflicts   GPU median    GPU total\n"));
    EXPECT_THAT(called.err, HasSubstr("0       0.5000       1.5000\n"));
    EXPECT_THAT(called.err, HasSubstr("0       0.1250       0.1250\n"));
    EXPECT_THAT(called.err, HasSubstr("Launches that ran only on the GPU:\n"));
    EXPECT_THAT(
        called.err,
        HasSubstr("The two outputs differ. The first difference is in line 2:\n  emulated: emulated\n  GPU:      measured"));
    EXPECT_THAT(called.err, Not(HasSubstr("Nothing was checked")));
}

TEST_F(ExecOnDevices, TheJsonHasBoth) {
    use_compiler();
    const nlohmann::json json = call("exec count.cu --device emulated,cuda --json <input", dir).as_json();
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["device"], "cuda,emulated");
    EXPECT_EQ(json["output"], "read 41\nemulated\n");
    ASSERT_EQ(json["launches"].size(), 4u);
    EXPECT_EQ(json["launches"][1]["gpu_ms"], 0.75);
    EXPECT_TRUE(json["launches"][1]["counters"].contains("global_load_requests"));
    EXPECT_EQ(json["cuda"]["output"], "read 41\nmeasured\n");
    EXPECT_EQ(json["cuda"]["launches"].size(), 5u);
    EXPECT_EQ(json["first_difference"]["line"], 2);
    EXPECT_EQ(json["cuda_missing"], nullptr);
}

TEST_F(ExecOnDevices, WithoutAGpuTheFindingsComeAllTheSame) {
    // On a machine with nvcc and a GPU this program is measured.
    setenv("PATH", "/usr/bin:/bin", 1);
    const Called called = call("exec count.cu --device cuda,emulated <input", dir);
    EXPECT_EQ(called.status, 1) << called.err;
    EXPECT_EQ(called.out, "read 41\nemulated\n");
    EXPECT_THAT(called.err, HasSubstr("count.cu:4: out_of_bounds"));
    if (!called.err.contains("GPU median")) EXPECT_THAT(called.err, HasSubstr("Nothing ran on a GPU: "));
}

TEST(ExecProgress, SaysWhatIsAtWork) {
    EXPECT_EQ(progress_text({}, 0, 1.2), "compiling, 1 s");
    EXPECT_EQ(progress_text({.is_begun = true, .launches = 1}, 12, 3), "1 launch, 12 warp instructions/s, 3 s: host code");
    EXPECT_EQ(progress_text({.is_begun = true, .launches = 12'345, .kernel = "scale<float>", .line = 34}, 45.34e6, 8),
              "12,345 launches, 45.3 million warp instructions/s, 8 s: scale<float> (line 34)");
    EXPECT_EQ(progress_text({.is_begun = true, .kernel = std::string(60, 'k'), .line = 1}, 0, 8),
              "0 launches, 0 warp instructions/s, 8 s: " + std::string(37, 'k') + "... (line 1)");
}

class ExecProgressLine : public CommandLineTest {
  protected:
    ExecProgressLine() {
        write("endless.cu", kEndless);
        setenv("WARPWISE_TEST_MARK", dir.c_str(), 1);
    }
    ~ExecProgressLine() override { unsetenv("WARPWISE_TEST_MARK"); }
    int marked_processes() const {
        int out = 0;
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
            std::ifstream file(entry.path() / "environ", std::ios::binary);
            const std::string text((std::istreambuf_iterator<char>(file)), {});
            if (text.contains("WARPWISE_TEST_MARK=" + dir.string())) ++out;
        }
        return out;
    }
    // Ends it once its progress or its output shows `words`.
    std::string ended_at(const std::string& words, const std::string& options) const {
        const std::string script = fmt::format(
            "cd '{}'; '{}' exec endless.cu {} >out 2>err & driver=$!; for i in $(seq 1200); do grep -q '{}' out err && break; "
            "sleep "
            "0.1; done; kill -TERM $driver; wait $driver; cat err",
            dir.string(), WARPWISE_BINARY, options, words);
        FILE* pipe = ::popen(script.c_str(), "r");
        std::string out;
        std::array<char, 4096> buffer{};
        for (std::size_t n; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) out.append(buffer.data(), n);
        ::pclose(pipe);
        return out;
    }
};

TEST_F(ExecProgressLine, IsRenewedAndGoneBeforeTheReport) {
    const std::string err = ended_at("spin", "--progress");
    EXPECT_THAT(err, HasSubstr("\r2 launches, "));
    EXPECT_THAT(err, HasSubstr(" warp instructions/s, "));
    EXPECT_THAT(err, HasSubstr(" s: spin (line 18)\x1b[K"));
    EXPECT_THAT(err, HasSubstr("\r\x1b[K\n"));
    EXPECT_THAT(err, HasSubstr("The program was stopped before its end."));
    EXPECT_EQ(marked_processes(), 0);
}

TEST_F(ExecProgressLine, IsNotWrittenToAFile) {
    const std::string err = ended_at("begun", "");
    EXPECT_THAT(err, Not(HasSubstr("\x1b[K")));
    EXPECT_THAT(err, HasSubstr("The program was stopped before its end."));
    EXPECT_EQ(marked_processes(), 0);
}

// As from a keyboard: the program, which is in the foreground, gets the signal as well.
TEST_F(ExecProgressLine, IsShownOnATerminalUntilCtrlC) {
    const std::string file = (dir / "endless.cu").string();
    int terminal = -1;
    const pid_t driver = forkpty(&terminal, nullptr, nullptr, nullptr);
    ASSERT_GE(driver, 0);
    if (driver == 0) {
        execl(WARPWISE_BINARY, WARPWISE_BINARY, "exec", file.c_str(), nullptr);
        _exit(127);
    }
    std::string seen;
    std::array<char, 4096> buffer{};
    bool has_asked = false;
    // Without a line of its progress the kernel ends by its budget, after minutes; what it has left holds the terminal open.
    for (ssize_t n; !seen.contains("kernel launches") && (n = ::read(terminal, buffer.data(), buffer.size())) > 0;) {
        seen.append(buffer.data(), static_cast<std::size_t>(n));
        if (has_asked || !seen.contains("spin (line 18)")) continue;
        has_asked = true;
        ASSERT_EQ(::write(terminal, "\x03", 1), 1);
    }
    ::close(terminal);
    int status = 0;
    waitpid(driver, &status, 0);
    EXPECT_THAT(seen, HasSubstr("begun\r\n")) << "the program's output has lines of its own";
    EXPECT_THAT(seen, HasSubstr("2 kernel launches"));
    EXPECT_EQ(marked_processes(), 0);
}

// Its own part of the run is gone then, and warpwise ends what is left.
TEST_F(ExecProgressLine, NothingStaysOfAProgramThatKillsWhatWaitsForIt) {
    write("kills.cu", R"(#include <signal.h>
#include <unistd.h>
int main() {
    if (fork() == 0) {
        setsid();
        for (;;) pause();
    }
    kill(getppid(), SIGKILL);
    for (;;) pause();
}
)");
    const Called called = call("exec kills.cu", dir);
    EXPECT_EQ(called.status, 128 + SIGKILL) << called.err;
    EXPECT_EQ(marked_processes(), 0);
}

TEST_F(CommandLineTest, ExecRunsInAFolderThatIsGone) {
    const std::string file = write("plain.cu", "#include <cstdio>\nint main() { std::printf(\"here\\n\"); }\n");
    std::filesystem::create_directory(dir / "gone");
    const std::string script = fmt::format("cd '{}' && rmdir '{}' && '{}' exec '{}' 2>&1", (dir / "gone").string(),
                                           (dir / "gone").string(), WARPWISE_BINARY, file);
    FILE* pipe = ::popen(script.c_str(), "r");
    std::array<char, 4096> buffer{};
    std::string out;
    for (std::size_t n; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) out.append(buffer.data(), n);
    EXPECT_EQ(::pclose(pipe), 0) << out;
    EXPECT_THAT(out, HasSubstr("here\n"));
}

TEST_F(CommandLineTest, WhatIsNoProgramIsToldWithWhatToDo) {
    const std::string file = write("plain.cu", "int main() {}\n"), notes = write("notes.txt", "some notes\n");
    const auto says = [&](const std::string& arguments, const std::string& words) {
        const Called called = call(arguments);
        EXPECT_EQ(called.status, 2) << arguments;
        EXPECT_THAT(called.err, HasSubstr(words)) << arguments;
    };
    says(file, "warpwise exec " + file);
    says("run " + file, "warpwise exec " + file);
    says("exec " + dir.string(), dir.string() + "/*.cu");
    says("exec " + notes, "is not a source file: exec takes .cu");
    EXPECT_EQ(call("exec " + file + " " + notes).status, 0) << "the program's argument";
}

TEST_F(CommandLineTest, LaunchesAreCountedFromOne) {
    const std::string file = write("plain.cu", "int main() {}\n");
    for (const std::string& command : {"exec " + file + " --open --launch 0", "shot --program " + file + " --launch 0 -o a.png"}) {
        const Called called = call(command);
        EXPECT_EQ(called.status, 2) << command;
        EXPECT_THAT(called.err, HasSubstr("not in range 1 to 1000000")) << command;
        EXPECT_THAT(called.err, Not(HasSubstr("e+"))) << command;  // the largest number that there is
    }
}

}  // namespace
}  // namespace warpwise::test
