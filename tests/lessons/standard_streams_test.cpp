// Commands whose standard streams are closed or cannot be written: a proper exit status, and no file takes their place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <string>

#include "base/files.h"
#include "unit/lesson_folder.h"

namespace warpwise {
namespace {

using ::testing::HasSubstr;

class StandardStreams : public ::testing::Test {
  protected:
    // The exit status, or 128 and the signal's number.
    int call(const std::string& arguments) const {
        const std::string command = "cd " + folder.path().string() + " && { " + WARPWISE_BINARY + " " + arguments + "; }";
        const int status = std::system(command.c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    test::TemporaryFolder folder;
};

TEST_F(StandardStreams, ErrorsThatCannotBeSaidKeepTheirStatus) {
    for (const char* to : {" 2>/dev/full", " 2>&-", " >/dev/full 2>/dev/full", " <&- >&- 2>&-"}) {
        EXPECT_EQ(call("run no_such_lesson" + std::string(to)), 2) << to;
        EXPECT_EQ(call("recordings missing.json" + std::string(to)), 2) << to;
    }
}

TEST_F(StandardStreams, OutputThatCannotBeWrittenIsOneMessage) {
    for (const char* arguments : {"sweep crossover --over n=16,32 --device cpu-serial --repeats 1 --json", "run indexing_1d --json",
                                  "list", "list --json"}) {
        EXPECT_EQ(call(arguments + std::string(" >/dev/full 2>errors")), 1) << arguments;
        const std::string errors = read_file(folder.path() / "errors").value_or("");
        EXPECT_THAT(errors, HasSubstr("the output could not be written")) << arguments;
        EXPECT_EQ(errors.find("error of the program itself"), std::string::npos) << errors;
    }
}

TEST_F(StandardStreams, MessagesAreNotWrittenIntoTheNextFile) {
    EXPECT_EQ(call("record first_kernel --device cpu-serial --repeats 1 -o r.json 2>&-"), 0);
    const std::string text = read_file(folder.path() / "r.json").value_or("");
    EXPECT_TRUE(text.starts_with("{")) << text.substr(0, 100);
    EXPECT_EQ(call("recordings r.json >/dev/null 2>errors"), 0);
    EXPECT_EQ(read_file(folder.path() / "errors").value_or("none"), "");
}

}  // namespace
}  // namespace warpwise
