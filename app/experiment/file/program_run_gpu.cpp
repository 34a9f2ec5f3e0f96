// A whole program on a GPU: nvcc builds it, a library that is preloaded times its launches.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "device/process/run_program.h"
#include "experiment/file/program_includes.h"
#include "experiment/file/program_run.h"
#include "experiment/file/temporary_folder.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr double kMostBuildSeconds = 600;

std::optional<fs::path> find_nvcc() {
    std::string folders = std::getenv("PATH") ? std::getenv("PATH") : "";
    folders += ":/usr/local/cuda/bin";
    for (std::size_t begin = 0; begin < folders.size();) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        const fs::path nvcc = fs::path(folders.substr(begin, end - begin)) / "nvcc";
        if (access(nvcc.c_str(), X_OK) == 0) return fs::canonical(nvcc);
        begin = end + 1;
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::string> library_flags(const ProgramText& text) {
    const std::set<std::string> names = included_names(text);
    std::vector<std::string> flags;
    for (const auto& [header, flag] :
         {std::pair("cublas", "-lcublas"), std::pair("cublasLt", "-lcublasLt"), std::pair("cufft", "-lcufft"),
          std::pair("curand", "-lcurand"), std::pair("cusolver", "-lcusolver"), std::pair("cusparse", "-lcusparse"),
          std::pair("nvrtc", "-lnvrtc"), std::pair("nvml", "-lnvidia-ml")}) {
        const bool is_asked = std::ranges::any_of(names, [&](const std::string& name) {
            return name.starts_with(header) && !name.starts_with("curand_");  // those are of device code
        });
        if (is_asked) flags.emplace_back(flag);
    }
    return flags;
}

Result<GpuProgram> build_for_gpu(const ExecOptions& options, const fs::path& folder) {
    const auto nvcc = find_nvcc();
    if (!nvcc)
        return std::unexpected(Error{ErrorKind::device_missing, "there is no nvcc on this machine, which builds programs for a GPU",
                                     "Install the CUDA Toolkit, or leave out --device: the emulator needs neither."});
    GpuProgram out{.file = folder / "program", .diagnostics = {}};
    std::string standard = options.text.standard;
    if (standard.starts_with("gnu++")) standard = "c++" + standard.substr(5);
    // The shared runtime: what is preloaded can take its launches.
    std::vector<std::string> build{nvcc->string(), "-std=" + standard, "-O2", "-lineinfo", "-arch=native", "-cudart", "shared"};
    for (const fs::path& dir : options.text.include_dirs) build.insert(build.end(), {"-I", dir.string()});
    for (const std::string& definition : options.text.definitions) build.insert(build.end(), {"-D", definition});
    for (const std::string& name : options.text.undefinitions) build.insert(build.end(), {"-U", name});
    for (const std::string& name : options.text.forced_includes) build.insert(build.end(), {"-include", name});
    if (options.text.is_all_cuda) build.insert(build.end(), {"-x", "cu"});
    if (options.text.has_openmp) build.insert(build.end(), {"-Xcompiler", "-fopenmp"});
    std::ranges::copy(options.text.gpu_options, std::back_inserter(build));
    if (!options.text.more_files.empty()) build.emplace_back("-rdc=true");
    build.insert(build.end(), {"-o", out.file.string()});
    for (const fs::path& source : options.text.sources()) build.push_back(source.string());
    for (const fs::path& dir : options.text.library_dirs) build.insert(build.end(), {"-L", dir.string()});
    for (const std::string& name : options.text.libraries) build.insert(build.end(), {"-l", name});
    std::ranges::copy(library_flags(options.text), std::back_inserter(build));
    const bool names_nccl =
        std::ranges::any_of(options.text.libraries, [](const std::string& name) { return name.contains("nccl"); });
    if (!names_nccl && included_names(options.text).contains("nccl.h")) build.emplace_back("-lnccl");
    if (options.mpi) build.insert(build.end(), {options.mpi->library.string(), "-Xcompiler", "-g"});  // lines for find_lines()
    const auto built = run_program(build, {}, kMostBuildSeconds);
    if (!built) return std::unexpected(built.error());
    if (built->status != 0)
        out.diagnostics = {
            {.file = options.text.file.string(), .message = "nvcc does not build the program:\n" + built->err + built->out}};
    return out;
}

namespace {

// Before the environment's own folders: those of the toolkit that has built the program.
std::string library_path() {
    const char* const given = std::getenv("LD_LIBRARY_PATH");
    const auto nvcc = find_nvcc();
    const std::string own = nvcc ? (nvcc->parent_path().parent_path() / "lib64").string() : std::string();
    return fmt::format("LD_LIBRARY_PATH={}{}{}", own, given && !own.empty() ? ":" : "", given ? given : "");
}

}  // namespace

Result<ProgramReport> run_whole_program_on_gpu(const ExecOptions& options, ProgramOutputMode mode, const std::stop_token& stop) {
    const auto times = installed_beside("warpwise-launch-times.so");
    if (!times) return std::unexpected(times.error());
    const auto folder = TemporaryFolder::make("warpwise-exec");
    if (!folder) return std::unexpected(folder.error());
    const auto built = build_for_gpu(options, folder->path());
    if (!built) return std::unexpected(built.error());
    ProgramReport report;
    if (!built->diagnostics.empty()) {
        report.diagnostics = built->diagnostics;
        report.exit_code = 2;
    } else {
        std::vector<std::string> command{built->file.string()};
        command.insert(command.end(), options.arguments.begin(), options.arguments.end());
        auto run = gather_report(command, {"LD_PRELOAD=" + times->string(), library_path()}, mode, stop);
        if (!run) return run;
        report = std::move(*run);
    }
    report.program = options.text.file.string();
    report.device = "cuda";
    return report;
}

Result<ProgramReport> run_rank_on_gpu(const ExecOptions& options, ProgramOutputMode mode, const std::stop_token& stop,
                                      const ProgramTaps& taps) {
    const auto calls = installed_beside("warpwise-rank-calls.so");
    if (!calls) return std::unexpected(calls.error());
    std::vector<std::string> command{options.built.string()};
    command.insert(command.end(), options.arguments.begin(), options.arguments.end());
    // Kernels are loaded when the program begins, not at the first launch of each, which is timed.
    auto report = gather_report(command,
                                {"LD_PRELOAD=" + calls->string(), std::string(kRankOptions) + "=" + json_of(options),
                                 library_path(), "CUDA_MODULE_LOADING=EAGER"},
                                mode, stop, &taps);
    if (!report) return report;
    report->program = options.text.file.string();
    report->device = "cuda";
    // The program says nothing at its end. mpirun ends the others by these signals when one has died.
    const auto signal = signal_of(report->exit_code);
    if (!report->has_ended && (!signal || (*signal != SIGTERM && *signal != SIGKILL)))
        taps.event(fmt::format(R"({{"event":"end","exit_code":{}}})", report->exit_code));
    return report;
}

}  // namespace warpwise
