// [[job]] of a manifest: what is refused, and the words for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lesson/jobs.h"
#include "lesson/manifest.h"

namespace warpwise {
namespace {

using testing::HasSubstr;

std::string diagnostics_of(const std::string& stage, const std::string& job = "") {
    const std::string text = R"(
id = "some"
title = "Some"
part = 7
playground = true
[parameters]
n = { kind = "size", default = 10 }
ranks = { kind = "integer", default = 4, min = 1, max = 8 }
rank = { kind = "integer", default = 0, min = 0, max = 7 }
[[array]]
name = "a"
shape = ["n"]
[[kernel]]
id = "k"
source = "threads/add_one.cu"
entry = "add_one<float>"
args = ["a", "n"]
grid = "1"
[[view]]
kind = "ranks"
[[job]]
id = "j"
title = "A job"
)" + job + "[[job.stage]]\n" +
                             stage;
    std::string out;
    for (const Diagnostic& each : read_manifest(text, "lesson.toml").diagnostics) out += each.message + " " + each.hint + "\n";
    return out;
}

TEST(ManifestJobs, TakeStagesOfTheirVocabularyAlone) {
    EXPECT_EQ(diagnostics_of("do = \"send\"\narray = \"a\"\nto = \"rank + 1 == ranks ? 0 : rank + 1\""), "");
    EXPECT_EQ(diagnostics_of("do = \"barrier\""), "");
    EXPECT_THAT(diagnostics_of("do = \"sned\""), HasSubstr("Did you mean \"send\"?"));
    EXPECT_THAT(diagnostics_of("do = \"send\"\narray = \"a\""), HasSubstr("to"));
    EXPECT_THAT(diagnostics_of("do = \"barrier\"\narray = \"a\""), HasSubstr("array"));
    EXPECT_THAT(diagnostics_of("do = \"send\"\narray = \"b\"\nto = \"0\""), HasSubstr("there is no array \"b\""));
}

// An exchange around the ring that is started, and what comes after it.
std::string diagnostics_after_start(const std::string& more) {
    return diagnostics_of(R"(do = "exchange"
start = "halo"
array = "a"
count = "2"
to = "rank + 1 == ranks ? 0 : rank + 1"
into = "a"
into_first = "5"
from = "rank == 0 ? ranks - 1 : rank - 1"
)" + more);
}
constexpr const char* kWait = "[[job.stage]]\ndo = \"wait\"\nfor = \"halo\"\n";

TEST(ManifestJobs, WaitForWhatTheyHaveStarted) {
    EXPECT_EQ(diagnostics_after_start(kWait), "");
    EXPECT_THAT(diagnostics_after_start(""), HasSubstr("the messages \"halo\" of rank 0 are still under way"));
    EXPECT_THAT(diagnostics_after_start(std::string(kWait) + "when = \"rank < 3\"\n"),
                HasSubstr("the messages \"halo\" of rank 3 are still under way"));
    EXPECT_THAT(diagnostics_after_start(std::string(kWait) + "times = \"2\"\n"), HasSubstr("where the loop begins"));
    EXPECT_THAT(diagnostics_after_start(std::string(kWait) + kWait),
                HasSubstr("it waits for \"halo\", and no stage before it starts messages of that name"));
    EXPECT_THAT(diagnostics_of("do = \"wait\"\nfor = \"halo\""), HasSubstr("no stage before it starts"));
    EXPECT_THAT(diagnostics_of("do = \"wait\""), HasSubstr("for"));
    EXPECT_THAT(diagnostics_after_start("[[job.stage]]\ndo = \"wait\"\nfor = \"ha lo\"\n"),
                HasSubstr("is not a name for messages"));
    EXPECT_THAT(diagnostics_of("do = \"reduce\"\narray = \"a\"\ninto = \"a\"\nstart = \"halo\""), HasSubstr("start"));
}

TEST(ManifestJobs, LeaveAloneWhatIsUnderWay) {
    const auto receive_at = [](int first) {
        return "[[job.stage]]\ndo = \"receive\"\narray = \"a\"\ncount = \"2\"\nfrom = \"0\"\nwhen = \"rank == 1\"\nfirst = \"" +
               std::to_string(first) + "\"\n";
    };
    EXPECT_EQ(diagnostics_after_start(receive_at(2) + kWait), "");
    EXPECT_EQ(diagnostics_after_start(kWait + receive_at(1)), "");
    EXPECT_THAT(
        diagnostics_after_start(receive_at(1) + kWait),
        HasSubstr("rank 1 writes elements 1 to 2 of a while the messages \"halo\" are under way, which send elements 0 to 1"));
    EXPECT_THAT(diagnostics_after_start(receive_at(6) + kWait), HasSubstr("which bring elements 5 to 6"));
    EXPECT_THAT(diagnostics_after_start(std::string("[[job.stage]]\ndo = \"copy\"\narray = \"a\"\nto = \"device\"\n") + kWait),
                HasSubstr("rank 0 copies elements 0 to 9 of a while"));
}

TEST(ManifestJobs, LaunchWithArgumentsOfTheirOwn) {
    EXPECT_EQ(diagnostics_of("do = \"launch\"\nkernel = \"k\"\nargs = [\"a\", \"n - 1\"]"), "");
    EXPECT_THAT(diagnostics_of("do = \"launch\"\nkernel = \"k\"\nargs = [\"a\"]"),
                HasSubstr("the kernel k takes 2 arguments, and 1 is given"));
    EXPECT_THAT(diagnostics_of("do = \"launch\"\nkernel = \"k\"\nargs = [\"a\", \"m\"]"), HasSubstr("m"));
}

TEST(ManifestJobs, NameTheRankWhosePeerIsNotThere) {
    EXPECT_THAT(diagnostics_of("do = \"send\"\narray = \"a\"\nto = \"rank + 1\""),
                HasSubstr("with rank = 3 of 4 ranks, \"to\" is 4, and the ranks are 0 to 3"));
    EXPECT_EQ(diagnostics_of("do = \"send\"\narray = \"a\"\nto = \"rank + 1\"\nwhen = \"rank + 1 < ranks\""), "");
    EXPECT_THAT(diagnostics_of("do = \"receive\"\narray = \"a\"\nfrom = \"rank - 1\""), HasSubstr("with rank = 0 of 4 ranks"));
    EXPECT_THAT(diagnostics_of("do = \"send\"\narray = \"a\"\nto = \"0\"\ncount = \"n / 4\""), HasSubstr("does not read as C++"));
}

TEST(ManifestJobs, FormulasAreOfWholeNumbersAndNothingElse) {
    for (const char* good : {"rank", "rank + 1", "(rank + 1) * n", "rank == 0 ? ranks - 1 : rank - 1", "rank > 0 && rank < 3"})
        EXPECT_TRUE(is_whole_formula(good)) << good;
    for (const char* bad :
         {"", "system(1)", "exit (1)", "a[0]", "n / 2", "rank = 1", "a & b", "n--", "\"x\"", "a; b", "!rank", "n^2"})
        EXPECT_FALSE(is_whole_formula(bad)) << bad;
}

}  // namespace
}  // namespace warpwise
