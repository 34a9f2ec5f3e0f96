// A learner's answers to a lesson's predictions, as a file for a class poll: the lesson's id, the predictions' ids and the answers,
// and nothing that says whose they are.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "base/error.h"
#include "lesson/lesson.h"
#include "lesson/progress.h"

namespace warpwise {

struct Answers {
    std::string lesson;
    std::map<std::string, std::variant<std::string, double>> given;  // prediction id -> the text of the answer, or the number
    bool operator==(const Answers&) const = default;
};

inline constexpr std::size_t kMostAnswersBytes = std::size_t{64} << 10;

// What was committed; answers that the lesson does not have any more are left out.
Answers answers_of(const Lesson&, const LessonProgress&);

std::string to_json_text(const Answers&);  // "warpwise.answers/1"
// An Error says what is wrong with the text.
Result<Answers> parse_answers(std::string_view text);

// Where the window puts them: user_data_dir()/answers/LESSON.json
std::filesystem::path answers_file(const std::string& lesson_id);

}  // namespace warpwise
