// warpwise-program OPTIONS REPORT_FD: compiles a whole CUDA program and runs it in this process, with the rights of the user who
// started it (docs/programs.md). `warpwise exec` starts it and reads what it tells.
//
// The program is compiled and linked here, and runs in a fork: this process waits for it, and can say what happened however it
// ends. SIGTERM asks this process to end, and with it all that the program has started.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <thread>

#include "base/fault_json.h"
#include "base/paths.h"
#include "device/process/descendants.h"
#include "device/process/walls.h"
#include "program/compile/compile_program.h"
#include "program/compile/missing_functions.h"
#include "program/libraries/system_libraries.h"
#include "program/mpi/emulated_rank.h"
#include "program/process/memory_limit.h"
#include "program/process/supervision.h"
#include "program/runtime/api_table.h"
#include "program/runtime/clocks.h"
#include "program/runtime/host_allocations.h"
#include "program/runtime/host_faults.h"
#include "program/runtime/runtime.h"
#include "program/runtime/thread_locals.h"
#include "simt/native/native_store.h"

namespace {

using namespace warpwise;

constexpr int kExitNotCompiled = 2;

int refuse(Report& report, const Diagnostics& diagnostics) {
    report.event({{"event", "diagnostics"}, {"diagnostics", to_json(diagnostics)}});
    report.end(kExitNotCompiled);
    return kExitNotCompiled;
}

// Both sides read most of the text, and say the same of it.
void tell_warnings(Report& report, const Diagnostics& host, const Diagnostics& device) {
    std::set<std::tuple<std::string, int, std::string>> told;
    for (const Diagnostics* side : {&host, &device})
        for (const Diagnostic& each : *side)
            if (told.insert({each.file, each.line, each.message}).second)
                report.event({{"event", "compiler_warning"},
                              {"file", each.file},
                              {"line", each.line},
                              {"column", each.column},
                              {"message", each.message},
                              {"hint", each.hint}});
}

// What the user ends ends with all that was started for it.
void end_with_parent() { prctl(PR_SET_PDEATHSIG, SIGKILL); }

bool has_reader(int descriptor) {
    pollfd watched{descriptor, POLLOUT, 0};
    return poll(&watched, 1, 0) < 0 || (watched.revents & POLLERR) == 0;
}

// In the program's process.
[[noreturn]] void run_here(HostProgram& program, const std::vector<std::string>& arguments, Runtime& runtime, CrashRecord& record) {
    runtime.start(record);
    catch_host_faults(record);
    set_device_pointer_freed([](void*, void* return_address) {
        Runtime& here = Runtime::instance();
        const std::lock_guard lock(here.mutex);
        here.tell("host_reads_device_pointer", place_of_call(return_address),
                  "free() or delete is given a pointer to the device's memory", "Free it with cudaFree().");
    });
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // what was printed before a crash is seen, as in a terminal
    const auto end = [](int exit_code, void*) {     // after the program's destructors
        Runtime::instance().end(exit_code);
        if (!simt::native_store().is_making()) return;
        std::fflush(nullptr);
        _exit(exit_code);  // rather than wait for code that no launch will use
    };
    on_exit(end, nullptr);
    const auto status = program.run(arguments);
    if (!status) {
        const int code = refuse(runtime.report(), {{.message = status.error().message, .hint = status.error().hint}});
        record.has_ended = true;
        _exit(code);
    }
    std::exit(*status);
}

// In the process that has started it: the program's own end ends the run, whatever it has started and left behind.
int wait_for(pid_t child, Supervision& supervision, Runtime& runtime, const CrashRecord& record) {
    for (const int each : {SIGINT, SIGQUIT}) signal(each, SIG_IGN);  // from the terminal: the program's to handle
    const int status = supervision.wait_for(child);
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (record.has_ended) return code;
    runtime.report().begin_line();
    runtime.go_on_after(record);
    if (record.state == CrashRecord::complete) {
        code = tell_crash(runtime, record);
    } else if (WIFSIGNALED(status)) {
        const int ended_by = WTERMSIG(status);
        runtime.report().event(
            {{"event", "error"},
             {"call", ""},
             {"name", fmt::format("SIG{}", sigabbrev_np(ended_by) ? sigabbrev_np(ended_by) : "?")},
             {"file", ""},
             {"line", 0},
             {"message", fmt::format("the program was ended by signal {} ({})", ended_by, strsignal(ended_by))}});
    }
    runtime.end(code);
    return code;
}

ProgramProgress* open_progress(const ExecOptions& options) {
    ProgramProgress* out = options.progress_file.empty() ? nullptr : ProgramProgress::open(options.progress_file);
    if (out != nullptr) out->begin();
    return out;
}

// The compiler does not work in a folder that was removed, but the program still has to run there.
class WorkingFolder {
  public:
    WorkingFolder() {
        std::error_code error;
        if (!std::filesystem::current_path(error).empty()) return;
        gone_ = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
        std::filesystem::current_path("/", error);
    }
    void return_to() const {
        if (gone_ >= 0 && fchdir(gone_) == 0) close(gone_);
    }

  private:
    int gone_ = -1;  // the removed one
};

struct Prepared {
    HostProgram& program;
    Runtime& runtime;
    const ProgramText& text;
    const WorkingFolder& folder;
};

// In a process of its own, which this one waits for.
int run_once(const Prepared& prepared, const std::vector<std::string>& program_arguments) {
    std::vector<std::string> arguments{prepared.text.file.string()};
    std::ranges::copy(program_arguments, std::back_inserter(arguments));
    CrashRecord* record = make_crash_record();
    if (record == nullptr) return refuse(prepared.runtime.report(), {{.message = "there is not enough memory to run the program"}});
    std::fflush(nullptr);
    Supervision supervision({SIGTERM, SIGHUP});
    const pid_t starter = getpid();
    const pid_t child = fork();
    if (child < 0)
        return refuse(prepared.runtime.report(), {{.message = fmt::format("no process can be started: {}", std::strerror(errno))}});
    if (child > 0) return wait_for(child, supervision, prepared.runtime, *record);
    supervision.leave_in_child();
    end_with_parent();
    if (getppid() != starter) _exit(kExitNotCompiled);  // it ended before that
    prepared.folder.return_to();
    prepared.runtime.set_progress(open_progress(prepared.runtime.options()));
    if (prepared.runtime.options().changes_no_files) forbid_changing_files();
    run_here(prepared.program, arguments, prepared.runtime, *record);
}

// Of this process and of each that it starts from here on: ten times what the runs before have used.
void limit_processor_time(const rusage& used) {
    constexpr double factor = 10, least_s = 2;
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    const auto most = static_cast<rlim_t>(least_s + factor * (seconds(used.ru_utime) + seconds(used.ru_stime)));
    const rlimit limit{most, most + 1};
    setrlimit(RLIMIT_CPU, &limit);
}

// Compiled once, and run in each of the ways. What a run leaves behind in this process is forgotten: each is waited for by a fork.
int run_each(const Prepared& prepared, const ExecOptions& options) {
    int status = 0;
    Supervision supervision({SIGTERM, SIGHUP, SIGINT});
    for (const ExecRun& run : options.runs) {
        const pid_t starter = getpid();
        rusage used_before{};
        getrusage(RUSAGE_CHILDREN, &used_before);
        const pid_t runner = fork();
        if (runner < 0)
            return refuse(prepared.runtime.report(),
                          {{.message = fmt::format("no process can be started: {}", std::strerror(errno))}});
        if (runner == 0) {
            supervision.leave_in_child();
            end_with_parent();
            if (getppid() != starter) _exit(kExitNotCompiled);
            prepared.runtime.report().belongs_here();
            if (!run.pretence.idle_kernel.empty()) limit_processor_time(used_before);
            prepared.runtime.set_pretence(run.pretence);
            const int code = run_once(prepared, run.arguments);
            end_descendants();  // that the program has left behind
            std::fflush(nullptr);
            _exit(code);
        }
        status = supervision.wait_for(runner);
        std::fputs(options.separator.c_str(), stdout);
        std::fflush(stdout);
        prepared.runtime.report().event({{"event", "next_run"}});
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run(ExecOptions options, int descriptor) {
    Report report(descriptor);
    const WorkingFolder folder;
    options.text.has_openmp = options.text.has_openmp && load_openmp();
    std::optional<std::expected<DeviceModule, Diagnostics>> device;
    std::jthread device_side([&] { device.emplace(compile_device_side(options.text)); });
    auto host = compile_host_side(options.text);
    device_side.join();
    if (!host) return refuse(report, host.error());  // most errors are found on both sides
    if (!*device) return refuse(report, device->error());

    std::vector<HostFunction> functions = api_functions();
    for (const auto& more : {peer_functions(),
                             pool_functions(),
                             graph_functions(),
                             graph_launch_functions(),
                             graph_node_functions(),
                             capture_functions(),
                             attribute_functions(),
                             random_functions(),
                             blas_functions(),
                             blas_matrix_functions(),
                             blas_triangular_functions(),
                             blas_symmetric_functions(),
                             blas_rotation_functions(),
                             blas_mixed_functions(),
                             blas_factor_functions(),
                             blas_lt_functions(),
                             solver_functions(),
                             sparse_functions(),
                             fourier_functions(),
                             nccl_functions(),
                             glut_functions(),
                             gl_texture_functions(),
                             nvrtc_functions(),
                             host_allocation_functions(),
                             clock_functions(),
                             options.text.has_openmp ? newer_openmp_functions() : serial_openmp_functions(),
                             thread_local_functions()})
        std::ranges::copy(more, std::back_inserter(functions));
    if (options.mpi) {
        const auto mpi = emulated_mpi_functions(*options.mpi);
        if (!mpi) return refuse(report, {{.message = mpi.error().message, .hint = mpi.error().hint}});
        std::ranges::copy(*mpi, std::back_inserter(functions));
    }
    const ProgramText text = options.text;
    if (const Diagnostics absent = load_libraries(text); !absent.empty()) return refuse(report, absent);
    tell_warnings(report, host->warnings, (*device)->warnings());
    Runtime& runtime = Runtime::instance();
    runtime.begin(std::move(options), std::move(**device), std::move(host->ignored), descriptor);
    auto program = HostProgram::make(std::move(*host), functions);
    if (!program) return refuse(report, {{.message = program.error().message, .hint = program.error().hint}});
    if (const auto linked = (*program)->link(); !linked) {
        Diagnostics missing = tell_missing((*program)->missing(), text);
        if (missing.empty()) missing = {{.message = linked.error().message, .hint = linked.error().hint}};
        return refuse(report, missing);
    }
    // Made here, so that it ends before what LLVM has made for the host code: its thread may be using that when main() returns.
    simt::native_store().use(simt::NativeCache(cache_dir() / "native"));
    runtime.set_program(program->get());
    const Prepared prepared{**program, runtime, text, folder};
    return runtime.options().runs.empty() ? run_once(prepared, runtime.options().arguments) : run_each(prepared, runtime.options());
}

}  // namespace

int main(int argc, char** argv) {
    end_with_parent();
    limit_memory();
    const auto options = argc == 3 ? exec_options_from_json(argv[1]) : failure("");
    if (!options) {
        std::fputs("warpwise-program is a part of Warpwise and is started by 'warpwise exec'\n", stderr);
        return kExitOptionsRefused;
    }
    const int descriptor = std::atoi(argv[2]);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);  // not of what the program starts
    if (!has_reader(descriptor)) return kExitNotCompiled;
    const int status = run(*options, descriptor);
    std::fflush(nullptr);
    _exit(status);  // without the destructors of the program's library, which is in use in its own process
}
