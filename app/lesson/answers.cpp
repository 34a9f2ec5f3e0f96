#include "lesson/answers.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/paths.h"

namespace warpwise {
using nlohmann::json;
namespace {

constexpr const char* kSchema = "warpwise.answers/1";

}  // namespace

Answers answers_of(const Lesson& lesson, const LessonProgress& progress) {
    Answers answers{lesson.id, {}};
    for (const Prediction& prediction : lesson.predictions) {
        if (prediction.asks_number()) {
            // A class is asked the first question. Who missed it and was asked another one answered it before.
            const auto first = progress.first_numbers.find(prediction.id), found = progress.numbers.find(prediction.id);
            if (first != progress.first_numbers.end())
                answers.given[prediction.id] = first->second;
            else if (found != progress.numbers.end())
                answers.given[prediction.id] = found->second;
            continue;
        }
        const auto found = progress.predictions.find(prediction.id);
        if (found == progress.predictions.end()) continue;
        const auto place = static_cast<std::size_t>(found->second);
        if (found->second >= 0 && place < prediction.answers.size()) answers.given[prediction.id] = prediction.answers[place].text;
    }
    return answers;
}

std::string to_json_text(const Answers& answers) {
    json given = json::object();
    for (const auto& [id, answer] : answers.given) {
        if (const auto* number = std::get_if<double>(&answer))
            given[id] = *number;
        else
            given[id] = std::get<std::string>(answer);
    }
    return json_text({{"schema", kSchema}, {"lesson", answers.lesson}, {"answers", given}}) + "\n";
}

Result<Answers> parse_answers(std::string_view text) {
    try {  // a number that is too large for any type is an exception, too
        const auto parsed = parse_json(std::string(text), "the file");
        if (!parsed) return std::unexpected(parsed.error());
        if (!parsed->is_object() || value_or<std::string>(*parsed, "schema", "") != kSchema)
            return failure("it is not a file of answers", "`warpwise course answers LESSON -o FILE.json` writes one.");
        Answers answers{parsed->at("lesson").get<std::string>(), {}};
        const json& given = parsed->at("answers");
        if (!given.is_object()) return failure("its answers are not listed by prediction");
        for (const auto& [id, answer] : given.items()) {
            if (answer.is_number() && std::isfinite(answer.get<double>()))
                answers.given[id] = answer.get<double>();
            else
                answers.given[id] = answer.get<std::string>();
        }
        return answers;
    } catch (const json::exception& error) {
        return failure(fmt::format("it is not a file of answers ({})", plain_words(error)));
    }
}

std::filesystem::path answers_file(const std::string& lesson_id) { return user_data_dir() / "answers" / (lesson_id + ".json"); }

}  // namespace warpwise
