// A whole program on a GPU: nvcc builds it, a library that is preloaded times its launches.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/files.h"
#include "device/process/run_program.h"
#include "experiment/file/program_run.h"
#include "text/kernels_in_text.h"

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

// The file and the headers in quotes that it brings, each looked at once.
void gather_includes(const fs::path& file, const std::vector<fs::path>& dirs, std::set<fs::path>& seen,
                     std::set<std::string>& names) {
    const auto text = seen.insert(file).second ? read_file(file) : failure("");
    if (!text) return;
    for (const auto& [name, is_quoted] : included_headers(*text)) {
        names.insert(name);
        if (!is_quoted) continue;
        gather_includes((file.parent_path() / name).lexically_normal(), dirs, seen, names);
        for (const fs::path& dir : dirs) gather_includes((dir / name).lexically_normal(), dirs, seen, names);
    }
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

std::vector<std::string> library_flags(const ProgramText& text) {
    std::set<fs::path> seen;
    std::set<std::string> names;
    for (const fs::path& source : text.sources()) gather_includes(source, text.include_dirs, seen, names);
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
                                 mode);
        if (!run) return run;
        report = std::move(*run);
    }
    report.program = options.text.file.string();
    report.device = "cuda";
    return report;
}

}  // namespace warpwise
