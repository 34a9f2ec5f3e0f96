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
