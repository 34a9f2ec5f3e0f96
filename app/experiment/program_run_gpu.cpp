// A whole program on a GPU: nvcc builds it, a library that is preloaded times its launches.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "device/run_program.h"
#include "experiment/program_run.h"

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

// Removed with all that is in it.
struct TemporaryFolder {
    fs::path path;
    ~TemporaryFolder() {
        std::error_code error;
        fs::remove_all(path, error);
    }
};

}  // namespace

Result<ProgramReport> run_whole_program_on_gpu(const ExecOptions& options, ProgramOutputMode mode) {
    const auto nvcc = find_nvcc();
    if (!nvcc)
        return std::unexpected(Error{ErrorKind::device_missing, "there is no nvcc on this machine, which builds programs for a GPU",
                                     "Install the CUDA Toolkit, or leave out --device: the emulator needs neither."});
    const auto times = installed_beside("warpwise-launch-times.so");
    if (!times) return std::unexpected(times.error());
    std::string pattern = (fs::temp_directory_path() / "warpwise-exec-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) return failure("no folder for the built program can be made in " + pattern);
    const TemporaryFolder folder{pattern};
    const fs::path program = folder.path / "program";

    std::string standard = options.text.standard;
    if (standard.starts_with("gnu++")) standard = "c++" + standard.substr(5);
    // The shared runtime: what is preloaded can take its launches.
    std::vector<std::string> build{nvcc->string(), "-std=" + standard, "-O2", "-lineinfo", "-arch=native", "-cudart", "shared"};
    for (const fs::path& dir : options.text.include_dirs) build.insert(build.end(), {"-I", dir.string()});
    for (const std::string& definition : options.text.definitions) build.insert(build.end(), {"-D", definition});
    build.insert(build.end(), {"-o", program.string(), options.text.file.string()});
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
                                 mode);
        if (!run) return run;
        report = std::move(*run);
    }
    report.program = options.text.file.string();
    report.device = "cuda";
    return report;
}

}  // namespace warpwise
