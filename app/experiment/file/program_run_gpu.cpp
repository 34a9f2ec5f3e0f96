// A whole program on a GPU: nvcc builds it, a library that is preloaded times its launches.
#include <fmt/format.h>
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
          std::pair("curand", "-lcurand"), std::pair("cusolver", "-lcusolver"), std::pair("cusparse", "-lcusparse")}) {
        const bool is_asked = std::ranges::any_of(names, [&](const std::string& name) {
            return name.starts_with(header) && !name.starts_with("curand_");  // those are of device code
        });
        if (is_asked) flags.emplace_back(flag);
    }
    return flags;
}

Result<ProgramReport> run_whole_program_on_gpu(const ExecOptions& options, ProgramOutputMode mode, const std::stop_token& stop) {
    const auto nvcc = find_nvcc();
    if (!nvcc)
        return std::unexpected(Error{ErrorKind::device_missing, "there is no nvcc on this machine, which builds programs for a GPU",
                                     "Install the CUDA Toolkit, or leave out --device: the emulator needs neither."});
    const auto times = installed_beside("warpwise-launch-times.so");
    if (!times) return std::unexpected(times.error());
    const auto folder = TemporaryFolder::make("warpwise-exec");
    if (!folder) return std::unexpected(folder.error());
    const fs::path program = folder->path() / "program";

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
    if (!options.text.more_files.empty()) build.emplace_back("-rdc=true");
    build.insert(build.end(), {"-o", program.string()});
    for (const fs::path& source : options.text.sources()) build.push_back(source.string());
    for (const fs::path& dir : options.text.library_dirs) build.insert(build.end(), {"-L", dir.string()});
    for (const std::string& name : options.text.libraries) build.insert(build.end(), {"-l", name});
    std::ranges::copy(library_flags(options.text), std::back_inserter(build));
    const auto built = run_program(build, {}, kMostBuildSeconds);
    if (!built) return std::unexpected(built.error());
    ProgramReport report;
    if (built->status != 0) {
        report.diagnostics = {
            {.file = options.text.file.string(), .message = "nvcc does not build the program:\n" + built->err + built->out}};
        report.exit_code = 2;
    } else {
        std::vector<std::string> command{program.string()};
        command.insert(command.end(), options.arguments.begin(), options.arguments.end());
        const char* libraries = std::getenv("LD_LIBRARY_PATH");
        const std::string own = (nvcc->parent_path().parent_path() / "lib64").string();
        auto run = gather_report(command,
                                 {"LD_PRELOAD=" + times->string(),
                                  fmt::format("LD_LIBRARY_PATH={}{}{}", own, libraries ? ":" : "", libraries ? libraries : "")},
                                 mode, stop);
        if (!run) return run;
        report = std::move(*run);
    }
    report.program = options.text.file.string();
    report.device = "cuda";
    return report;
}

}  // namespace warpwise
