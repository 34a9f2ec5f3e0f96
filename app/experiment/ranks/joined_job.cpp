#include "experiment/ranks/joined_job.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <thread>

#include "base/files.h"
#include "experiment/file/program_run.h"
#include "lesson/lesson_hash.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::seconds kMostWait{10};  // after MPI_Finalize, for the other ranks' last files
constexpr std::chrono::milliseconds kLook{20};

fs::path file_of_end(const fs::path& folder, int rank) { return folder / fmt::format("rank-{}.ended", rank); }

// The same one for all ranks of a start. Its name can be guessed, so it must be this user's alone.
Result<fs::path> folder_of(const RankHere& here) {
    const fs::path base = here.are_all_here ? fs::temp_directory_path() : fs::current_path();
    const fs::path folder = base / fmt::format("warpwise-job-{}-{:x}", geteuid(), std::hash<std::string>()(here.start));
    mkdir(folder.c_str(), S_IRWXU);
    struct stat about{};
    const bool is_ours = lstat(folder.c_str(), &about) == 0 && S_ISDIR(about.st_mode) && about.st_uid == geteuid() &&
                         (about.st_mode & (S_IWGRP | S_IWOTH)) == 0;
    if (!is_ours)
        return failure(
            fmt::format("the folder {} for the ranks' files could not be made, or others may write to it", folder.string()),
            "Delete it, or start Warpwise where you may write.");
    std::error_code error;
    fs::remove(file_of_end(folder, here.rank), error);  // of an earlier start that had the same name
    return folder;
}

std::string work_text(const RankJob& job, const ParameterValues& values) {
    std::string out = job.id;
    for (const auto& [name, value] : values)
        if (name != kRankName) out += fmt::format(" {}={}", name, text_of(value));
    return out;
}

void wait_for_ends(const fs::path& folder, int ranks) {
    const auto begin = std::chrono::steady_clock::now();
    for (int rank = 0; rank < ranks; ++rank) {
        std::error_code error;
        while (!fs::exists(file_of_end(folder, rank), error) && std::chrono::steady_clock::now() - begin < kMostWait)
            std::this_thread::sleep_for(kLook);
    }
}

RanksReport report_in(const fs::path& folder, int ranks, const std::string& program) {
    RanksReport out{.program = program, .ranks = {}, .output = {}, .exit_code = 0, .mpirun = {}};
    for (int rank = 0; rank < ranks; ++rank) {
        const ProgramReport& report =
            out.ranks.emplace_back(report_of_rank(folder, rank, program).value_or(ProgramReport{.program = program}));
        if (out.exit_code == 0) out.exit_code = report.has_ended ? report.exit_code : 1;
    }
    return out;
}

const ProgramFinding* disagreement_in(const RanksReport& report) {
    for (const ProgramReport& rank : report.ranks)
        for (const ProgramFinding& finding : rank.findings)
            if (finding.kind == "ranks_disagree") return &finding;
    return nullptr;
}

}  // namespace

Result<std::optional<JobRun>> join_job(const Lesson& lesson, const RankJob& job, const ParameterValues& given, DeviceSet& devices,
                                       const RankHere& here, const std::stop_token& stop) {
    auto run = begun_job(lesson, job, given);
    if (!run) return std::unexpected(run.error());
    auto program = job_program(lesson, job, run->values);
    if (!program) return std::unexpected(program.error());
    auto hash = hash_of_lesson(lesson);
    if (!hash) return std::unexpected(hash.error());
    const auto folder = folder_of(here);
    if (!folder) return std::unexpected(folder.error());
    ExecOptions options;
    options.text.file = *folder / fmt::format("{}-{}.cu", job.id, here.rank);
    options.arguments = {folder->string()};
    options.threads = 1;
    if (auto written = write_file_atomically(options.text.file, program->text); !written) return std::unexpected(written.error());
    if (auto used = use_mpi(options); !used) return std::unexpected(used.error());
    options.mpi->lesson = std::move(*hash);
    options.mpi->work = work_text(job, run->values);
    std::ofstream events(file_of_rank(*folder, here.rank), std::ios::binary);
    std::string printed;
    const ProgramTaps taps{.output = [&](std::string_view text) { printed += text; },
                           .event = [&](const std::string& line) { events << line << std::endl; }};
    const auto own = run_whole_program(options, ProgramOutputMode::passed_on, stop, &taps);
    events.close();
    if (!own) return std::unexpected(own.error());
    if (auto ended = write_file_atomically(file_of_end(*folder, here.rank), printed); !ended) return std::unexpected(ended.error());
    if (here.rank != 0) return std::nullopt;
    wait_for_ends(*folder, here.ranks);
    run->program = std::move(program->text);
    run->report = report_in(*folder, here.ranks, options.text.file.string());
    const ProgramFinding* const differ = disagreement_in(run->report);
    const auto taken = differ != nullptr ? Result<void>(failure(differ->message, differ->hint))
                                         : take_outcome(*run, lesson, job, program->arrays, *folder, devices);
    std::error_code error;
    fs::remove_all(*folder, error);
    if (!taken) return std::unexpected(taken.error());
    return std::optional(std::move(*run));
}

}  // namespace warpwise
