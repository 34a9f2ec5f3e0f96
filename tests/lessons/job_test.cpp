// Jobs of lesson 39 in ranks of the machine's MPI, from the command line. Without MPI on the machine they are skipped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "device/process/run_program.h"
#include "experiment/file/mpi_on_machine.h"

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
    EXPECT_THAT(run->out + run->err, HasSubstr("deadlock")) << "3 ranks with small messages pass, 4 with larger ones do not";
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

TEST(JobWithoutMpi, SaysWhatToInstall) {
    const auto run = run_program({"/usr/bin/env", "PATH=/nowhere", WARPWISE_BINARY, "run", "ranks", "--ranks", "2"}, {}, 60);
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->status, 3) << "not possible here, as for a missing GPU";
    EXPECT_THAT(run->err, HasSubstr("sudo apt install openmpi-bin libopenmpi-dev"));
}

}  // namespace
}  // namespace warpwise
