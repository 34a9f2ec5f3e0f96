#include "device/process/run_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "device/process/file_descriptor.h"

namespace warpwise {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kMostOutputBytes = std::size_t{64} << 20;

struct Pipe {
    FileDescriptor read, write;
    static Result<Pipe> make() {
        std::array<int, 2> ends{-1, -1};
        if (pipe2(ends.data(), O_CLOEXEC) != 0) return failure(fmt::format("no pipe to another program: {}", std::strerror(errno)));
        return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
    }
};

Result<pid_t> spawn(const std::vector<std::string>& command, const Pipe& in, const Pipe& out, const Pipe& err) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.read.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err.write.get(), STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t pid = 0;
    const int status = posix_spawn(&pid, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (status != 0) return failure(fmt::format("{} cannot be started: {}", words.front(), std::strerror(status)));
    return pid;
}

// Writes what is left; closes when nothing is, or when the reader went.
void feed(FileDescriptor& to, std::string_view& input) {
    const ssize_t wrote = write(to.get(), input.data(), input.size());
    if (wrote > 0) input.remove_prefix(static_cast<std::size_t>(wrote));
    if (input.empty() || (wrote < 0 && errno != EAGAIN && errno != EINTR)) to = FileDescriptor();
}

void drain(FileDescriptor& from, std::string& text) {
    std::array<char, 65536> bytes{};
    const ssize_t got = read(from.get(), bytes.data(), bytes.size());
    if (got > 0) text.append(bytes.data(), static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) from = FileDescriptor();
}

// False: the time is over, or there was too much.
bool exchange(FileDescriptor& in, FileDescriptor& out, FileDescriptor& err, std::string_view input, ProgramOutput& output,
              Clock::time_point deadline) {
    if (input.empty()) in = FileDescriptor();
    while (out || err) {
        std::array<pollfd, 3> watched{
            {{in ? in.get() : -1, POLLOUT, 0}, {out ? out.get() : -1, POLLIN, 0}, {err ? err.get() : -1, POLLIN, 0}}};
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0 || output.out.size() + output.err.size() > kMostOutputBytes) return false;
        if (poll(watched.data(), watched.size(), static_cast<int>(left)) < 0 && errno != EINTR) return false;
        if (watched[0].revents != 0) feed(in, input);
        if (watched[1].revents != 0) drain(out, output.out);
        if (watched[2].revents != 0) drain(err, output.err);
    }
    return true;
}

// A reader that ends early must not end the writer.
class NoBrokenPipe {
  public:
    NoBrokenPipe() {
        sigset_t pipe;
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe, &before_);
    }
    ~NoBrokenPipe() {
        sigset_t pipe;
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        const timespec now{};
        while (sigtimedwait(&pipe, nullptr, &now) > 0) {
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    NoBrokenPipe(const NoBrokenPipe&) = delete;
    NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;

  private:
    sigset_t before_{};
};

}  // namespace

Result<ProgramOutput> run_program(const std::vector<std::string>& command, std::string_view input, double limit_s) {
    auto in = Pipe::make(), out = Pipe::make(), err = Pipe::make();
    for (const auto* pipe : {&in, &out, &err})
        if (!*pipe) return std::unexpected(pipe->error());
    const auto pid = spawn(command, *in, *out, *err);
    if (!pid) return std::unexpected(pid.error());
    in->read = FileDescriptor();
    out->write = FileDescriptor();
    err->write = FileDescriptor();
    fcntl(in->write.get(), F_SETFL, O_NONBLOCK);
    const NoBrokenPipe no_broken_pipe;
    ProgramOutput output;
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit_s));
    const bool ended = exchange(in->write, out->read, err->read, input, output, deadline);
    if (!ended) kill(*pid, SIGKILL);
    int status = 0;
    while (waitpid(*pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (!ended) return failure(fmt::format("{} gave no answer within {:.3g} s and was ended", command.front(), limit_s));
    output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return output;
}

}  // namespace warpwise
