// What a class predicted: answers that learners handed in as files, counted. No file's name is shown unless it cannot be read.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lesson/answers.h"

namespace warpwise {

struct PollAnswer {
    std::string text;
    std::size_t count = 0;
    bool right = false;
};

struct PollQuestion {
    std::string id, ask;
    std::vector<PollAnswer> answers;  // in the lesson's order; numbers from small to large
    std::size_t answered() const;
};

struct Poll {
    std::string lesson, title;
    std::size_t files = 0;
    std::vector<PollQuestion> questions;  // every prediction of the lesson
};

// A file that was not counted, and why.
struct SkippedFile {
    std::string name, why;
};

struct AnswerFile {
    std::string name;
    Answers answers;
};

struct AnswerFolder {
    std::vector<AnswerFile> files;  // by name
    std::vector<SkippedFile> skipped;
};

// Every *.json file of the folder. A usage error when there is none.
Result<AnswerFolder> read_answer_folder(const std::filesystem::path& folder);

// Counts the files of this lesson. One that names a prediction or an answer that the lesson does not have goes to `skipped`.
Poll poll_of(const Lesson&, const std::vector<AnswerFile>&, std::vector<SkippedFile>& skipped);

// `reveal` marks the right answers.
std::string text_of(const Poll&, bool reveal);
std::string to_csv(const std::vector<Poll>&, bool reveal);
std::string to_html(const std::vector<Poll>&, const std::vector<SkippedFile>&, bool reveal);
nlohmann::json to_json(const std::vector<Poll>&, const std::vector<SkippedFile>&, bool reveal);  // "warpwise.poll/1"

}  // namespace warpwise
