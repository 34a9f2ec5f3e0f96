// The walls of the emulator's process, tried from inside: the process of a running emulator is made to write, to open a socket, to
// start a program, and each must fail while kernels go on to run.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "device/process/emulator_pool.h"
#include "device/process/walls.h"
#include "simt/injected_call.h"
#include "temporary_folder.h"

namespace warpwise::test {
namespace {
namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

std::string content_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

class WallsTest : public testing::Test {
  protected:
    void SetUp() override { std::ofstream(folder_ / "there") << "kept"; }
    std::string in_folder(const char* name) const { return (folder_ / name).string(); }
    void start() {
        auto settings = emulator_settings();
        ASSERT_TRUE(settings.has_value()) << settings.error().text();
        auto pool = EmulatorPool::start(std::move(*settings));
        ASSERT_TRUE(pool.has_value()) << pool.error().text();
        pool_ = std::move(*pool);
        ASSERT_EQ(pool_->processes().size(), 1u);
    }
    pid_t process() { return pool_->processes().front(); }
    void expect_works() {
        constexpr const char* text = "__global__ void add_one(float* a, int n) { if (threadIdx.x < n) a[threadIdx.x] += 1; }";
        const auto program = pool_->compile({text, "add_one", "kernel.cu"});
        ASSERT_TRUE(program.has_value()) << text_of(program.error());
        Array a = Array::make(DType::f32, {64}).value();
        KernelArgument array{.name = "a", .array = &a};
        KernelArgument n{.kind = KernelArgument::Kind::scalar, .name = "n", .dtype = DType::i32};
        n.scalar[0] = std::byte{64};
        const LaunchOutcome outcome = pool_->launch(**program, {{1, 1, 1}, {64, 1, 1}, 0}, {array, n}, {});
        ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
        EXPECT_EQ(a.value(63), 1);
    }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename().string());
        return names;
    }

    const TemporaryFolder temporary_;
    const fs::path& folder_ = temporary_.path();
    std::unique_ptr<EmulatorPool> pool_;
};

// The exit status of `work` in a process of its own.
int in_child(const std::function<int()>& work) {
    const pid_t child = fork();
    if (child == 0) _exit(work());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(WallsTest, ARunningEmulatorCannotChangeFilesOpenSocketsOrStartPrograms) {
    if (!walls_here().filters_calls) GTEST_SKIP() << "this kernel has no seccomp";
    start();
    const pid_t emulator = process();
    {
        InjectedCalls inside(emulator);
        if (!inside.ready()) GTEST_SKIP() << "processes cannot be traced here";
        const std::uint64_t fresh = inside.text(in_folder("fresh")), there = inside.text(in_folder("there")),
                            program = inside.text("/bin/true");
        constexpr auto cwd = static_cast<std::uint64_t>(AT_FDCWD);
        const std::uint64_t words[] = {program, 0};
        const std::uint64_t argv = inside.text(std::string(reinterpret_cast<const char*>(words), sizeof words));
        const auto parent = static_cast<std::uint64_t>(getpid());
        // what it may do, so that the calls below are known to be made
        EXPECT_EQ(inside.call(SYS_getpid), emulator);
        const long opened = inside.call(SYS_openat, {cwd, there, O_RDONLY});
        EXPECT_GE(opened, 0) << "reading is allowed: headers lie in folders";
        EXPECT_EQ(inside.call(SYS_close, {static_cast<std::uint64_t>(opened)}), 0);

        struct Attempt {
            const char* what;
            long number;
            std::vector<std::uint64_t> arguments;
        };
        const std::vector<Attempt> attempts{
            {"make a file", SYS_openat, {cwd, fresh, O_WRONLY | O_CREAT, 0644}},
            {"make a file to read", SYS_openat, {cwd, fresh, O_RDONLY | O_CREAT, 0644}},
            {"make a file by open", SYS_open, {fresh, O_RDWR | O_CREAT, 0644}},
            {"make a file by creat", SYS_creat, {fresh, 0644}},
            {"write a file", SYS_openat, {cwd, there, O_WRONLY}},
            {"empty a file", SYS_openat, {cwd, there, O_RDONLY | O_TRUNC}},
            {"truncate", SYS_truncate, {there, 0}},
            {"make a nameless file", SYS_openat, {cwd, inside.text(folder_.string()), O_TMPFILE | O_RDWR, 0600}},
            {"make a folder", SYS_mkdir, {fresh, 0755}},
            {"make a folder at", SYS_mkdirat, {cwd, fresh, 0755}},
            {"make a pipe", SYS_mknod, {fresh, S_IFIFO | 0600, 0}},
            {"remove a file", SYS_unlink, {there}},
            {"remove a file at", SYS_unlinkat, {cwd, there, 0}},
            {"rename", SYS_rename, {there, fresh}},
            {"rename at", SYS_renameat2, {cwd, there, cwd, fresh, 0}},
            {"link", SYS_link, {there, fresh}},
            {"make a symbolic link", SYS_symlink, {there, fresh}},
            {"change a mode", SYS_chmod, {there, 0777}},
            {"change an owner", SYS_chown, {there, 0, 0}},
            {"open a socket of the network", SYS_socket, {AF_INET, SOCK_STREAM, 0}},
            {"open a local socket", SYS_socket, {AF_UNIX, SOCK_STREAM, 0}},
            {"connect the socket that it has", SYS_connect, {3, there, 16}},
            {"start a program", SYS_execve, {program, argv, 0}},
            {"start a program at", SYS_execveat, {cwd, program, argv, 0, 0}},
            {"fork", SYS_fork, {}},
            {"vfork", SYS_vfork, {}},
            {"clone a process", SYS_clone, {SIGCHLD, 0, 0, 0, 0}},
            {"be traced", SYS_ptrace, {PTRACE_TRACEME}},
            {"trace its parent", SYS_ptrace, {PTRACE_ATTACH, parent}},
            {"read its parent's memory", SYS_process_vm_readv, {parent, there, 1, there, 1, 0}},
            {"take its parent's files", SYS_pidfd_open, {parent, 0}},
            {"signal its parent", SYS_kill, {parent, 0}},  // 0: nothing is sent, should it be let through
            {"signal every process", SYS_kill, {static_cast<std::uint64_t>(-1), 0}},
            {"load a program into the kernel", SYS_bpf, {0, there, 16}},
            {"leave for another name space", SYS_unshare, {0x10000000}},
            {"mount", SYS_mount, {there, there, 0, 0x1000, 0}},
            {"type into the terminal", SYS_ioctl, {2, TIOCSTI, there}},
        };
        for (const Attempt& attempt : attempts) EXPECT_EQ(inside.call(attempt.number, attempt.arguments), -EPERM) << attempt.what;
        for (const long number : std::vector<long>{SYS_clone3, SYS_openat2, SYS_io_uring_setup, 452, 0x40000000 + SYS_execve})
            EXPECT_EQ(inside.call(number, {0, 0, 0, 0, 0}), -ENOSYS) << "call " << number;
    }
    EXPECT_THAT(files(), testing::ElementsAre("there"));
    EXPECT_EQ(content_of(folder_ / "there"), "kept");
    EXPECT_EQ(process(), emulator);
    expect_works();
    EXPECT_EQ(process(), emulator) << "it survived the attempts";
}

TEST_F(WallsTest, EveryThreadOfTheEmulatorHasThem) {
    if (!walls_here().filters_calls) GTEST_SKIP() << "this kernel has no seccomp";
    start();
    expect_works();  // its threads are there
    int threads = 0;
    for (const auto& thread : fs::directory_iterator("/proc/" + std::to_string(process()) + "/task")) {
        const std::string status = content_of(thread.path() / "status");
        EXPECT_THAT(status, HasSubstr("NoNewPrivs:\t1\n"));
        EXPECT_THAT(status, HasSubstr("Seccomp:\t2\n"));
        ++threads;
    }
    EXPECT_GT(threads, 2);
    EXPECT_EQ(content_of("/proc/" + std::to_string(process()) + "/oom_score_adj"), "1000\n") << "that was written before";
}

TEST_F(WallsTest, TheEmulatorKnowsLittleOfTheEnvironment) {
    setenv("SECRET_TOKEN", "hunter2", 1);
    setenv("LC_WALLS_TEST", "kept", 1);
    start();
    unsetenv("SECRET_TOKEN");
    unsetenv("LC_WALLS_TEST");
    const std::string environment = content_of("/proc/" + std::to_string(process()) + "/environ");
    EXPECT_THAT(environment, Not(HasSubstr("SECRET_TOKEN")));
    for (const char* name : {"HOME", "PATH", "USER"})
        EXPECT_THAT('\0' + environment, Not(HasSubstr('\0' + std::string(name) + "="))) << name;
    EXPECT_THAT(environment, HasSubstr("LC_WALLS_TEST=kept"));
}

// Without the filter of calls, so that each is known to hold by itself.
TEST_F(WallsTest, LandlockAloneKeepsFilesAsTheyAre) {
    if (walls_here().landlock == 0) GTEST_SKIP() << "this kernel has no Landlock";
    const std::string fresh = in_folder("fresh"), there = in_folder("there");
    EXPECT_EQ(in_child([&] {
                  if (!forbid_changing_files()) return 100;
                  if (open(fresh.c_str(), O_WRONLY | O_CREAT, 0644) >= 0) return 1;
                  if (open(there.c_str(), O_WRONLY) >= 0) return 2;
                  if (unlink(there.c_str()) == 0) return 3;
                  if (mkdir(fresh.c_str(), 0755) == 0) return 4;
                  if (symlink(there.c_str(), fresh.c_str()) == 0) return 5;
                  if (rename(there.c_str(), fresh.c_str()) == 0) return 6;
                  execl("/bin/true", "true", nullptr);  // would end with 0
                  if (errno != EACCES) return 7;
                  if (open(there.c_str(), O_RDONLY) < 0) return 8;
                  const int memory = memfd_create("arrays", 0);
                  if (memory < 0 || posix_fallocate(memory, 0, 4096) != 0) return 9;
                  return 42;
              }),
              42);
    EXPECT_EQ(content_of(folder_ / "there"), "kept");
}

TEST_F(WallsTest, TheFilterOfCallsAloneDoesToo) {
    if (!walls_here().filters_calls) GTEST_SKIP() << "this kernel has no seccomp";
    const std::string fresh = in_folder("fresh"), there = in_folder("there");
    EXPECT_EQ(in_child([&] {
                  if (!forbid_calls()) return 100;
                  if (open(fresh.c_str(), O_WRONLY | O_CREAT, 0644) >= 0) return 1;
                  if (open(there.c_str(), O_WRONLY) >= 0) return 2;
                  if (unlink(there.c_str()) == 0) return 3;
                  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) return 4;
                  execl("/bin/true", "true", nullptr);
                  if (errno != EPERM) return 5;
                  if (open(there.c_str(), O_RDONLY) < 0) return 6;
                  return 42;
              }),
              42);
    EXPECT_EQ(content_of(folder_ / "there"), "kept");
}

// The attempts can succeed: without walls they do.
TEST_F(WallsTest, WithoutWallsTheAttemptsSucceed) {
    const std::string fresh = in_folder("fresh");
    EXPECT_EQ(in_child([&] {
                  if (open(fresh.c_str(), O_WRONLY | O_CREAT, 0644) < 0) return 1;
                  if (unlink(fresh.c_str()) != 0) return 2;
                  if (socket(AF_UNIX, SOCK_STREAM, 0) < 0) return 3;
                  execl("/bin/true", "true", nullptr);
                  return 4;
              }),
              0);
}

}  // namespace
}  // namespace warpwise::test
