// Jobs of lesson 39 in ranks of the machine's MPI, from the command line. Without MPI on the machine they are skipped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "device/process/run_program.h"
#include "experiment/file/host_file.h"
#include "experiment/file/mpi_on_machine.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

using testing::HasSubstr;

class Job : public testing::Test {
  protected:
    void SetUp() override {
        if (!find_in_path("mpicxx") || !find_in_path("mpirun"))
            GTEST_SKIP() << "Open MPI is not on this machine (openmpi-bin, libopenmpi-dev)";
    }
    static ProgramOutput run_ranks(std::vector<std::string> more) {
        more.insert(more.begin(), {WARPWISE_BINARY, "run", "ranks"});
        auto run = run_program(more, {}, 200);
        EXPECT_TRUE(run.has_value());
        return run ? std::move(*run) : ProgramOutput{};
    }
    static nlohmann::json json_of(std::vector<std::string> more, int status = 0) {
        more.emplace_back("--json");
        const ProgramOutput run = run_ranks(std::move(more));
        EXPECT_EQ(run.status, status) << run.err;
        return nlohmann::json::parse(run.out, nullptr, false);
    }
};

TEST_F(Job, ComputesTheIntegralInRanksAndComparesIt) {
    const auto json = json_of({"--ranks", "2", "--job", "integral"});
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json.at("status"), "right");
    EXPECT_NEAR(std::stod(json.at("outputs").at("total")[0][0].get<std::string>()), 0.8414709848, 1e-7);
    EXPECT_EQ(json.at("counts").at("collective_calls"), 1);
    EXPECT_EQ(json.at("counts").at("messages"), 0);
    EXPECT_EQ(json.at("timeline").at("source"), "measured");
    ASSERT_EQ(json.at("timeline").at("ranks").size(), 2u);
    EXPECT_EQ(json.at("timeline").at("ranks")[1].at("launches").size(), 1u);
}

TEST_F(Job, ShowsTheMessagesOfAChainInTheirOrder) {
    const auto json = json_of({"--ranks", "3", "--job", "chain"});
    ASSERT_TRUE(json.is_object());
    const auto& messages = json.at("timeline").at("messages");
    ASSERT_EQ(messages.size(), 2u);
    EXPECT_EQ(messages[0].at("to"), 1);
    EXPECT_EQ(messages[1].at("to"), 2);
    EXPECT_LE(messages[0].at("received_s"), messages[1].at("sent_s")) << "rank 1 sends what it got";
    EXPECT_EQ(messages[0].at("bytes"), 8);
}

TEST_F(Job, ComputesWhileItsMessagesAreUnderWay) {
    const auto json = json_of({"--ranks", "2", "--job", "overlapped", "--set", "steps=2"});
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json.at("status"), "right");
    EXPECT_EQ(json.at("counts").at("messages"), 8);
    for (const auto& rank : json.at("timeline").at("ranks")) {
        EXPECT_EQ(rank.at("under_way").size(), 8u) << "four sends and four receives";
        EXPECT_GT(rank.at("overlap_s"), 0);
    }
}

TEST_F(Job, ShowsTheDeadlockThatSmallMessagesHide) {
    const ProgramOutput small = run_ranks({"--ranks", "2", "--job", "small"});
    EXPECT_EQ(small.status, 0) << small.err;
    const ProgramOutput large = run_ranks({"--ranks", "2", "--job", "large"});
    EXPECT_EQ(large.status, 0) << "it is expected: " << large.err;
    EXPECT_THAT(large.out, HasSubstr("ranks large: deadlock"));
    EXPECT_THAT(large.out, HasSubstr("rank 0 waits in MPI_Send to rank 1, 1,048,576 bytes (line "));
    EXPECT_THAT(large.out, HasSubstr("rank 1 waits in MPI_Send to rank 0"));
}

TEST_F(Job, GradesAProgramByItsMessages) {
    const std::string wrong = std::string(WARPWISE_SOURCE_DIR) + "/lessons/39_ranks/wrong/program/send_first.cu";
    const auto run = run_program({WARPWISE_BINARY, "check", "ranks", wrong, "--exercise", "ring"}, {}, 200);
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->status, 1);
    EXPECT_THAT(run->out + run->err, HasSubstr("nothing can end the wait"))
        << "3 ranks with small messages pass, 4 with larger ones do not";
}

TEST_F(Job, IsMeasuredInSeveralRanksBesideAPingPong) {
    const auto json = json_of({"--ranks", "1,2", "--job", "integral"});
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json.at("points").size(), 2u);
    const auto& link = json.at("link");
    EXPECT_EQ(link.at("source"), "measured");
    EXPECT_GT(link.at("latency_us"), 0.01);
    EXPECT_LT(link.at("latency_us"), 1e5);
    EXPECT_GT(link.at("bandwidth_gb_s"), 1e-3);
    EXPECT_GT(link.at("large").at("one_way_s"), link.at("small").at("one_way_s"));
}

TEST_F(Job, RunsInOneRankAndSaysWhatItDoesNotKnow) {
    EXPECT_EQ(json_of({"--ranks", "1", "--job", "pass"}).at("status"), "right");
    const ProgramOutput none = run_ranks({"--ranks", "2", "--job", "integrall"});
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.err, HasSubstr("Did you mean integral?"));
    EXPECT_EQ(run_ranks({"--ranks", "none"}).status, 2);
}

// mpirun starts `warpwise run` itself, as srun does.
class JoinedJob : public Job {
  protected:
    static ProgramOutput under_mpirun(std::vector<std::string> words) {
        std::vector<std::string> command{"/usr/bin/env", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                                         find_in_path("mpirun")->string(), "--oversubscribe"};
        command.insert(command.end(), words.begin(), words.end());
        auto run = run_program(command, {}, 60);
        EXPECT_TRUE(run.has_value());
        return run ? std::move(*run) : ProgramOutput{};
    }
    const std::string host_ = name_of_this_machine();
    test::TemporaryFolder folder_;
};

TEST_F(JoinedJob, HasTheOutcomeOnRank0Alone) {
    const ProgramOutput run = under_mpirun({"-n", "3", WARPWISE_BINARY, "run", "ranks", "--job", "chain", "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    const auto json = nlohmann::json::parse(run.out, nullptr, false);
    ASSERT_TRUE(json.is_object()) << "one rank prints: " << run.out;
    EXPECT_EQ(json.at("status"), "right");
    EXPECT_EQ(json.at("values").at("ranks"), 3);
    EXPECT_EQ(json.at("timeline").at("messages").size(), 2u);
}

TEST_F(JoinedJob, IsKnownByWhatSlurmSays) {
    const ProgramOutput run = under_mpirun({"-n", "2", "/usr/bin/env", "-u", "OMPI_COMM_WORLD_RANK", "-u", "OMPI_COMM_WORLD_SIZE",
                                            "-u", "OMPI_COMM_WORLD_LOCAL_SIZE", "SLURM_STEP_NUM_TASKS=2", "SLURM_STEP_NUM_NODES=1",
                                            WARPWISE_BINARY, "run", "ranks", "--job", "chain"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("2 ranks: 1 message, 8 bytes."));
}

TEST_F(JoinedJob, ShowsADeadlock) {
    const ProgramOutput run = under_mpirun({"-n", "2", WARPWISE_BINARY, "run", "ranks", "--job", "large"});
    EXPECT_THAT(run.out, HasSubstr("ranks large: deadlock"));
    EXPECT_THAT(run.out, HasSubstr("rank 1 waits in MPI_Send to rank 0"));
}

TEST_F(JoinedJob, NamesTheRankWithAnotherLesson) {
    for (const char* part : {"lessons", "kernels", "assets"})
        std::filesystem::copy(std::string(WARPWISE_SOURCE_DIR) + "/" + part, folder_.path() / part,
                              std::filesystem::copy_options::recursive);
    folder_.write("lessons/39_ranks/reference_hello.cu", "// another one\n");
    const ProgramOutput run =
        under_mpirun({"-n", "1", WARPWISE_BINARY, "run", "ranks", "--job", "chain", ":", "-n", "1", "/usr/bin/env",
                      "WARPWISE_DATA=" + folder_.path().string(), WARPWISE_BINARY, "run", "ranks", "--job", "chain"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, testing::ContainsRegex("rank 1 on " + host_ + " has the lesson with the hash [0-9a-f]+, and rank 0 on " +
                                                host_ + " has the lesson with the hash [0-9a-f]+"));
}

TEST_F(JoinedJob, NamesTheRankWithOtherValuesAndTheOneThatCannotBegin) {
    const ProgramOutput other = under_mpirun({"-n", "1", WARPWISE_BINARY, "run", "ranks", "--job", "chain", ":", "-n", "1",
                                              WARPWISE_BINARY, "run", "ranks", "--job", "chain", "--set", "n=8"});
    EXPECT_EQ(other.status, 1);
    EXPECT_THAT(other.err, HasSubstr("rank 1 on " + host_ + " is to run chain"));
    const ProgramOutput none = under_mpirun({"-n", "2", WARPWISE_BINARY, "run", "ranks", "--job", "chainn"});
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.err, HasSubstr("on " + host_ + ": lesson 'ranks' has no job 'chainn'. Did you mean chain?"));
    const ProgramOutput count = under_mpirun({"-n", "2", WARPWISE_BINARY, "run", "ranks", "--ranks", "3"});
    EXPECT_THAT(count.err, HasSubstr("--ranks 3 is not the number of ranks that mpirun or srun has started, which is 2"));
}

TEST_F(JoinedJob, RunsOnTheHostsOfAFile) {
    folder_.write("hosts.txt", "localhost slots=2  # this machine\n");
    const std::string file = (folder_.path() / "hosts.txt").string();
    EXPECT_EQ(json_of({"--ranks", "2", "--job", "chain", "--hosts", file}).at("status"), "right");
    EXPECT_EQ(json_of({"--ranks", "1,2", "--job", "integral", "--hosts", file}).at("link").at("source"), "measured");
}

TEST_F(JoinedJob, SaysWhichHostIsNotThere) {
    if (!find_in_path("ssh")) GTEST_SKIP() << "ssh is not on this machine";
    folder_.write("hosts.txt", "# one\nno-such-host.invalid\n");
    const ProgramOutput run = run_ranks({"--ranks", "2", "--job", "chain", "--hosts", (folder_.path() / "hosts.txt").string()});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("mpirun could not start the ranks on no-such-host.invalid (line 2 of "));
    folder_.write("hosts.txt", "localhost slots=two\n");
    const ProgramOutput line = run_ranks({"--ranks", "2", "--hosts", (folder_.path() / "hosts.txt").string()});
    EXPECT_EQ(line.status, 2);
    EXPECT_THAT(line.err, HasSubstr("\"slots=two\" does not say how many slots"));
}

TEST(JobWithoutMpi, SaysWhatToInstall) {
    const auto run = run_program({"/usr/bin/env", "PATH=/nowhere", WARPWISE_BINARY, "run", "ranks", "--ranks", "2"}, {}, 60);
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->status, 3) << "not possible here, as for a missing GPU";
    EXPECT_THAT(run->err, HasSubstr("sudo apt install openmpi-bin libopenmpi-dev"));
}

}  // namespace
}  // namespace warpwise
