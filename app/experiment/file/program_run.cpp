#include "experiment/file/program_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <random>

#include "base/paths.h"
#include "device/process/file_descriptor.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr const char* kProcessName = "warpwise-program";
constexpr std::size_t kMostOutputBytes = std::size_t{64} << 20;
constexpr int kReportDescriptor = 3;  // in the child
constexpr int kLookMs = 100;
constexpr std::chrono::seconds kEndGrace{12};  // for the process to end all that the program has started (end_descendants)

struct Pipe {
    FileDescriptor read, write;
    static Result<Pipe> make() {
        std::array<int, 2> ends{-1, -1};
        if (pipe2(ends.data(), O_CLOEXEC) != 0) return failure(fmt::format("no pipe to another program: {}", std::strerror(errno)));
        return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
    }
};

// A terminal of the program's own, which changes nothing of what is written to it.
Result<Pipe> make_terminal() {
    const auto failed = [] { return failure(fmt::format("no terminal for another program: {}", std::strerror(errno))); };
    Pipe out{FileDescriptor(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)), FileDescriptor()};
    std::array<char, 64> name{};
    if (out.read.get() < 0 || grantpt(out.read.get()) != 0 || unlockpt(out.read.get()) != 0 ||
        ptsname_r(out.read.get(), name.data(), name.size()) != 0)
        return failed();
    out.write = FileDescriptor(open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC));
    termios settings{};
    if (out.write.get() < 0 || tcgetattr(out.write.get(), &settings) != 0) return failed();
    settings.c_oflag &= ~static_cast<tcflag_t>(OPOST);
    tcsetattr(out.write.get(), TCSANOW, &settings);
    if (winsize size{}; ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) ioctl(out.write.get(), TIOCSWINSZ, &size);
    return out;
}

Result<pid_t> spawn(std::vector<std::string> command, const std::vector<std::string>& more_environment, const Pipe& events,
                    const Pipe* output, bool has_input) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (!has_input) posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (output != nullptr) {
        posix_spawn_file_actions_adddup2(&actions, output->write.get(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, output->write.get(), STDERR_FILENO);
    }
    posix_spawn_file_actions_adddup2(&actions, events.write.get(), kReportDescriptor);
    posix_spawn_file_actions_addclosefrom_np(&actions, kReportDescriptor + 1);
    std::vector<char*> arguments;
    for (std::string& word : command) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::vector<std::string> settings = more_environment;  // before the others: the first of a name counts
    std::vector<char*> environment;
    for (std::string& setting : settings) environment.push_back(setting.data());
    for (char** each = environ; *each != nullptr; ++each) environment.push_back(*each);
    environment.push_back(nullptr);
    pid_t pid = 0;
    const int status = posix_spawn(&pid, command.front().c_str(), &actions, nullptr, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    if (status != 0) return failure(fmt::format("{} cannot be started: {}", command.front(), std::strerror(status)));
    return pid;
}

// False at its end.
bool read_some(FileDescriptor& from, std::string& into) {
    std::array<char, 65536> bytes{};
    const ssize_t got = read(from.get(), bytes.data(), bytes.size());
    if (got > 0) into.append(bytes.data(), static_cast<std::size_t>(got));
    return got > 0 || (got < 0 && errno == EINTR);
}

bool is_readable(const FileDescriptor& from) {
    pollfd watched{from.get(), POLLIN, 0};
    return poll(&watched, 1, 0) > 0;
}

// It is still to be waited for.
bool has_ended(pid_t pid) {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid;
}

void take_lines(std::string& text, ProgramReport& report, const ProgramTaps* taps) {
    for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
        add_event(report, text.substr(0, end));
        if (taps != nullptr) taps->event(text.substr(0, end));
        text.erase(0, end + 1);
    }
}

void pass_on_output(ProgramReport& report, const ProgramTaps* taps) {
    if (taps == nullptr || report.output.empty()) return;
    taps->output(report.output);
    report.output.clear();
}

}  // namespace

Result<fs::path> installed_beside(const std::string& name) {
    const fs::path dir = executable_dir();
    for (const fs::path& place : {dir, dir.parent_path() / "lib/warpwise"}) {
        std::error_code error;
        if (fs::exists(place / name, error)) return place / name;
    }
    return failure(fmt::format("{} is not in {}: it belongs to running whole programs", name, dir.string()),
                   "Install Warpwise again, or rebuild all of it");
}

Result<ProgramReport> gather_report(const std::vector<std::string>& command, const std::vector<std::string>& more_environment,
                                    ProgramOutputMode mode, const std::stop_token& stop, const ProgramTaps* taps) {
    auto events = Pipe::make(), output = taps != nullptr && taps->is_terminal ? make_terminal() : Pipe::make();
    if (!events) return std::unexpected(events.error());
    if (!output) return std::unexpected(output.error());
    const bool is_kept = mode != ProgramOutputMode::passed_on || taps != nullptr;
    const auto pid = spawn(command, more_environment, *events, is_kept ? &*output : nullptr, mode != ProgramOutputMode::kept);
    if (!pid) return std::unexpected(pid.error());
    events->write = FileDescriptor();
    output->write = FileDescriptor();

    ProgramReport report;
    std::string text;
    const FileDescriptor ended(static_cast<int>(syscall(SYS_pidfd_open, *pid, 0)));  // of an older kernel or a container: none
    std::optional<std::chrono::steady_clock::time_point> asked;                      // it to end
    bool is_running = true, has_events = true, has_output = is_kept;
    while (is_running) {
        std::array<pollfd, 3> watched{{{has_events ? events->read.get() : -1, POLLIN, 0},
                                       {has_output ? output->read.get() : -1, POLLIN, 0},
                                       {ended.get(), POLLIN, 0}}};
        const bool looks = stop.stop_possible() || ended.get() < 0;
        if (poll(watched.data(), watched.size(), looks ? kLookMs : -1) < 0 && errno != EINTR) break;
        if (stop.stop_requested()) {
            report.is_stopped = true;
            const auto now = std::chrono::steady_clock::now();
            if (!asked) kill(*pid, SIGTERM);
            asked = asked.value_or(now);
            if (now - *asked > kEndGrace) kill(*pid, SIGKILL);
        }
        // What it has started and left behind may hold the pipes open: its own end is the end, after what it wrote.
        is_running = !has_ended(*pid);
        if (has_events && watched[0].revents != 0) {
            has_events = read_some(events->read, text);
            take_lines(text, report, taps);
        }
        if (has_output && watched[1].revents != 0) has_output = read_some(output->read, report.output);
        pass_on_output(report, taps);
        if (report.output.size() > kMostOutputBytes) report.output.resize(kMostOutputBytes);
    }
    while (has_events && is_readable(events->read)) {
        has_events = read_some(events->read, text);
        take_lines(text, report, taps);
    }
    while (has_output && report.output.size() < kMostOutputBytes && is_readable(output->read))
        has_output = read_some(output->read, report.output);
    pass_on_output(report, taps);
    int status = 0;
    while (waitpid(*pid, &status, 0) < 0 && errno == EINTR) {
    }
    report.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return report;
}

namespace {

// Nothing of it is a report then.
Result<ProgramReport> unless_refused(Result<ProgramReport> report) {
    if (!report || report->has_ended || report->exit_code != kExitOptionsRefused) return report;
    return failure(fmt::format("{} belongs to another build of Warpwise than this program, and did not start", kProcessName),
                   "Install Warpwise again, or rebuild all of it");
}

}  // namespace

Result<std::vector<ProgramReport>> run_whole_program_often(ExecOptions options, std::vector<ExecRun> runs,
                                                           const std::stop_token& stop) {
    const auto process = installed_beside(kProcessName);
    if (!process) return std::unexpected(process.error());
    std::random_device random;
    options.separator = fmt::format("\n-- {:08x}{:08x} --\n", random(), random());
    options.runs = std::move(runs);
    std::vector<ProgramReport> reports(1);
    std::string output;
    const ProgramTaps taps{.output = [&](std::string_view text) { output += text.substr(0, kMostOutputBytes - output.size()); },
                           .event =
                               [&](const std::string& line) {
                                   if (line == R"({"event":"next_run"})") {
                                       reports.emplace_back();
                                   } else {
                                       add_event(reports.back(), line);
                                   }
                               }};
    const auto all = unless_refused(gather_report({process->string(), json_of(options), std::to_string(kReportDescriptor)}, {},
                                                  ProgramOutputMode::kept, stop, &taps));
    if (!all) return std::unexpected(all.error());
    if (reports.size() > options.runs.size()) reports.pop_back();
    for (ProgramReport& report : reports) {
        report.program = options.text.file.string();
        report.gpus = options.gpus;
        report.asked = options;
        ExecRun run = std::exchange(report.asked->runs, {}).at(static_cast<std::size_t>(&report - reports.data()));
        report.asked->arguments = std::move(run.arguments);
        report.asked->pretence = std::move(run.pretence);
        const std::size_t end = std::min(output.find(options.separator), output.size());
        report.output = output.substr(0, end);
        output.erase(0, std::min(end + options.separator.size(), output.size()));
        if (!report.has_ended) report.exit_code = all->exit_code;
    }
    reports.back().is_stopped = all->is_stopped;
    return reports;
}

Result<ProgramReport> run_whole_program(const ExecOptions& options, ProgramOutputMode mode, const std::stop_token& stop,
                                        const ProgramTaps* taps) {
    const auto process = installed_beside(kProcessName);
    if (!process) return std::unexpected(process.error());
    auto report = unless_refused(
        gather_report({process->string(), json_of(options), std::to_string(kReportDescriptor)}, {}, mode, stop, taps));
    if (report) {
        report->program = options.text.file.string();
        report->gpus = options.gpus;
        report->asked = options;
    }
    return report;
}

}  // namespace warpwise
