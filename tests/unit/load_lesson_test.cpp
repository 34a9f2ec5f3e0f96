// A lesson's folder, and the folder of the course: what is read, and what is told of a broken one.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/diagnostic.h"
#include "lesson/lesson.h"
#include "unit/lesson_folder.h"

using namespace warpwise;
using namespace warpwise::test;
namespace fs = std::filesystem;

TEST(LoadLesson, MissingFilesAreNamed) {
    for (const char* name : {"lesson.toml", "lesson.md", "add_one.cu", "exercise.cu", "solution.cu"}) {
        TemporaryFolder folder;
        write_lesson(folder, "01_tiny");
        fs::remove(folder.path() / "01_tiny" / name);
        const auto lesson = load_lesson(folder.path() / "01_tiny");
        ASSERT_FALSE(lesson) << name;
        EXPECT_NE(text_of(lesson.error()).find(name), std::string::npos) << text_of(lesson.error());
    }
}

TEST(LoadLesson, LinksDoNotLeaveTheFolder) {
    TemporaryFolder folder;
    write_lesson(folder, "01_tiny");
    folder.write("outside.cu", "secret");
    fs::remove(folder.path() / "01_tiny/add_one.cu");
    fs::create_symlink(folder.path() / "outside.cu", folder.path() / "01_tiny/add_one.cu");
    EXPECT_FALSE(load_lesson(folder.path() / "01_tiny"));
}

TEST(LoadLesson, APipeIsNoManifest) {
    TemporaryFolder folder;
    write_lesson(folder, "01_tiny");
    fs::remove(folder.path() / "01_tiny/lesson.md");
    ASSERT_EQ(::mkfifo((folder.path() / "01_tiny/lesson.md").c_str(), 0600), 0);
    EXPECT_FALSE(load_lesson(folder.path() / "01_tiny")) << "and it does not wait for a writer";
}

TEST(LoadLesson, SourcesKeepTheirLineNumbers) {
    TemporaryFolder folder;
    write_lesson(folder, "01_tiny");
    const auto lesson = load_lesson(folder.path() / "01_tiny");
    ASSERT_TRUE(lesson) << text_of(lesson.error());
    const auto source = read_kernel_source(*lesson, lesson->kernels[0]);
    ASSERT_TRUE(source);
    EXPECT_EQ(std::ranges::count(*source, '\n'), std::ranges::count(good_kernel, '\n'));
    EXPECT_EQ(source->find("//["), std::string::npos);
}

TEST(LoadCourse, OneBrokenLessonHidesNoOther) {
    TemporaryFolder folder;
    write_lesson(folder, "01_first", with(good_manifest, "\"tiny\"", "\"first\""));
    write_lesson(folder, "02_broken", "id = ");
    write_lesson(folder, "03_binary", "\xff\xfe");
    write_lesson(folder, "04_last", with(good_manifest, "\"tiny\"", "\"last\""));
    write_lesson(folder, "05_double", with(good_manifest, "\"tiny\"", "\"last\""));
    folder.write("README.md", "no lesson");
    fs::create_directories(folder.path() / "06_empty");
    const Course course = load_course(folder.path());
    ASSERT_EQ(course.lessons.size(), 2u) << text_of(course.problems);
    EXPECT_EQ(course.find("last"), &course.lessons.back());
    EXPECT_EQ(course.find("04_last"), &course.lessons.back());
    EXPECT_EQ(course.find("4"), &course.lessons.back());
    EXPECT_EQ(course.find("nothing"), nullptr);
    const std::string text = text_of(course.problems);
    for (const char* name : {"02_broken", "03_binary", "05_double", "06_empty"})
        EXPECT_NE(text.find(name), std::string::npos) << text;
}

TEST(LoadCourse, UnreadableFolders) {
    EXPECT_FALSE(load_course("/no/such/folder").problems.empty());
    if (::geteuid() == 0) GTEST_SKIP() << "root can read everything";
    TemporaryFolder folder;
    write_lesson(folder, "01_tiny");
    fs::permissions(folder.path() / "01_tiny", fs::perms::none);
    const Course course = load_course(folder.path());
    fs::permissions(folder.path() / "01_tiny", fs::perms::owner_all);
    EXPECT_TRUE(course.lessons.empty());
    EXPECT_NE(text_of(course.problems).find("ermission"), std::string::npos) << text_of(course.problems);
}

TEST(LoadCourse, OneLessonIsTheSameAlone) {
    TemporaryFolder folder;
    write_lesson(folder, "01_first", with(good_manifest, "\"tiny\"", "\"first\""));
    write_lesson(folder, "02_second", with(good_manifest, "\"tiny\"", "\"another\""));
    write_lesson(folder, "03_broken", "id = ");
    write_lesson(folder, "04_twice", with(good_manifest, "\"tiny\"", "\"twice\""));
    write_lesson(folder, "05_twice", with(good_manifest, "\"tiny\"", "\"third\""));
    const Course course = load_course(folder.path());
    const auto alone = [&](std::string_view name) {
        const auto lesson = load_lesson_of_course(folder.path(), name);
        return lesson ? lesson->folder.filename().string() : std::string("none");
    };
    for (const char* name : {"first", "01_first", "lessons/01_first/", "01", "02_second", "02", "05_twice"}) {
        ASSERT_NE(course.find(name), nullptr) << name;
        EXPECT_EQ(alone(name), course.find(name)->folder.filename()) << name;
    }
    // the whole course is asked: the folder is named otherwise, cannot be read, or is one of two
    for (const char* name : {"second", "another", "broken", "03", "twice", "nothing", ""}) EXPECT_EQ(alone(name), "none") << name;
}

TEST(Course, ShippedLessonsLoadWithoutAWord) {
    const Course course = load_course(fs::path(WARPWISE_SOURCE_DIR) / "lessons");
    EXPECT_EQ(text_of(course.problems), "");
    ASSERT_GE(course.lessons.size(), 3u);
    EXPECT_NE(course.find("indexing_1d"), nullptr);
}
