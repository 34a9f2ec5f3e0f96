// Ranks whose program is built before it runs: what is preloaded into them tells what emulated ranks tell. The programs here have
// no kernels, so they need no GPU; a job on GPUs is in tests/gpu/rank_gpus_test.cpp.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "device/process/run_program.h"
#include "experiment/file/mpi_on_machine.h"
#include "experiment/file/program_lines.h"
#include "experiment/file/program_ranks.h"
#include "experiment/ranks/rank_timeline.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

using testing::HasSubstr;

class GpuRanks : public testing::Test {
  protected:
    void SetUp() override {
        if (!find_in_path("mpicxx") || !find_in_path("mpirun"))
            GTEST_SKIP() << "Open MPI is not on this machine (openmpi-bin, libopenmpi-dev)";
    }

    // The reports of two ranks of a program that the C++ compiler builds in place of nvcc.
    std::vector<ProgramReport> run(const std::string& text) {
        ExecOptions options;
        options.text.file = folder_.path() / "program.cu";
        folder_.write("program.cu", "#include <mpi.h>\n#include <vector>\n" + text);
        options.built = folder_.path() / "program";
        const auto built = run_program(
            {find_in_path("mpicxx")->string(), "-g", "-x", "c++", "-o", options.built.string(), options.text.file.string()}, {},
            100);
        EXPECT_TRUE(built && built->status == 0) << (built ? built->err : built.error().text());
        EXPECT_TRUE(write_file_atomically(file_of_options(folder_.path()), json_of(options)).has_value());
        const auto ran =
            run_program({"/usr/bin/env", fmt::format("{}={}", kRanksFolder, folder_.path().string()), "OMPI_ALLOW_RUN_AS_ROOT=1",
                         "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_rmaps_base_oversubscribe=1", "OMPI_MCA_plm_rsh_agent=true",
                         "mpirun", "-n", "2", WARPWISE_BINARY, "exec", options.text.file.string()},
                        {}, 100);
        EXPECT_TRUE(ran.has_value());
        std::vector<ProgramReport> out;
        for (int rank = 0; rank < 2; ++rank) {
            auto report = report_of_rank(folder_.path(), rank, "program.cu");
            EXPECT_TRUE(report.has_value()) << (ran ? ran->err : "");
            if (!report) continue;
            report->device = "cuda";
            out.push_back(*std::move(report));
        }
        find_lines(out, options.built);
        return out;
    }
    test::TemporaryFolder folder_;
};

TEST_F(GpuRanks, AreTimedBetweenTheMarksOfTheirLastRound) {
    const auto reports = run(R"(
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<float> data(1000);
    for (int round = 0; round < 3; ++round) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Pcontrol(1);
        if (rank == 0) MPI_Send(data.data(), 1000, MPI_FLOAT, 1, 5, MPI_COMM_WORLD);
        if (rank == 1) MPI_Recv(data.data(), 1000, MPI_FLOAT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Pcontrol(0);
    }
    MPI_Finalize();
})");
    ASSERT_EQ(reports.size(), 2u);
    EXPECT_TRUE(reports[0].has_ended);
    EXPECT_EQ(reports[0].exit_code, 0);
    const RankTimeline timeline = timeline_of(reports);
    EXPECT_EQ(timeline.rounds_s.size(), 3u);
    ASSERT_EQ(timeline.messages.size(), 1u) << "of the last round alone";
    EXPECT_EQ(timeline.messages[0].from, 0);
    EXPECT_EQ(timeline.messages[0].bytes, 4000u);
    ASSERT_EQ(timeline.rows[0].calls.size(), 1u) << "without the barrier before and MPI_Finalize behind";
    EXPECT_EQ(timeline.rows[0].calls[0].tag, 5);
    EXPECT_EQ(timeline.rows[0].calls[0].line, 12) << "of the call in program.cu";
    EXPECT_GE(timeline.rounds_s.back() * 1.001, timeline.messages[0].received_s - timeline.messages[0].sent_s);
}

TEST_F(GpuRanks, AreToldThatTheyWaitForEachOther) {
    const auto reports = run(R"(
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, got = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Recv(&got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Finalize();
})");
    ASSERT_EQ(reports.size(), 2u);
    for (const ProgramReport& report : reports) {
        ASSERT_EQ(report.findings.size(), 1u);
        EXPECT_EQ(report.findings[0].kind, "deadlock");
        EXPECT_EQ(report.findings[0].line, 8);
        EXPECT_THAT(report.findings[0].message, HasSubstr("and nothing can end the wait"));
        EXPECT_EQ(report.exit_code, 1);
    }
    EXPECT_TRUE(timeline_of(reports).is_stuck());
}

TEST_F(GpuRanks, ThatCrashHaveEndedByThemselves) {
    const auto reports = run(R"(
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) return 7;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
})");
    ASSERT_EQ(reports.size(), 2u);
    EXPECT_TRUE(reports[1].has_ended);
    EXPECT_EQ(reports[1].exit_code, 7);
    EXPECT_FALSE(reports[0].has_ended) << "it was ended with the other one";
}

}  // namespace
}  // namespace warpwise
