#include "experiment/check/class_poll.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <system_error>

#include "base/escape.h"
#include "base/files.h"
#include "lesson/given_answer.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

const Prediction* find_in(const Lesson& lesson, const std::string& id) {
    const auto found = std::ranges::find(lesson.predictions, id, &Prediction::id);
    return found == lesson.predictions.end() ? nullptr : &*found;
}

// Empty when the lesson has all that is answered.
std::string misfit(const Lesson& lesson, const Answers& answers) {
    for (const auto& [id, given] : answers.given) {
        const Prediction* prediction = find_in(lesson, id);
        if (prediction == nullptr) return fmt::format("the lesson {} has no prediction '{}'", lesson.id, shown_name(id));
        const auto* text = std::get_if<std::string>(&given);
        if (prediction->asks_number() != (text == nullptr)) return fmt::format("its answer to '{}' is of another kind", id);
        if (text != nullptr && std::ranges::find(prediction->answers, *text, &Answer::text) == prediction->answers.end())
            return fmt::format("its answer to '{}' is not one of the lesson's", id);
    }
    return {};
}

PollQuestion question_of(const Prediction& prediction) {
    PollQuestion question{prediction.id, prediction.ask, {}};
    for (const Answer& answer : prediction.answers) question.answers.push_back({answer.text, 0, answer.right});
    return question;
}

void count(PollQuestion& question, const Prediction& prediction, const std::string& text) {
    const auto found = std::ranges::find(question.answers, text, &PollAnswer::text);
    if (found != question.answers.end())
        ++found->count;
    else if (prediction.asks_number())
        question.answers.push_back({text, 1, false});
}

// Numbers have no list to be counted in: each value that was given is an answer.
PollQuestion count_numbers(const Prediction& prediction, std::vector<double> given) {
    PollQuestion question{prediction.id, prediction.ask, {}};
    std::ranges::sort(given);
    for (const double number : given) {
        count(question, prediction, number_answer(prediction, number));
        question.answers.back().right = prediction.is_right(number);
    }
    return question;
}

PollQuestion count_question(const Prediction& prediction, const std::vector<const Answers*>& all) {
    PollQuestion question = question_of(prediction);
    std::vector<double> numbers;
    for (const Answers* answers : all) {
        const auto given = answers->given.find(prediction.id);
        if (given == answers->given.end()) continue;
        if (const auto* text = std::get_if<std::string>(&given->second))
            count(question, prediction, *text);
        else
            numbers.push_back(std::get<double>(given->second));
    }
    return prediction.asks_number() ? count_numbers(prediction, std::move(numbers)) : question;
}

}  // namespace

std::size_t PollQuestion::answered() const {
    return std::accumulate(answers.begin(), answers.end(), std::size_t{0},
                           [](std::size_t sum, const PollAnswer& answer) { return sum + answer.count; });
}

Result<AnswerFolder> read_answer_folder(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    const fs::file_status status = fs::status(folder, error);
    if (!fs::is_directory(status) && error != std::errc::permission_denied)
        return usage_error(fs::exists(status) ? fmt::format("{} is a file, not a folder", shown_name(folder.string()))
                                              : fmt::format("there is no folder {}", shown_name(folder.string())),
                           "Name the folder that holds the class's files: learners write them with `warpwise course answers`.");
    error.clear();
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == ".json" && !entry->path().filename().string().starts_with('.'))
            files.push_back(entry->path());
    if (error) return usage_error(fmt::format("the folder {} cannot be read: {}", shown_name(folder.string()), error.message()));
    if (files.empty())
        return usage_error(fmt::format("there are no answers in {}", shown_name(folder.string())),
                           "Learners write them with `warpwise course answers LESSON -o FILE.json`.");
    std::ranges::sort(files);
    AnswerFolder read;
    for (const fs::path& file : files) {
        const std::string name = shown_name(file.filename().string());
        std::error_code ignored;
        if (!fs::is_regular_file(file, ignored)) {
            read.skipped.push_back({name, "it is not a file"});
            continue;
        }
        const auto text = read_file(file, kMostAnswersBytes);
        auto answers = text ? parse_answers(*text) : Result<Answers>(std::unexpected(text.error()));
        if (answers)
            read.files.push_back({name, std::move(*answers)});
        else
            read.skipped.push_back({name, shown_name(answers.error().message)});
    }
    return read;
}

Poll poll_of(const Lesson& lesson, const std::vector<AnswerFile>& files, std::vector<SkippedFile>& skipped) {
    Poll poll{lesson.id, lesson.title, 0, {}};
    std::vector<const Answers*> counted;
    for (const AnswerFile& file : files) {
        if (file.answers.lesson != lesson.id) continue;
        if (std::string why = misfit(lesson, file.answers); !why.empty())
            skipped.push_back({file.name, std::move(why)});
        else
            counted.push_back(&file.answers);
    }
    poll.files = counted.size();
    for (const Prediction& prediction : lesson.predictions)  // a drawn curve is not in the files
        if (!prediction.asks_sketch()) poll.questions.push_back(count_question(prediction, counted));
    return poll;
}

}  // namespace warpwise
