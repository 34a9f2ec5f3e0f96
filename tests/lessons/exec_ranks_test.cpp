// Programs of MPI: under --ranks and under mpirun, with what goes wrong between ranks. Without MPI on the machine they are skipped.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "base/files.h"
#include "device/process/run_program.h"
#include "experiment/file/mpi_on_machine.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

using testing::HasSubstr;

constexpr double kMostSeconds = 200;

class ExecRanks : public testing::Test {
  protected:
    void SetUp() override {
        if (!find_in_path("mpicxx") || !find_in_path("mpirun"))
            GTEST_SKIP() << "Open MPI is not on this machine (openmpi-bin, libopenmpi-dev)";
    }
    static std::string program(const std::string& name) {
        return std::string(WARPWISE_SOURCE_DIR) + "/tests/programs/ranks/" + name;
    }
    static ProgramOutput exec(std::vector<std::string> more) {
        more.insert(more.begin(), {WARPWISE_BINARY, "exec"});
        auto run = run_program(more, {}, kMostSeconds);
        EXPECT_TRUE(run.has_value()) << (run ? "" : run.error().text());
        return run ? std::move(*run) : ProgramOutput{};
    }
};

TEST_F(ExecRanks, RunAsManyProcessesThatExchangeMessages) {
    const ProgramOutput run = exec({program("sum_of_ranks.cu"), "--ranks", "4"});
    EXPECT_EQ(run.status, 0) << run.err;
    for (const char* line : {"[rank 0] rank 0 of 4: 14\n", "[rank 3] rank 3 of 4: 86\n", "[rank 0] total 184\n"})
        EXPECT_THAT(run.out, HasSubstr(line));
    EXPECT_THAT(run.err, HasSubstr("All 4 ranks:")) << "they have launched the same";
    EXPECT_THAT(run.err, HasSubstr("No mistake was found: 1 kernel launch, exit code 0."));
}

TEST_F(ExecRanks, ReceiveOnTheDevice) {
    const ProgramOutput run = exec({program("received_on_the_device.cu"), "--ranks", "2"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("[rank 1] rank 1: 62\n"));
}

TEST_F(ExecRanks, AreStartedOnTheHostsOfAFile) {
    test::TemporaryFolder folder;
    folder.write("hosts.txt", "localhost slots=2\n");
    const std::string file = (folder.path() / "hosts.txt").string();
    const ProgramOutput run = exec({program("sum_of_ranks.cu"), "--ranks", "2", "--hosts", file});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("[rank 1] rank 1 of 2: 30\n"));
    const ProgramOutput none = exec({program("sum_of_ranks.cu"), "--ranks", "2", "--hosts", file + ".none"});
    EXPECT_NE(none.status, 0);
    EXPECT_THAT(none.err, HasSubstr("hosts.txt.none"));
}

TEST_F(ExecRanks, AreToldApartInTheJson) {
    const ProgramOutput run = exec({program("sum_of_ranks.cu"), "--ranks", "2", "--json"});
    const auto json = nlohmann::json::parse(run.out, nullptr, false);
    ASSERT_TRUE(json.is_object()) << run.out << run.err;
    EXPECT_EQ(json.at("schema"), "warpwise.ranks/1");
    ASSERT_EQ(json.at("ranks").size(), 2u);
    for (int rank = 0; rank < 2; ++rank) {
        EXPECT_EQ(json.at("ranks")[rank].at("rank"), rank);
        EXPECT_EQ(json.at("ranks")[rank].at("launches").size(), 1u);
        EXPECT_EQ(json.at("ranks")[rank].at("has_ended"), true);
    }
    EXPECT_THAT(json.at("output").get<std::string>(), HasSubstr("[rank 1] rank 1 of 2: 30\n"));
}

TEST_F(ExecRanks, MixNoLines) {
    const ProgramOutput run = exec({program("many_lines.cu"), "--ranks", "3"});
    std::istringstream lines(run.out);
    std::array<int, 3> next{};
    for (std::string line; std::getline(lines, line);) {
        ASSERT_GT(line.size(), 7u);
        const auto rank = static_cast<std::size_t>(line[6] - '0');
        ASSERT_LT(rank, 3u) << line;
        const std::string expected =
            fmt::format("[rank {}] line {} of rank {}, with some words behind it", rank, next[rank]++, rank);
        ASSERT_EQ(line, expected);
    }
    EXPECT_EQ(next, (std::array{2000, 2000, 2000}));
}

TEST_F(ExecRanks, ThatBothSendFirstAreShownWithTheirLines) {
    const ProgramOutput run = exec({program("both_send_first.cu"), "--ranks", "2"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(
        run.err,
        HasSubstr("both_send_first.cu:13: deadlock: rank 0 waits in MPI_Send to rank 1 (8388608 bytes, tag 7), and nothing can "
                  "end the wait: rank 1 waits in MPI_Send to rank 0 (line 16, 8388608 bytes, tag 7)"));
    EXPECT_THAT(run.err, HasSubstr("both_send_first.cu:16: deadlock: rank 1 waits in MPI_Send to rank 0"));
    EXPECT_THAT(run.err, HasSubstr("All ranks send before they receive."));
}

TEST_F(ExecRanks, ThatWaitForAMessageThatNeverComesAreShown) {
    const ProgramOutput run = exec({program("never_sent.cu"), "--ranks", "2"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err,
                HasSubstr("never_sent.cu:6: deadlock: rank 1 waits in MPI_Recv from rank 0 (tag 5), and nothing can end the wait: "
                          "rank 0 waits in MPI_Finalize (line 7)"));
    EXPECT_THAT(run.err, HasSubstr("Rank 0:\nIt was ended together with the other ranks"))
        << "that is done, and made no mistake here";
}

TEST_F(ExecRanks, EndTogetherWhenOneDies) {
    const ProgramOutput run = exec({program("dies.cu"), "--ranks", "3"});
    EXPECT_EQ(run.status, 128 + 11) << run.err;
    EXPECT_THAT(run.err, HasSubstr("dies.cu:7: SIGSEGV"));
    EXPECT_THAT(run.err, HasSubstr("Ranks 0, 2:\nIt was ended together with the other ranks"));
}

TEST_F(ExecRanks, GiveMpiTheMemoryOfAnEmulatedGpu) {
    const ProgramOutput run = exec({program("device_memory.cu"), "--ranks", "2"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "[rank 1] 10\n");
}

TEST_F(ExecRanks, RunUnderMpirunTheSameWay) {
    std::vector<std::string> command{"/usr/bin/env",
                                     "OMPI_ALLOW_RUN_AS_ROOT=1",
                                     "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                                     "OMPI_MCA_rmaps_base_oversubscribe=1",
                                     "OMPI_MCA_btl_vader_single_copy_mechanism=none",
                                     find_in_path("mpirun")->string(),
                                     "-n",
                                     "2",
                                     WARPWISE_BINARY,
                                     "exec"};
    command.push_back(program("both_send_first.cu"));
    const auto stuck = run_program(command, {}, kMostSeconds);
    ASSERT_TRUE(stuck.has_value());
    EXPECT_NE(stuck->status, 0);
    EXPECT_THAT(stuck->err, HasSubstr("both_send_first.cu:13: deadlock: rank 0 waits in MPI_Send to rank 1"));
    EXPECT_THAT(stuck->err, HasSubstr("both_send_first.cu:16: deadlock: rank 1 waits in MPI_Send to rank 0"));
    command.back() = program("sum_of_ranks.cu");
    const auto good = run_program(command, {}, kMostSeconds);
    ASSERT_TRUE(good.has_value());
    EXPECT_EQ(good->status, 0) << good->err;
    EXPECT_THAT(good->out, HasSubstr("[rank 0] total 44\n"));
    EXPECT_THAT(good->err, HasSubstr("[rank 1] No mistake was found: 1 kernel launch, exit code 0."));
}

// Processes whose command line names a file.
int processes_of(const std::string& file) {
    int count = 0;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
        const auto command = read_file(entry.path() / "cmdline");
        if (command && command->contains(file) && command->contains("exec")) ++count;
    }
    return count;
}

TEST_F(ExecRanks, EndWithWhatHasStartedThem) {
    const test::TemporaryFolder folder;
    folder.write("endless.cu", R"(#include <mpi.h>
#include <unistd.h>
#include <cstdio>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    printf("begun\n");
    while (true) usleep(1000);
})");
    const std::string file = (folder.path() / "endless.cu").string();
    // A shell ends it once both ranks have begun.
    const std::string script = fmt::format(
        "'{}' exec '{}' --ranks 2 >'{}/out' 2>&1 & driver=$!; for i in $(seq 600); do [ $(grep -c begun '{}/out') = 2 ] && break; "
        "sleep 0.1; done; kill -TERM $driver; wait $driver; cat '{}/out'",
        WARPWISE_BINARY, file, folder.path().string(), folder.path().string(), folder.path().string());
    const auto run = run_program({"/bin/sh", "-c", script}, {}, kMostSeconds);
    ASSERT_TRUE(run.has_value());
    EXPECT_THAT(run->out, HasSubstr("[rank 1] begun"));
    for (int i = 0; i < 100 && processes_of(file) > 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_EQ(processes_of(file), 0);
}

TEST_F(ExecRanks, DoNotCompileWithOneMessage) {
    const test::TemporaryFolder folder;
    folder.write("wrong.cu", "#include <mpi.h>\nint main() { return nothing; }\n");
    const ProgramOutput run = exec({(folder.path() / "wrong.cu").string(), "--ranks", "2"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("All 2 ranks:"));
    EXPECT_THAT(run.err, HasSubstr("wrong.cu:2:21: error: use of undeclared identifier 'nothing'"));
}

// These need no MPI.
TEST(ExecRanksWithoutMpi, NamesThePackages) {
    const test::TemporaryFolder folder;
    folder.write("mpi.cu", "#include <mpi.h>\nint main() { return 0; }\n");
    folder.write("bin/none", "");
    const auto run = run_program({"/usr/bin/env", "PATH=" + (folder.path() / "bin").string(), WARPWISE_BINARY, "exec",
                                  (folder.path() / "mpi.cu").string(), "--ranks", "2"},
                                 {}, kMostSeconds);
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->status, 1);
    EXPECT_THAT(run->err, HasSubstr("openmpi-bin libopenmpi-dev"));
}

TEST(ExecRanksWithoutMpi, AreForProgramsOfMpi) {
    const test::TemporaryFolder folder;
    folder.write("plain.cu", "int main() { return 0; }\n");
    const auto run =
        run_program({WARPWISE_BINARY, "exec", (folder.path() / "plain.cu").string(), "--ranks", "2"}, {}, kMostSeconds);
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->status, 2);
    EXPECT_THAT(run->err, HasSubstr("does not include mpi.h"));
}

}  // namespace
}  // namespace warpwise
