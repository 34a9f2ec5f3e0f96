#include "lesson/progress.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "base/files.h"
#include "unit/lesson_folder.h"

using namespace warpwise;
using namespace warpwise::test;
namespace fs = std::filesystem;

namespace {

Progress progress_of_size(int lessons) {
    Progress progress;
    for (int i = 0; i < lessons; ++i)
        progress["lesson_" + std::to_string(i)] = {true, i % 2 == 0, false, {{"first", i}, {"second", 2}}, i % 3 == 0};
    return progress;
}

}  // namespace

TEST(Progress, ComesBackAsItWas) {
    TemporaryFolder folder;
    const fs::path file = folder.path() / "deep" / "progress.json";
    const Progress progress = progress_of_size(5);
    ASSERT_TRUE(save_progress(progress, file));
    const LoadedProgress loaded = load_progress(file);
    EXPECT_EQ(loaded.progress, progress);
    EXPECT_TRUE(loaded.problems.empty());
}

TEST(Progress, NoFileIsNoProblem) {
    TemporaryFolder folder;
    const LoadedProgress loaded = load_progress(folder.path() / "progress.json");
    EXPECT_TRUE(loaded.progress.empty());
    EXPECT_TRUE(loaded.problems.empty());
}

TEST(Progress, WhatCannotBeUnderstoodIsKeptAside) {
    for (const char* text :
         {"", "{", "[]", "null", "{\"version\": 1}", "{\"version\": 99, \"lessons\": {}}", "\xff\xfe",
          "{\"version\": 1, \"lessons\": {\"a\": 3}}", "{\"version\": 1, \"lessons\": {\"a\": {\"ran\": \"yes\"}}}"}) {
        TemporaryFolder folder;
        const fs::path file = folder.path() / "progress.json";
        folder.write("progress.json", text);
        const LoadedProgress loaded = load_progress(file);
        EXPECT_TRUE(loaded.progress.empty()) << text;
        ASSERT_EQ(loaded.problems.size(), 1u) << text;
        EXPECT_NE(loaded.problems[0].hint.find("progress.json.broken"), std::string::npos) << loaded.problems[0].hint;
        EXPECT_EQ(read_file(folder.path() / "progress.json.broken").value_or("gone"), text);
        EXPECT_FALSE(fs::exists(file));
    }
}

TEST(Progress, ASecondBrokenFileDoesNotReplaceTheFirst) {
    TemporaryFolder folder;
    for (const char* text : {"first", "second"}) {
        folder.write("progress.json", text);
        load_progress(folder.path() / "progress.json");
    }
    EXPECT_EQ(read_file(folder.path() / "progress.json.broken").value_or(""), "first");
    EXPECT_EQ(read_file(folder.path() / "progress.json.broken.2").value_or(""), "second");
}

TEST(Progress, UnknownFieldsArePassedOver) {
    TemporaryFolder folder;
    folder.write("progress.json", R"({"version": 1, "lessons": {"a": {"ran": true, "stars": 3}}, "more": 1})");
    const LoadedProgress loaded = load_progress(folder.path() / "progress.json");
    EXPECT_TRUE(loaded.progress.at("a").ran);
    EXPECT_FALSE(loaded.progress.at("a").opened);
}

TEST(Progress, TwoWindowsLoseNothingOfEachOther) {
    const Progress base{{"a", {true, false, false, {{"first", 1}, {"second", 0}}, false}}};
    Progress ours = base, theirs = base;
    ours["a"].ran = true;
    ours["a"].predictions = {{"second", 2}};  // "ask me again" took the first back
    ours["b"].opened = true;
    theirs["a"].predictions["third"] = 3;
    theirs["a"].exercise_passed = true;
    theirs["c"].finished = true;
    const Progress merged = merge_progress(ours, base, theirs);
    EXPECT_EQ(merged.at("a"), (LessonProgress{true, true, false, {{"second", 2}, {"third", 3}}, true}));
    EXPECT_TRUE(merged.at("b").opened);
    EXPECT_TRUE(merged.at("c").finished);
}

TEST(Progress, NumbersAndExercisesAreKept) {
    TemporaryFolder folder;
    const fs::path file = folder.path() / "progress.json";
    Exercise only, guard;
    guard.id = "guard";
    Progress ours;
    ours["a"].numbers["threads"] = 1024.5;
    EXPECT_FALSE(ours["a"].has_passed(guard));
    ours["a"].note_passed(guard);
    EXPECT_TRUE(ours["a"].has_passed(guard));
    EXPECT_FALSE(ours["a"].has_passed(only));
    ASSERT_TRUE(save_progress(ours, file));
    EXPECT_EQ(load_progress(file).progress, ours);
    Progress theirs;
    theirs["a"].note_passed(only);
    theirs["a"].numbers["warps"] = 32;
    const LessonProgress merged = merge_progress(ours, {}, theirs).at("a");
    EXPECT_TRUE(merged.has_passed(only) && merged.has_passed(guard));
    EXPECT_EQ(merged.numbers.size(), 2u);
    EXPECT_EQ(exercise_file("a", "guard").filename(), "a.guard.cu");
    EXPECT_EQ(exercise_file("a").filename(), "a.cu");
}

TEST(Progress, AFolderThatCannotBeWrittenIsAnError) {
    TemporaryFolder folder;
    folder.write("file", "");
    const auto saved = save_progress({}, folder.path() / "file" / "progress.json");
    ASSERT_FALSE(saved);
    EXPECT_NE(saved.error().message.find("file"), std::string::npos);
}

// A child writes one of two states in a loop until it is killed without warning: what is there is always one of the two.
TEST(Progress, AKillWhileWritingLosesNothing) {
    TemporaryFolder folder;
    const fs::path file = folder.path() / "progress.json";
    const Progress small = progress_of_size(1), large = progress_of_size(400);
    ASSERT_TRUE(save_progress(small, file));
    for (int round = 0; round < 20; ++round) {
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            for (;;) {
                if (!save_progress(large, file) || !save_progress(small, file)) ::_exit(1);
            }
        }
        ::usleep(static_cast<useconds_t>(2000 + 1700 * round));
        ::kill(child, SIGKILL);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status)) << "the writer stopped by itself";
        const LoadedProgress loaded = load_progress(file);
        ASSERT_TRUE(loaded.problems.empty()) << text_of(loaded.problems);
        ASSERT_TRUE(loaded.progress == small || loaded.progress == large);
    }
    for (const auto& entry : fs::directory_iterator(folder.path()))
        EXPECT_EQ(entry.path().filename(), "progress.json") << "a killed writer's part was left";
}
