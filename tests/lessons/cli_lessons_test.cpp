// Lessons on the command line: from the course or from a path, new ones, broken ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "lessons/command_line_fixture.h"

namespace warpwise {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::Called;
using ::testing::HasSubstr;

class CommandLineLessons : public test::CommandLineTest {};

TEST_F(CommandLineLessons, TheGlossarysWordsAreListed) {
    const Called listed = call("course terms");
    EXPECT_EQ(listed.status, 0) << listed.err;
    EXPECT_THAT(listed.out, HasSubstr("\nsector\n"));
    EXPECT_EQ(listed.err, "");
}

TEST_F(CommandLineLessons, ANewLessonPassesAsItIs) {
    const fs::path mine = dir / "16_bank_account";
    const Called made = call("course new " + mine.string());
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_THAT(made.out, HasSubstr("warpwise course verify " + mine.string()));
    EXPECT_THAT(read_file(mine / "lesson.toml").value_or(""), HasSubstr("\"bank_account\"\ntitle = \"Bank account\""));
    const Called verified = call("course verify " + mine.string());
    EXPECT_EQ(verified.status, 0) << verified.out;
    EXPECT_THAT(verified.out, HasSubstr(" 0 failed, 0 not checkable here"));
    const std::string before = read_file(mine / "lesson.toml").value_or("");
    EXPECT_EQ(call("course new " + mine.string()).status, 2) << "nothing is written over";
    EXPECT_EQ(read_file(mine / "lesson.toml").value_or(""), before);
    EXPECT_EQ(call("course new " + (dir / "bank-account").string()).status, 2) << "not an id";
    EXPECT_FALSE(fs::exists(dir / "bank-account"));
    const Called inside = call("course new " + (mine / "17_inner").string());
    EXPECT_EQ(inside.status, 2) << "a lesson's folder holds one lesson";
    EXPECT_THAT(inside.err, HasSubstr("is below the folder of a lesson, " + mine.string()));
    EXPECT_FALSE(fs::exists(mine / "17_inner"));
}

TEST_F(CommandLineLessons, ALessonIsTakenFromAnywhereByItsPath) {
    const fs::path mine = write_own_lesson();
    const fs::path teacher = mine.parent_path();
    for (const std::string& path : {mine.string(), mine.string() + "/", (mine / "lesson.toml").string(), std::string("./mine"),
                                    std::string("mine"), std::string("../teacher/mine/lesson.toml")}) {
        const Called called = call("run " + path + " --json", teacher);
        EXPECT_EQ(called.status, 0) << path << "\n" << called.err;
        EXPECT_EQ(called.as_json().value("lesson", ""), "mine") << path;
    }
    EXPECT_EQ(call("run . --json", mine).as_json().value("lesson", ""), "mine");
    EXPECT_EQ(call("run lesson.toml --json", mine).as_json().value("lesson", ""), "mine");
}

TEST_F(CommandLineLessons, EveryCommandWithALessonTakesAPath) {
    const fs::path mine = write_own_lesson();
    const std::string device = " --device cpu-serial";
    for (const std::string& arguments :
         {std::string("run mine"), "sweep mine --over n=16,32" + device, std::string("check mine mine/solution.cu"),
          std::string("course verify ./mine"), "record mine -o mine.json --lesson-seconds 1 --repeats 1" + device,
          std::string("open mine --host null")}) {
        const Called called = call(arguments, mine.parent_path());
        EXPECT_EQ(called.status, 0) << arguments << "\n" << called.out << called.err;
    }
    const auto recorded = read_file(mine.parent_path() / "mine.json");
    ASSERT_TRUE(recorded);
    EXPECT_THAT(*recorded, HasSubstr("\"lesson\":\"mine\""));
    // These need NVRTC and OpenGL, which may not be here; the lesson is not what they miss.
    for (const char* arguments : {"code mine", "shot mine --view launch -o mine.png"})
        EXPECT_NE(call(arguments, mine.parent_path()).status, 2) << arguments;
}

TEST_F(CommandLineLessons, APathWithoutALessonSaysWhatIsNotThere) {
    const fs::path mine = write_own_lesson();
    const std::string teacher = mine.parent_path().string();
    fs::create_directories(dir / "empty");
    for (const auto& [path, says] : {
             std::pair{teacher + "/mien", "there is no folder " + teacher + "/mien"},
             {teacher, "such as " + mine.string()},
             {(dir / "empty").string(), std::string("has no lesson.toml. A lesson is a folder")},
             {(mine / "exercise.cu").string(), "Name the folder that contains it: " + mine.string()},
             {"''", std::string("there is no lesson ''")},
         })
        for (const char* command : {"run ", "open --host null ", "check ", "sweep --over n=16 ", "course verify ", "code ",
                                    "record -o r.json ", "shot -o s.png "}) {
            const Called called = call(command + path);
            EXPECT_EQ(called.status, 2) << command << path;
            EXPECT_THAT(called.err, HasSubstr(says)) << command << path;
        }
    // a command is missing
    EXPECT_THAT(call(mine.string()).err, HasSubstr("warpwise open " + mine.string()));
    // "lessons/..." means the course's, wherever one is
    EXPECT_EQ(call("run lessons/02_indexing_1d", teacher).status, 0);
}

TEST_F(CommandLineLessons, ABrokenLessonFromAPathSaysWhere) {
    const fs::path mine = write_own_lesson();
    ASSERT_TRUE(write_file_atomically(mine / "lesson.toml", "id = \"mine\"\ntitle = [\n"));
    for (const char* command : {"run ", "open --host null ", "record -o r.json ", "shot -o s.png "}) {
        const Called called = call(command + mine.string());
        EXPECT_EQ(called.status, 1) << command;
        EXPECT_THAT(called.err, HasSubstr("teacher/mine/lesson.toml:2:")) << command;
    }
    // an editor opens the path from where the command was called
    const std::string near = call("run mine", mine.parent_path()).err;
    EXPECT_THAT(near, HasSubstr("\nmine/lesson.toml:2:"));
    EXPECT_THAT(call("run " + mine.string(), "/").err, HasSubstr(mine.string().substr(1) + "/lesson.toml:2:"));
}

}  // namespace
}  // namespace warpwise
