#include "experiment/file/mpi_on_machine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <sstream>

#include "device/process/run_program.h"
#include "experiment/file/host_file.h"
#include "experiment/file/program_includes.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr double kMostSeconds = 30;
constexpr const char* kInstall = "Install Open MPI: on Debian and Ubuntu, sudo apt install openmpi-bin libopenmpi-dev.";

std::optional<int> number_in(const char* name) {
    const char* text = std::getenv(name);
    if (text == nullptr || *text == 0) return std::nullopt;
    char* end = nullptr;
    const long value = std::strtol(text, &end, 10);
    return *end == 0 ? std::optional(static_cast<int>(value)) : std::nullopt;
}

// What mpicxx tells the compiler: "--showme" is Open MPI's, "-show" MPICH's.
std::optional<std::string> flags_of(const fs::path& mpicxx) {
    for (const char* question : {"--showme", "-show"}) {
        const auto answer = run_program({mpicxx.string(), question}, {}, kMostSeconds);
        if (answer && answer->status == 0 && answer->out.contains("-l")) return answer->out;
    }
    return std::nullopt;
}

}  // namespace

std::optional<fs::path> find_in_path(const std::string& name) {
    std::istringstream folders(std::getenv("PATH") ? std::getenv("PATH") : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const fs::path file = fs::path(folder) / name;
        if (!folder.empty() && access(file.c_str(), X_OK) == 0) return file;
    }
    return std::nullopt;
}

Result<fs::path> find_mpirun() {
    if (auto found = find_in_path("mpirun")) return *std::move(found);
    return failure("there is no mpirun on this machine, and an MPI program needs it to start its ranks", kInstall);
}

bool includes_mpi(const ProgramText& text) { return included_names(text).contains("mpi.h"); }

std::optional<RankHere> rank_here() {
    // Those of mpirun, of srun --mpi=pmi2 and of srun --mpi=pmix, which does not say how many ranks there are.
    for (const auto& [rank, ranks] : {std::pair("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), std::pair("PMI_RANK", "PMI_SIZE"),
                                      std::pair("PMIX_RANK", "SLURM_STEP_NUM_TASKS"), std::pair("PMIX_RANK", "SLURM_NTASKS")}) {
        const auto own = number_in(rank), all = number_in(ranks);
        if (!own || !all || *own < 0 || *own >= *all) continue;
        RankHere here{.rank = *own, .ranks = *all, .start = {}};
        const char* space = std::getenv("PMIX_NAMESPACE");
        const auto job = number_in("SLURM_JOB_ID"), step = number_in("SLURM_STEP_ID");
        // Without a name: the process that has started all ranks of this machine.
        here.start = space && *space ? space
                     : job && step   ? fmt::format("step {}.{}", *job, *step)
                                     : fmt::format("process {}", getppid());
        if (const auto local = number_in("OMPI_COMM_WORLD_LOCAL_SIZE"))
            here.are_all_here = *local == *all;
        else if (const auto nodes = number_in("SLURM_STEP_NUM_NODES"))
            here.are_all_here = *nodes == 1;
        return here;
    }
    return std::nullopt;
}

Result<void> use_mpi(ExecOptions& options) {
    if (!includes_mpi(options.text)) return {};
    const auto mpicxx = find_in_path("mpicxx");
    if (!mpicxx)
        return failure("the program includes mpi.h, but this machine has no mpicxx, which says where that header is", kInstall);
    const auto flags = flags_of(*mpicxx);
    if (!flags) return failure(fmt::format("{} does not say with which flags it compiles", mpicxx->string()), kInstall);
    std::vector<fs::path> folders{"/usr/lib", "/usr/lib64", "/usr/local/lib"};
    std::vector<std::string> libraries;
    std::istringstream words(*flags);
    for (std::string word; words >> word;) {
        if (word.starts_with("-I")) options.text.include_dirs.emplace_back(word.substr(2));
        if (word.starts_with("-D")) options.text.definitions.push_back(word.substr(2));
        if (word.starts_with("-L")) folders.emplace_back(word.substr(2));
        if (word.starts_with("-l")) libraries.push_back(word.substr(2));
    }
    std::erase_if(options.text.libraries, [](const std::string& name) { return name.starts_with("mpi"); });
    // The C++ classes of old MPI standards need a library of their own.
    options.text.definitions.insert(options.text.definitions.end(), {"OMPI_SKIP_MPICXX=1", "MPICH_SKIP_MPICXX=1"});
    MpiOptions mpi{.library = "libmpi.so", .has_empty_messages = options.pretence.has_empty_messages};
    for (const std::string& library : libraries)
        for (const fs::path& folder : folders) {
            const fs::path file = folder / ("lib" + library + ".so");
            if ((library == "mpi" || library == "mpich") && fs::exists(file)) mpi.library = file;
        }
    if (const auto here = rank_here(); here && here->ranks > 1) {
        mpi.rank = here->rank;
        mpi.ranks = here->ranks;
        if (here->are_all_here)
            mpi.board = fmt::format("/dev/shm/warpwise-ranks-{}-{:x}", geteuid(), std::hash<std::string>()(here->start));
        mpi.host = name_of_this_machine();
        mpi.version = WARPWISE_VERSION;
    }
    options.mpi = std::move(mpi);
    return {};
}

}  // namespace warpwise
