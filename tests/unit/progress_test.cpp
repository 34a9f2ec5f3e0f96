#include "lesson/progress.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
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
    for (const char* text : {"", "{", "[]", "null", "{\"version\": 1}", "\xff\xfe", "{\"version\": 1, \"lessons\": {\"a\": 3}}",
                             "{\"version\": 1, \"lessons\": {\"a\": {\"ran\": \"yes\"}}}"}) {
        TemporaryFolder folder;
        const fs::path file = folder.path() / "progress.json";
        folder.write("progress.json", text);
        const LoadedProgress loaded = load_progress(file);
        EXPECT_TRUE(loaded.progress.empty()) << text;
        ASSERT_EQ(loaded.problems.size(), 1u) << text;
        EXPECT_NE(loaded.problems[0].hint.find("progress.json.broken"), std::string::npos) << loaded.problems[0].hint;
        EXPECT_EQ(read_file(folder.path() / "progress.json.broken").value_or("gone"), text);
        EXPECT_FALSE(fs::exists(file));
        EXPECT_EQ(text_of(loaded.problems).find("json.exception"), std::string::npos) << text_of(loaded.problems);
    }
}

TEST(Progress, ThatOfANewerVersionIsNotDamaged) {
    TemporaryFolder folder;
    const std::string text = "{\"version\": 99, \"lessons\": {}}";
    folder.write("progress.json", text);
    const LoadedProgress loaded = load_progress(folder.path() / "progress.json");
    EXPECT_TRUE(loaded.progress.empty());
    ASSERT_EQ(loaded.problems.size(), 1u);
    const std::string said = text_of(loaded.problems);
    EXPECT_NE(said.find("written by a newer version"), std::string::npos) << said;
    EXPECT_NE(said.find("It is complete"), std::string::npos) << said;
    EXPECT_EQ(said.find("broken"), std::string::npos) << said;
    EXPECT_EQ(read_file(folder.path() / "progress.json.newer").value_or("gone"), text);
}

TEST(Progress, APipeInItsPlaceIsNotWaitedFor) {
    TemporaryFolder folder;
    const fs::path file = folder.path() / "progress.json";
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
    const LoadedProgress loaded = load_progress(file);
    ASSERT_EQ(loaded.problems.size(), 1u);
    EXPECT_NE(loaded.problems[0].message.find("not a regular file"), std::string::npos) << loaded.problems[0].message;
    EXPECT_TRUE(save_progress(progress_of_size(2), file)) << "it was moved aside";
    EXPECT_EQ(load_progress(file).progress, progress_of_size(2));
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

TEST(Progress, AFileOfAnEarlierVersionIsReadAndWhatIsNewIsKept) {
    TemporaryFolder folder;
    const fs::path file = folder.path() / "progress.json";
    folder.write("progress.json", R"({"version": 1, "lessons": {"a": {"opened": true, "ran": true, "finished": false,
        "predictions": {"first": 2}, "exercise_passed": true}}})");
    LoadedProgress loaded = load_progress(file);
    ASSERT_TRUE(loaded.problems.empty());
    LessonProgress& lesson = loaded.progress.at("a");
    EXPECT_EQ(lesson.predictions.at("first"), 2);
    EXPECT_TRUE(lesson.exercise_passed);
    EXPECT_TRUE(lesson.attempts.empty() && lesson.hints.empty() && lesson.missed.empty() && lesson.best_scores.empty());
    EXPECT_EQ(lesson.read_to, 0);
    lesson.sketches["curve"] = {1, 0.5, 0.25};
    lesson.missed["first"] = "All 100";
    lesson.attempts[""] = 3;
    lesson.hints["guard"] = 2;
    lesson.best_scores["warps"] = 4.5;
    lesson.read_to = 0.25;
    ASSERT_TRUE(save_progress(loaded.progress, file));
    EXPECT_EQ(load_progress(file).progress, loaded.progress);
}

TEST(Progress, TwoWindowsKeepTheMostAttemptsAndTheLowestScores) {
    const Progress base{{"a", {}}};
    Progress ours = base, theirs = base;
    ours["a"].attempts = {{"", 3}, {"guard", 1}};
    theirs["a"].attempts = {{"", 2}, {"guard", 4}, {"stride", 1}};
    ours["a"].hints[""] = 1;
    theirs["a"].hints[""] = 3;
    ours["a"].best_scores = {{"warps", 8}, {"sectors", 4}};
    theirs["a"].best_scores = {{"warps", 6}, {"sectors", 5}};
    theirs["a"].missed["first"] = "All 100";
    theirs["a"].sketches["curve"] = {1, 2};
    theirs["a"].read_to = 0.5;
    const LessonProgress merged = merge_progress(ours, base, theirs).at("a");
    EXPECT_EQ(merged.attempts, (std::map<std::string, int>{{"", 3}, {"guard", 4}, {"stride", 1}}));
    EXPECT_EQ(merged.hints.at(""), 3);
    EXPECT_EQ(merged.best_scores, (std::map<std::string, double>{{"warps", 6}, {"sectors", 4}}));
    EXPECT_EQ(merged.missed.at("first"), "All 100");
    EXPECT_EQ(merged.sketches.at("curve").size(), 2u);
    EXPECT_EQ(merged.read_to, 0.5);
    // what this window took off its list, or scrolled on, is not brought back
    Progress known = base;
    known["a"].missed["first"] = "All 100";
    known["a"].read_to = 0.5;
    Progress later = base;
    later["a"].read_to = 0.75;
    const LessonProgress again = merge_progress(later, known, known).at("a");
    EXPECT_TRUE(again.missed.empty());
    EXPECT_EQ(again.read_to, 0.75);
}

TEST(Progress, AScoreIsKeptWhenItIsLower) {
    Exercise only, guard;
    guard.id = "guard";
    const Score warps{"warps", "warps", 4, 6, 8};
    LessonProgress lesson;
    EXPECT_FALSE(lesson.best_score(only, warps));
    EXPECT_TRUE(lesson.note_score(only, warps, 8));
    EXPECT_FALSE(lesson.note_score(only, warps, 9));
    EXPECT_TRUE(lesson.note_score(only, warps, 5));
    EXPECT_EQ(lesson.best_score(only, warps), 5);
    EXPECT_FALSE(lesson.best_score(guard, warps)) << "each exercise has its own";
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
